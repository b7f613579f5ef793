import DecimalText
import Inertial

/// Text messages of VectorNav devices into samples: `$VNxxx,..*` and a sum (serial.md 4.8).
///
/// No time is sent. z points down: a level resting sensor reads about -9.8 m/s² there. Nothing is turned.
public struct VectorNavTextReader: FrameReader {
  public static let longestFrame = 512

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var frameEnd: UInt8? { UInt8(ascii: "\n") }
  /// Eight bits of sum let one damaged line in 256 through.
  public var isChecked: Bool { false }

  private var values = [Double](repeating: 0, count: maximumValues)
  private var events = EventList()

  private static let maximumValues = 16

  public init() {}

  /// What the numbers of a message are, in their order.
  private enum Item { case angles, quaternion, field, force, rate, other(Int) }

  /// Messages with motion by their three letters.
  private static func items(_ type: UInt32) -> [Item]? {
    switch type {
    case name("YMR"): yawFieldForceRate
    case name("QMR"): quaternionFieldForceRate
    case name("IMU"): fieldForceRate
    case name("MAR"): fieldForceRateOnly
    case name("YPR"): anglesOnly
    case name("QTN"): quaternionOnly
    case name("MAG"): fieldOnly
    case name("ACC"): forceOnly
    case name("GYR"): rateOnly
    default: nil
    }
  }
  // Made once: a list in the switch would be made anew for every line.
  private static let yawFieldForceRate: [Item] = [.angles, .field, .force, .rate]
  private static let quaternionFieldForceRate: [Item] = [.quaternion, .field, .force, .rate]
  /// Temperature and pressure behind.
  private static let fieldForceRate: [Item] = [.field, .force, .rate, .other(2)]
  private static let fieldForceRateOnly: [Item] = [.field, .force, .rate]
  private static let anglesOnly: [Item] = [.angles]
  private static let quaternionOnly: [Item] = [.quaternion]
  private static let fieldOnly: [Item] = [.field]
  private static let forceOnly: [Item] = [.force]
  private static let rateOnly: [Item] = [.rate]

  private static func count(_ items: [Item]) -> Int {
    items.reduce(0) { sum, item in
      switch item {
      case .quaternion: sum + 4
      case .other(let count): sum + count
      default: sum + 3
      }
    }
  }

  /// Three letters as a number.
  private static func name(_ letters: StaticString) -> UInt32 {
    let s = letters.utf8Start
    return UInt32(s[0]) << 16 | UInt32(s[1]) << 8 | UInt32(s[2])
  }

