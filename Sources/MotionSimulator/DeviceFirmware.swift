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
    let name = setting.protocolName
    switch name {
    case "witmotion_modbus": return ModbusFirmware()
    case "witmotion", "witmotion_ble20":
      let types = (try? WitMotionConfiguration(json: setting.configuration))?.content ?? []
      return WitMotionFirmware(
        hasLongReplies: name != "witmotion", rate: setting.rate, baud: setting.baud, types: types)
    case "xsens": return XsensFirmware()
    case "mip": return MIPFirmware()
    case "bno08x_rvc", "openimu": return DeafFirmware()
    case let name where name.hasPrefix("ximu3"): return XIMU3Firmware(isBinary: name != "ximu3_ascii")
    case let name where name.hasPrefix("vectornav"): return VectorNavFirmware()
    default: return TextFirmware()
    }
  }
}

/// A device that has no commands.
struct DeafFirmware: DeviceFirmware {
  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] { [] }
}

/// A home-made board: a line that begins with `s` or `#o` starts it, one with `x` stops it.
struct TextFirmware: DeviceFirmware {
  private var line: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    var reactions: [DeviceReaction] = []
    for byte in bytes {
      if byte != 0x0A, byte != 0x0D {
        if line.count < 64 { line.append(byte) }
        continue
      }
      if line.first == UInt8(ascii: "s") || line.starts(with: "#o".utf8) { reactions.append(.start) }
      if line.first == UInt8(ascii: "x") { reactions.append(.stop) }
      line = []
    }
    return reactions
  }

  mutating func restart() { line = [] }

  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    ForeignMessage(bytes: Array("battery low \(Int(random.uniform() * 100)) %\r\n".utf8))
  }
}
