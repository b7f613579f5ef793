import IMUProtocols

extension PortSetup {
  /// Takes what a protocol and the user's device file say of how to open, start, stop and poll. What the file says wins.
  ///
  /// `decoder`: the configuration of the decoder, for the addresses that are polled.
  public mutating func adopt(
    _ spoken: SerialProtocol, device: DeviceConfiguration? = nil, decoder: String = "", rate: Double? = nil
  ) {
    start = (device?.start ?? spoken.start).map(Self.command)
    stop = (device?.stop ?? spoken.stop).map(Self.command)
    if let baud = device?.baud { settings.baud = baud }
    if let device { settings.keepsControlLinesLow = device.terminalReady == .low }
    if let settle = device?.settleMilliseconds { patience.settling = Int64(settle) * 1_000_000 }
    patience.stall = PortReader.Patience.stall(nominalRate: rate)
    if spoken.name == SerialProtocol.polledName { poll = Self.poll(decoder, rate) }
  }

  private static func command(_ bytes: [UInt8]) -> PortCommand {
    PortCommand(name(of: bytes), bytes, acknowledge: .answering(bytes))
  }

  /// Text as it is, else hexadecimal: "#ox", "FA FF 10 00 F1".
  static func name(of bytes: [UInt8]) -> String {
    let text = bytes.drop { $0 < 0x20 }.reversed().drop { $0 < 0x20 }.reversed()
    if !text.isEmpty, text.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return "`\(String(decoding: text, as: UTF8.self))`"
    }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }

  /// Every address of the configuration in turn. A line that is too slow leaves rounds out.
  private static func poll(_ decoder: String, _ rate: Double?) -> PortPoll? {
    guard let configuration = try? WitMotionConfiguration(json: decoder) else { return nil }
    return PortPoll(configuration.polls(rate: rate ?? 100), answerLength: 5 + 2 * configuration.registerCount)
  }
}

extension SerialProtocol {
  /// The protocol whose sensors are silent until they are asked.
  static let polledName = "witmotion_modbus"
}
