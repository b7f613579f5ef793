import IMUProtocols

/// A gentle question for a silent port, in the order in which they are asked.
public struct WakeUp: Hashable, Sendable {
  public let name: String
  public let bytes: [UInt8]
  /// Speeds at which such devices are met [baud].
  let bauds: Set<Int>

  /// Gentle first: what one device takes as a question must not set up another. Yost last.
  public static let all: [WakeUp] = [
    WakeUp(name: "line end", bytes: [0x0A], bauds: [115_200, 9600]),
    WakeUp(
      name: "x-IMU3 ping", bytes: XIMU3Command.ping.bytes, bauds: [115_200]),
    WakeUp(
      name: "Xsens GoToMeasurement", bytes: XsensCommand.goToMeasurement.bytes,
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "VectorNav model query", bytes: VectorNavCommand.readRegister(1).bytes,
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "MIP ping", bytes: MIPCommand.ping.bytes,
      bauds: [115_200, 921_600]),
    WakeUp(
      name: "BNO055 chip id", bytes: [0xAA, 0x01, 0x00, 0x01], bauds: [115_200]),
    WakeUp(
      name: "WitMotion register read", bytes: WitMotionCommand.read(WitMotion.Register.force).bytes,
      bauds: [115_200, 9600, 921_600]),
    WakeUp(name: "Yost start", bytes: [0xF7, 0x55, 0x55], bauds: [115_200]),
  ]
}
