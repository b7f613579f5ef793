import DecimalText
import Inertial

extension DeviceFaults {
  /// When a fault of one moment happens if nothing is said [s].
  static let usualMoment = 10.0

  /// Faults as written: "byte-loss:0.002,batch:16ms,stall:2@20".
  public init(_ text: String) throws(DeviceError) {
    self.init()
    try add(text)
  }

  /// Adds faults as written to those that are there.
  public mutating func add(_ text: String) throws(DeviceError) {
    for word in text.split(separator: ",") { try add(one: word) }
  }

  private mutating func add(one word: Substring) throws(DeviceError) {
    let timed = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = timed[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = DeviceFaultName(rawValue: String(parts[0])) else { throw .unknownFault(String(word)) }
    var moment = Self.usualMoment
    if timed.count > 1 {
      let stated = DecimalText.parse(String(timed[1]))
      guard name.isMoment, let stated, 0...1e9 ~= stated else { throw .faultMoment(name, String(timed[1])) }
      moment = stated
    }
    let stated = parts.count > 1 ? String(parts[1]) : nil
    guard let value = stated ?? name.usual else { return set(name, 0, at: moment) }
    if name == .batch { return batch = try Self.batch(value) }
    guard name.usual != nil, let number = DecimalText.parse(value), name.limits ~= number else {
      throw .faultValue(name, value)
    }
    set(name, number, at: moment)
  }

  private static func batch(_ text: String) throws(DeviceError) -> Batch {
    if text.hasSuffix("ms"), let time = DecimalText.parse(String(text.dropLast(2))), 0.1...10_000 ~= time {
      return .time(time / 1000)
    }
    if text.hasSuffix("B"), let count = Int(text.dropLast()), 1...65_536 ~= count { return .bytes(count) }
    throw .faultValue(.batch, text)
  }

  private mutating func set(_ name: DeviceFaultName, _ value: Double, at moment: Double) {
    switch name {
    case .garbage: garbageAtStart = Int(value)
    case .cut: startsInsideFrame = true
    case .banner: banner = Int(value)
    case .bannerBaud:
      bannerBaud = Int(value)
      if banner == 0 { banner = 300 }
    case .byteLoss: byteLoss = value
    case .bitFlips: bitFlips = value
    case .rowFlips: rowFlips = value
    case .duplicates: duplicates = value
    case .foreign: foreign = value
    case .wrongBaud: deviceBaud = Int(value)
    case .pieces: isInPieces = true
    case .batch: break
    case .stall: stalls.append(moment...moment + value)
    case .stalls: stalls += (1...8640).map { Double($0) * 10...Double($0) * 10 + 0.5 }
    case .unplug: unplugs.append(Unplug(start: moment, duration: value))
    case .unplugRenamed: unplugs.append(Unplug(start: moment, duration: value, isRenamed: true))
    case .backlog: backlog = value
    case .clockReset: restarts.append(moment)
    case .wrap: wrapAfter = value
    case .drift: drift = value
    case .asleep: isAsleep = true
    case .deaf: isDeaf = true
    case .acknowledgeLost: lostAcknowledges = Int(value)
    case .deadBand: deadBand = value.degreesToRadians
    }
  }
}

extension DeviceFaultName {
  /// Smallest and largest value.
  fileprivate var limits: ClosedRange<Double> {
    switch self {
    case .garbage, .banner: 0...100_000
    case .bannerBaud, .wrongBaud: 300...4_000_000
    case .byteLoss, .bitFlips, .rowFlips, .duplicates, .foreign: 0...1
    case .drift: -1000...1000
    case .acknowledgeLost: 0...1000
    case .deadBand: 0...2000
    default: 0...86_400
    }
  }
}
