import IMUProtocols
import Inertial

/// What a device does when it is spoken to.
protocol DeviceFirmware: Sendable {
  /// True for a device that sends nothing by itself: it answers requests with its newest row.
  var isPolled: Bool { get }

  /// Takes bytes in any split; damaged commands are ignored, as devices do.
  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction]
  /// Power came back.
  mutating func restart()
  /// A sound message of a kind that carries no motion, at the board's count and time; nil where the protocol has none.
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage?
}

extension DeviceFirmware {
  var isPolled: Bool { false }
  mutating func restart() {}
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? { nil }
}

/// What the clock of a board says.
struct BoardMoment: Hashable, Sendable {
  /// Of the next message.
  var count: UInt32
  /// [ns]
  var stamp: Int64
}

/// A message between the rows.
struct ForeignMessage: Hashable, Sendable {
  var bytes: [UInt8]
  /// It uses up a value of the counter.
  var isCounted = false
}

/// What comes of a command.
enum DeviceReaction: Hashable, Sendable {
  /// Bytes that say the command was understood.
  case acknowledge([UInt8])
  /// Bytes that were asked for.
  case answer([UInt8])
  case start, stop
  /// Rows a second from now on.
  case rate(Double)
  /// Speed of the line from now on.
  case baud(Int)
  /// The encoder of the board changes, in its own words.
  case configure(String)
  /// The board speaks another protocol from now on, by its name.
  case speak(String)
  /// These registers of the newest row of a sensor were asked for.
  case row(sensor: Int, registers: Range<Int>)
}

/// Which device listens how.
enum Firmware {
  static func of(_ setting: DeviceSetting) -> any DeviceFirmware {
    let spoken = SerialProtocol.named(setting.protocolName)
    switch spoken?.name ?? "" {
    case "witmotion_modbus": return ModbusFirmware()
    case let name where name.hasPrefix("witmotion"):
      let types = (try? WitMotionConfiguration(json: setting.configuration))?.content ?? []
      return WitMotionFirmware(
        hasLongReplies: name != "witmotion", rate: setting.rate, baud: setting.baud, types: types)
    case "xsens": return XsensFirmware()
    case "mip": return MIPFirmware()
    case "bno08x_rvc", "openimu": return DeafFirmware()
    case let name where name.hasPrefix("ximu3"): return XIMU3Firmware(isBinary: name != "ximu3_ascii")
    case let name where name.hasPrefix("vectornav"): return VectorNavFirmware()
    default:
      return TextFirmware(
        start: setting.start ?? spoken?.start ?? [], stop: setting.stop ?? spoken?.stop ?? [])
    }
  }
}

/// A device that has no commands.
struct DeafFirmware: DeviceFirmware {
  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] { [] }
}

/// A board that prints text: it starts and stops at the commands of its product, a home-made one at a line `s` or `x`.
struct TextFirmware: DeviceFirmware {
  private let start: [[UInt8]]
  private let stop: [[UInt8]]
  /// The last bytes that were said.
  private var heard: [UInt8] = []

  init(start: [[UInt8]], stop: [[UInt8]]) {
    self.start = start.isEmpty ? [Array("s\n".utf8), Array("s\r".utf8)] : start
    self.stop = stop.isEmpty ? [Array("x\n".utf8), Array("x\r".utf8)] : stop
  }

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    var reactions: [DeviceReaction] = []
    for byte in bytes {
      heard.append(byte)
      if heard.count > 64 { heard.removeFirst() }
      if ends(with: start) { reactions.append(.start) }
      if ends(with: stop) { reactions.append(.stop) }
    }
    return reactions
  }

  private func ends(with commands: [[UInt8]]) -> Bool {
    commands.contains { !$0.isEmpty && heard.suffix($0.count).elementsEqual($0) }
  }

  mutating func restart() { heard = [] }

  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    ForeignMessage(bytes: Array("battery low \(Int(random.uniform() * 100)) %\r\n".utf8))
  }
}
