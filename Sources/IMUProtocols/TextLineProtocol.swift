import Inertial

extension SerialProtocol {
  /// Text lines of home-made boards, which explain themselves or are explained by a device file.
  static let text = SerialProtocol(
    name: "text", title: "text lines", leastCoverage: 0.7, aliases: ["diy_csv"],
    makeDecoder: { configuration in
      if configuration.isEmpty { return TextLineDecoder() }
      return TextLineDecoder(configuration: try TextLineConfiguration(json: configuration))
    },
    makeEncoder: { settings in
      TextLineEncoder(configuration: configuration(settings)).map { TextDeviceEncoder($0, settings) }
    })

  /// As the device file says, else rows of time, id, force and rate in SI that the board describes itself.
  private static func configuration(_ settings: EncoderSettings) -> TextLineConfiguration {
    if !settings.configuration.isEmpty, let c = try? TextLineConfiguration(json: settings.configuration) {
      return c
    }
    var c = TextLineConfiguration()
    let isAlone = settings.sensors.count == 1
    c.columns = (isAlone ? ["t"] : ["t", "id"]) + ["ax", "ay", "az", "gx", "gy", "gz"]
    c.timeUnit = .microseconds
    c.acceleration = .metrePerSecondSquared
    c.angularRate = .radianPerSecond
    c.nominalRate = settings.rate
    if !isAlone { c.sensors = settings.sensors.map { .init(name: $0.name, segment: $0.segment) } }
    c.firmware = "simulated 1"
    return c
  }
}

/// A board that prints text lines.
struct TextDeviceEncoder: SerialEncoder {
  let sensors: [DecodedSensor]
  let content: SampleContent
  private var lines: TextLineEncoder

  init(_ lines: TextLineEncoder, _ settings: EncoderSettings) {
    sensors = settings.sensors
    self.lines = lines
    content = lines.content
  }

  mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    guard let first = row.first else { return }
    if lines.sensors.count > 1 {
      return lines.append(row, sensor: "", time: Self.stamp(first), to: &bytes)
    }
    for sample in row {
      let name = sensors.indices.contains(sample.sensor) ? sensors[sample.sensor].name : ""
      lines.append([sample], sensor: name, time: Self.stamp(sample), to: &bytes)
    }
  }

  mutating func appendDescription(to bytes: inout [UInt8]) { lines.appendDescription(to: &bytes) }

  static func stamp(_ sample: DecodedSample) -> Int64 {
    sample.sample.deviceTime ?? sample.sample.arrivalTime
  }
}
