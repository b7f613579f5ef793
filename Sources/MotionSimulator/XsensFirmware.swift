import Inertial

/// An Xsens MTi: `FA FF mid len data cs`. It is configured in its own state only, and measures in the other
/// (serial.md section 4.5).
struct XsensFirmware: DeviceFirmware {
  private enum Message {
    static let goToMeasurement: UInt8 = 0x10, goToConfig: UInt8 = 0x30, setOutput: UInt8 = 0xC0
    static let error: UInt8 = 0x42
  }

  private var isConfiguring = false
  private var pending: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    pending += bytes
    var reactions: [DeviceReaction] = []
    while let start = pending.firstIndex(of: 0xFA) {
      pending.removeFirst(start)
      guard pending.count >= 5 else { return reactions }
      let length = Int(pending[3])
      guard pending.count >= length + 5 else { return reactions }
      let whole = pending[1..<length + 5]
      guard whole.reduce(0, &+) == 0 else {
        pending.removeFirst()
        continue
      }
      reactions += obey(pending[2], Array(pending[4..<4 + length]))
      pending.removeFirst(length + 5)
    }
    pending = []
    return reactions
  }

  private mutating func obey(_ message: UInt8, _ data: [UInt8]) -> [DeviceReaction] {
    switch message {
    case Message.goToConfig:
      isConfiguring = true
      return [.stop, .acknowledge(Self.frame(0x31, []))]
    case Message.goToMeasurement:
      isConfiguring = false
      return [.acknowledge(Self.frame(0x11, [])), .start]
    case Message.setOutput where isConfiguring:
      return [.acknowledge(Self.frame(0xC1, data))] + (Self.rate(data).map { [.rate($0)] } ?? [])
    default:
      // Not in this state.
      return [.answer(Self.frame(Message.error, [0x04]))]
    }
  }

  /// Highest rate that the pairs of identifier and Hz ask for; FFFF and 0 mean as fast as it is.
  private static func rate(_ data: [UInt8]) -> Double? {
    var highest = 0
    for pair in stride(from: 0, to: data.count - 3, by: 4) {
      let rate = Int(data[pair + 2]) << 8 | Int(data[pair + 3])
      if rate != 0xFFFF { highest = max(highest, rate) }
    }
    return highest > 0 ? Double(highest) : nil
  }

  static func frame(_ message: UInt8, _ data: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [0xFA, 0xFF, message, UInt8(data.count)]
    frame += data
    let sum: UInt8 = frame.dropFirst().reduce(0, &+)
    frame.append(0 &- sum)
    return frame
  }

  mutating func restart() {
    pending = []
    isConfiguring = false
  }

  /// A message of the satellite receiver: it uses up a packet counter, and its time is some 45 ms old (serial.md
  /// section 16).
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    let time = UInt32(truncatingIfNeeded: (now.stamp - 45_000_000) / 100_000)
    let count = UInt16(truncatingIfNeeded: now.count)
    var data: [UInt8] = [0x10, 0x20, 2]
    withUnsafeBytes(of: count.bigEndian) { data.append(contentsOf: $0) }
    data += [0x10, 0x60, 4]
    withUnsafeBytes(of: time.bigEndian) { data.append(contentsOf: $0) }
    data += [0x70, 0x10, 94]
    for _ in 0..<94 { data.append(UInt8(truncatingIfNeeded: random.next())) }
    return ForeignMessage(bytes: Self.frame(0x36, data), isCounted: true)
  }
}
