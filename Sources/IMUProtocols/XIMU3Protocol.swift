/// Commands of an x-IMU3: JSON lines ended by CR LF, which the device answers with a line of the same key.
public enum XIMU3Command: Hashable, Sendable {
  case ping
  /// Inertial messages at 400 Hz divided by this.
  case inertialRateDivisor(Int)
  case binaryMode(Bool)

  /// The rate [Hz] that the divisor divides.
  public static let baseRate = 400.0

  /// The divisor whose rate is nearest to `rate` [Hz].
  public static func divisor(forRate rate: Double) -> Int { max(1, Int((baseRate / max(rate, 1)).rounded())) }

  public var bytes: [UInt8] {
    let text =
      switch self {
      case .ping: "{\"ping\":null}"
      case .inertialRateDivisor(let divisor): "{\"inertial_message_rate_divisor\":\(divisor)}"
      case .binaryMode(let isOn): "{\"binary_mode_enabled\":\(isOn)}"
      }
    return Array((text + "\r\n").utf8)
  }
}

extension SerialProtocol {
  static let ximu3ASCII = ximu3(name: "ximu3_ascii", title: "x-IMU3 text", form: .text)
  static let ximu3Binary = ximu3(name: "ximu3_binary", title: "x-IMU3 binary", form: .binary)

  /// Both forms have one decoder, which reads either; the name says what the device is asked for.
  private static func ximu3(name: String, title: String, form: XIMU3Encoder.Form) -> SerialProtocol {
    SerialProtocol(
      name: name, title: title, bauds: [115_200], wakeUp: XIMU3Command.ping.bytes,
      aliases: form == .text ? ["ximu3-ascii", "ximu3"] : [],
      ownsFrameType: { ($0 & UInt32(XIMU3Message.binaryBit) != 0) == (form == .binary) },
      makeDecoder: { _ in FramedDecoder(XIMU3Reader()) },
      makeEncoder: { settings in
        let names = settings.sensors.map { XIMU3Channels.bytes(of: $0.name) }
        guard settings.sensors.count == 1 || names.allSatisfy({ !$0.isEmpty }) else { return nil }
        return XIMU3Encoder(form: form, sensors: settings.sensors)
      })
  }
}
