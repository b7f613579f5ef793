import JSONText

@testable import IMUProtocols

extension FrameAdapter {
  static let witMotion: [String: FrameAdapter] = [
    "witmotion": FrameAdapter(
      make: { vector in
        var decoder = WitMotionDecoder(WitMotionReader())
        if let register = vector.integer(config: "register") {
          decoder.observe(sent: WitMotionCommand.read(UInt8(register)).bytes)
        }
        return decoder
      }, isChecked: true, command: command),
    "witmotion_ble20": .registered("witmotion_ble20", needsNext: true, command: command),
    "witmotion_modbus": FrameAdapter(
      make: { vector in
        var configuration = WitMotionConfiguration()
        if let first = vector.integer(config: "start_register") { configuration.firstRegister = first }
        if let count = vector.integer(config: "count") { configuration.registerCount = count }
        return WitMotionModbusDecoder(WitMotionModbusReader(configuration: configuration))
      }, noise: .none, isChecked: true, command: modbusRequest),
    "bno08x_rvc": .registered("bno08x_rvc", isChecked: true),
  ]

  /// `FF AA ..`: a named command, a register with a value, or a register to read.
  @Sendable private static func command(_ vector: FrameVector) -> [UInt8]? {
    switch vector.text("command") {
    case "unlock": return WitMotionCommand.unlock.bytes
    case "save": return WitMotionCommand.save.bytes
    default: break
    }
    if let register = vector.integer("read_register") { return WitMotionCommand.read(UInt8(register)).bytes }
    guard let register = vector.integer("register") ?? vector.integer("start_register") else { return nil }
    guard let value = vector.integer("value") else { return WitMotionCommand.read(UInt8(register)).bytes }
    return WitMotionCommand.write(UInt8(register), UInt16(value)).bytes
  }

  @Sendable private static func modbusRequest(_ vector: FrameVector) -> [UInt8]? {
    guard let address = vector.integer("address"),
      let register = vector.integer("start_register") ?? vector.integer("register")
    else { return nil }
    if let value = vector.integer("value") {
      return WitMotionModbusRequest.write(
        address: UInt8(address), register: UInt16(register), value: UInt16(value)
      ).bytes
    }
    guard let count = vector.integer("count") else { return nil }
    return WitMotionModbusRequest.read(
      address: UInt8(address), first: UInt16(register), count: UInt16(count)
    ).bytes
  }
}

extension FrameVector {
  func text(_ name: String) -> String? {
    guard case .text(let text)? = fields.first(where: { $0.name == name })?.value else { return nil }
    return text
  }

  func integer(_ name: String) -> Int? {
    guard case .integer(let number)? = fields.first(where: { $0.name == name })?.value else { return nil }
    return Int(number)
  }

  func integer(config key: String) -> Int? {
    guard case .integer(let number)? = config?[key] else { return nil }
    return Int(number)
  }
}