  // MARK: Frames

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard window[0] == UInt8(ascii: "$") else { return .none }
    // No further than a frame reaches: how much of the rest is there yet must not matter.
    guard let end = window.prefix(Self.longestFrame).firstIndex(of: UInt8(ascii: "\n")) else {
      return window.count < Self.longestFrame ? .needs(window.count + 1) : .bad(.tooLong)
    }
    let line = UnsafeRawBufferPointer(rebasing: window[..<end])
    // A line that was cut takes the next one with it unless the scan comes back behind its `$`.
    return fault(line).map { .bad($0) } ?? .frame(end + 1)
  }

  private func fault(_ line: UnsafeRawBufferPointer) -> RejectionReason? {
    for byte in line where !(0x20...0x7E ~= byte || byte == 0x0D) { return .unprintable }
    guard let body = Self.checked(line) else { return .checksum }
    guard body.count >= 5, body[0] == UInt8(ascii: "V"), body[1] == UInt8(ascii: "N") else {
      return .unknownType
    }
    guard let items = Self.items(Self.type(body)) else { return nil }
    var count = 0
    guard Self.eachNumber(body, { _, _ in count += 1 }) else { return .notANumber }
    return count == Self.count(items) ? nil : .fieldCount
  }

  private static let sums: [TextLineChecksum] = [.xor, .crc16]

  /// What lies between `$` and `*`; nil when the sum behind is wrong or missing.
  private static func checked(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var end = line.count
    if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    for kind in sums {
      let star = end - kind.digits - 1
      guard star > 1, line[star] == UInt8(ascii: "*") else { continue }
      var said: UInt16 = 0
      for place in star + 1..<end {
        guard let digit = hexadecimalDigit(line[place]) else { return nil }
        said = said << 4 | UInt16(digit)
      }
      let body = UnsafeRawBufferPointer(rebasing: line[1..<star])
      return kind.sum(body) == said ? body : nil
    }
    return nil
  }

  private static func type(_ body: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(body[2]) << 16 | UInt32(body[3]) << 8 | UInt32(body[4])
  }

  /// Each number behind the name; false when a field is no number.
  @inline(__always)
  private static func eachNumber(_ body: UnsafeRawBufferPointer, _ take: (Int, Double) -> Void) -> Bool {
    var place = 5, count = 0
    while place < body.count {
      guard body[place] == UInt8(ascii: ",") else { return false }
      let start = place + 1
      place = start
      while place < body.count, body[place] != UInt8(ascii: ",") { place += 1 }
      guard let value = DecimalText.parse(UnsafeRawBufferPointer(rebasing: body[start..<place])) else {
        return false
      }
      guard count < maximumValues else { return false }
      take(count, value)
      count += 1
    }
    return true
  }

  // MARK: Meaning

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let line = UnsafeRawBufferPointer(rebasing: frame.dropLast())
    guard let body = Self.checked(line) else { return }
    let type = Self.type(body)
    guard let items = Self.items(type) else { return hear(body, type, frame.count) }
    _ = Self.eachNumber(body) { values[$0] = $1 }
    statistics.accept(bytes: frame.count, type: type)
    statistics.samples += 1
    if sensors.isEmpty { sensors = [DecodedSensor(name: "")] }
    emit(sample(items, arrivalTime))
  }

  private func sample(_ items: [Item], _ arrival: Int64) -> DecodedSample {
    var raw = RawSample(deviceTime: nil, arrivalTime: arrival, gyroscope: .missing, accelerometer: .missing)
    var orientation: DeviceOrientation?
    var place = 0
    for item in items {
      let v = Vector3(values[place], values[place + 1], values[place + 2])
      place += 3
      switch item {
      case .angles:
        let degree = Double.pi / 180
        orientation = DeviceOrientation(
          roll: v.z * degree, pitch: v.y * degree, yaw: v.x * degree, frame: .northEastDown)
      case .quaternion:
        orientation = DeviceOrientation(Quaternion(values[place], v.x, v.y, v.z), frame: .northEastDown)
        place += 1
      case .field: raw.magnetometer = v * 100
      case .force: raw.accelerometer = v
      case .rate: raw.gyroscope = v
      case .other: return DecodedSample(sensor: 0, sample: raw, orientation: orientation)
      }
    }
    return DecodedSample(sensor: 0, sample: raw, orientation: orientation)
  }

  /// `RRG` and `WRG` answer a command, `ERR` refuses one, the rest carries no motion.
  private mutating func hear(_ body: UnsafeRawBufferPointer, _ type: UInt32, _ count: Int) {
    statistics.accept(bytes: count, type: type, isForeign: true)
    let isReply = type == Self.name("RRG") || type == Self.name("WRG")
    guard isReply || type == Self.name("ERR") else { return }
    statistics.messages += 1
    if !isReply { statistics.remarks += 1 }
    let text = String(decoding: body, as: UTF8.self)
    events.note(isReply ? .acknowledge(text) : .message(text))
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }

  public func name(ofFrameType type: UInt32) -> String {
    let letters = [16, 8, 0].map { UInt8(truncatingIfNeeded: type >> UInt32($0)) }
    return letters.allSatisfy { 0x21...0x7E ~= $0 }
      ? "VN" + String(decoding: letters, as: UTF8.self) : "other"
  }
}

/// Samples as `$VNQMR` lines, or `$VNMAR` where there is no orientation.
public struct VectorNavTextEncoder: SerialEncoder {
  public let sensors = [DecodedSensor(name: "")]
  public var content: SampleContent { [.rate, .force, .field, .orientation] }

  public init() {}

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row {
      let sample = decoded.sample
      var body = Array((decoded.orientation == nil ? "VNMAR" : "VNQMR").utf8)
      if let q = decoded.orientation?.quaternion {
        Self.append([q.x, q.y, q.z, q.w], decimals: 6, to: &body)
      }
      Self.append((sample.magnetometer ?? .zero) / 100, decimals: 4, to: &body)
      Self.append(sample.accelerometer, decimals: 3, to: &body)
      Self.append(sample.gyroscope, decimals: 6, to: &body)
      VectorNavCommand.append(body, to: &bytes)
    }
  }

  private static func append(_ v: Vector3, decimals: Int, to body: inout [UInt8]) {
    append([v.x, v.y, v.z], decimals: decimals, to: &body)
  }

  /// The device has no way to say that a number is missing; it sends 0.
  private static func append(_ numbers: [Double], decimals: Int, to body: inout [UInt8]) {
    for number in numbers {
      body.append(UInt8(ascii: ","))
      DecimalText.appendFixed(number.isFinite ? number : 0, decimals: decimals, to: &body)
    }
  }
}

/// Commands of VectorNav devices: text lines like the messages.
public enum VectorNavCommand: Hashable, Sendable {
  case readRegister(Int)
  case writeRegister(Int, String)

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let text =
      switch self {
      case .readRegister(let number): "VNRRG,\(Self.two(number))"
      case .writeRegister(let number, let value): "VNWRG,\(Self.two(number)),\(value)"
      }
    Self.append(Array(text.utf8), to: &bytes)
    return bytes
  }

  /// Register 7: messages a second [Hz].
  public static func rate(_ hertz: Int) -> VectorNavCommand { .writeRegister(7, "\(hertz)") }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  /// `$`, the body, `*`, its sum and a line end.
  static func append(_ body: [UInt8], to bytes: inout [UInt8]) {
    let sum = body.reduce(0, ^)
    bytes.append(UInt8(ascii: "$"))
    bytes += body
    bytes += Array("*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n".utf8)
  }
}
