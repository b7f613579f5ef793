import JSONText

@testable import IMUProtocols

extension FrameAdapter {
  static let laboratory: [String: FrameAdapter] = [
    "ximu3_ascii": .registered("ximu3_ascii", noise: .closed(0x0A), command: ximu3Command),
    "ximu3_binary": .registered("ximu3_binary", noise: .closed(0x0A), command: ximu3Command),
    "xsens": FrameAdapter(
      make: { _ in FramedDecoder(XsensReader()) }, isChecked: true, command: xsensCommand,
      foreign: { ($0 as? FramedDecoder<XsensReader>)?.reader.lastWithoutMotion }),
    "mip": .registered("mip", isChecked: true, command: mipCommand),
    "openimu": .registered("openimu", isChecked: true),
    "vectornav_ascii": .registered(
      "vectornav_ascii", noise: .closed(0x0A), isChecked: true, command: vectorNavCommand),
    "vectornav_binary": .registered("vectornav_binary", isChecked: true),
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

  /// `field_0c_0f` holds the data of that field as hex text.
  @Sendable private static func mipCommand(_ vector: FrameVector) -> [UInt8]? {
    let names = ["ping": MIPCommand.ping, "idle": .idle, "resume": .resume]
    if let command = vector.text("command"), let known = names[command] { return known.bytes }
    for field in vector.fields {
      let parts = field.name.split(separator: "_")
      guard parts.count == 3, parts[0] == "field", case .text(let text) = field.value,
        let set = UInt8(parts[1], radix: 16), let descriptor = UInt8(parts[2], radix: 16)
      else { continue }
      return MIPCommand.packet(set: set, field: descriptor, bytes(text))
    }
    return nil
  }

  @Sendable private static func vectorNavCommand(_ vector: FrameVector) -> [UInt8]? {
    if let number = vector.integer("read_register") { return VectorNavCommand.readRegister(number).bytes }
    guard let number = vector.integer("register"), let value = vector.integer("value") else { return nil }
    return VectorNavCommand.writeRegister(number, "\(value)").bytes
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
