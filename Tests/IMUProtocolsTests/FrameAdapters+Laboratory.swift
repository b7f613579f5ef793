import JSONText

@testable import IMUProtocols

extension FrameAdapter {
  static let laboratory: [String: FrameAdapter] = [
    "ximu3_ascii": .registered("ximu3_ascii", noise: .closed(0x0A), command: ximu3Command),
    "ximu3_binary": .registered("ximu3_binary", noise: .closed(0x0A), command: ximu3Command),
    "xsens": FrameAdapter(
      make: { _ in FramedDecoder(XsensReader()) }, isChecked: true, command: xsensCommand,
      foreign: { ($0 as? FramedDecoder<XsensReader>)?.reader.lastWithoutMotion }),
  ]

  /// A JSON command by its key: `ping`, `inertial_message_rate_divisor`, `binary_mode_enabled`.
  @Sendable private static func ximu3Command(_ vector: FrameVector) -> [UInt8]? {
    switch vector.text("command") {
    case "ping": return XIMU3Command.ping.bytes
    default: break
    }
    if let divisor = vector.integer("inertial_message_rate_divisor") {
      return XIMU3Command.inertialRateDivisor(divisor).bytes
    }
    return nil
  }

  /// A message id in `mid`, or a command by its name.
  @Sendable private static func xsensCommand(_ vector: FrameVector) -> [UInt8]? {
    switch (vector.text("command")?.lowercased(), vector.integer("mid")) {
    case ("gotomeasurement"?, _), (_, 0x10?): XsensCommand.goToMeasurement.bytes
    case ("gotoconfig"?, _), (_, 0x30?): XsensCommand.goToConfig.bytes
    default: nil
    }
  }
}
