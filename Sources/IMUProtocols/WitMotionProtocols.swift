extension SerialProtocol {
  private static let keys = ["ranges", "registers", "content"]
  /// Line speeds in the order of how often models leave the factory with them.
  private static let witMotionBauds = [9600, 115_200, 921_600, 57600, 230_400, 460_800, 38400, 19200, 4800]

  static let witMotion = SerialProtocol(
    name: "witmotion", title: "WitMotion 11-byte", bauds: witMotionBauds,
    wakeUp: WitMotionCommand.read(WitMotion.Register.force).bytes,
    configurationKeys: keys,
    makeDecoder: { WitMotionDecoder(WitMotionReader(configuration: try WitMotionConfiguration(json: $0))) },
    makeEncoder: { settings in
      one(settings) { WitMotionEncoder(configuration: $0, sensor: $1) }
    })

  static let witMotion20 = SerialProtocol(
    name: "witmotion_ble20", title: "WitMotion 20-byte",
    bauds: [115_200] + witMotionBauds.filter { $0 != 115_200 },
    leastCoverage: 0.7, configurationKeys: keys,
    makeDecoder: {
      WitMotion20Decoder(WitMotion20Reader(configuration: try WitMotionConfiguration(json: $0)))
    },
    makeEncoder: { settings in
      one(settings) { WitMotion20Encoder(configuration: $0, sensor: $1) }
    })

  /// Silent until it is asked, so there is nothing to start: whoever reads it polls.
  static let witMotionModbus = SerialProtocol(
    name: "witmotion_modbus", title: "WitMotion Modbus", bauds: witMotionBauds,
    configurationKeys: keys,
    makeDecoder: {
      WitMotionModbusDecoder(WitMotionModbusReader(configuration: try WitMotionConfiguration(json: $0)))
    },
    makeEncoder: { settings in
      guard let configuration = try? WitMotionConfiguration(json: settings.configuration) else { return nil }
      return WitMotionModbusEncoder(configuration: configuration, sensors: settings.sensors)
    })

  static let rvc = SerialProtocol(
    name: "bno08x_rvc", title: "BNO08x UART-RVC", bauds: [115_200],
    makeDecoder: { _ in RVCDecoder(RVCReader()) },
    makeEncoder: { settings in
      guard settings.sensors.count == 1 else { return nil }
      return RVCEncoder(sensor: settings.sensors[0])
    })

  /// A device with one sensor; nil for more, or for a configuration that cannot be read.
  private static func one(
    _ settings: EncoderSettings, _ make: (WitMotionConfiguration, DecodedSensor) -> any SerialEncoder
  ) -> (any SerialEncoder)? {
    guard settings.sensors.count == 1,
      let configuration = try? WitMotionConfiguration(json: settings.configuration)
    else { return nil }
    return make(configuration, settings.sensors[0])
  }
}
