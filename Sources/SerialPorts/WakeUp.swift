import IMUProtocols

/// A gentle question for a silent port, in the order in which they are asked.
public struct WakeUp: Hashable, Sendable {
  public let name: String
  public let bytes: [UInt8]
  /// The protocol that answers it, as `SerialProtocol` names it; nil where several might.
  public let protocolName: String?
  /// Speeds at which such devices are met [baud].
  let bauds: Set<Int>

  /// Gentle first: what one device takes as a question must not set up another. Yost last.
  public static let all: [WakeUp] = [
    WakeUp(name: "line end", bytes: [0x0A], protocolName: nil, bauds: [115_200, 9600]),
    WakeUp(
      name: "x-IMU3 ping", bytes: Array("{\"ping\":null}\r\n".utf8), protocolName: "ximu3", bauds: [115_200]),
    WakeUp(
      name: "Xsens GoToMeasurement", bytes: [0xFA, 0xFF, 0x10, 0x00, 0xF1], protocolName: "xsens",
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "VectorNav model query", bytes: Array("$VNRRG,01*72\r\n".utf8), protocolName: "vectornav",
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "MIP ping", bytes: [0x75, 0x65, 0x01, 0x02, 0x02, 0x01, 0xE0, 0xC6], protocolName: "mip",
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "BNO055 chip id", bytes: [0xAA, 0x01, 0x00, 0x01], protocolName: "bno055", bauds: [115_200]),
    WakeUp(
      name: "WitMotion register read", bytes: [0xFF, 0xAA, 0x27, 0x34, 0x00], protocolName: "witmotion",
      bauds: [115_200, 9600, 921_600]),
    WakeUp(name: "Yost start", bytes: [0xF7, 0x55, 0x55], protocolName: "yost", bauds: [115_200]),
  ]
}
