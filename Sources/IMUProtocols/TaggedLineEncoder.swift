import Inertial

/// A product that prints lines of one of its kinds.
struct TaggedLineEncoder: SerialEncoder {
  let sensors: [DecodedSensor]
  private var lines: TextLineEncoder

  var content: SampleContent { lines.content }

  /// The kind whose columns the configuration names, else the one with the tag `typical`. nil for several sensors, which
  /// these lines cannot tell apart.
  init?(_ kinds: [TextLineKind], typical: String, _ settings: EncoderSettings) {
    guard settings.sensors.count == 1,
      let said = settings.configuration.isEmpty
        ? TextLineConfiguration() : try? TextLineConfiguration(json: settings.configuration)
    else { return nil }
    let named = kinds.first { $0.configuration.columns == said.columns }
    guard let kind = said.columns == nil ? kinds.first(where: { $0.tag == typical }) : named,
      var lines = TextLineEncoder(configuration: kind.with(said).configuration)
    else { return nil }
    sensors = settings.sensors
    // These products print whole counts, or two decimals.
    if kind.tag.hasPrefix("#") { lines.decimals = [2, 2, 2] }
    lines.orientationDecimals = (2, 2)
    self.lines = lines
  }

  mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    guard var first = row.first else { return }
    first.orientation = first.orientation.map { $0.counted(in: lines.configuration.orientationFrame) }
    lines.append([first], sensor: "", time: TextDeviceEncoder.stamp(first), to: &bytes)
  }
}

extension DeviceOrientation {
  /// The same attitude in axes with z down, where a device counts so; the heading starts elsewhere.
  func counted(in frame: Frame) -> DeviceOrientation {
    guard frame == .northEastDown, self.frame != .northEastDown else { return self }
    return DeviceOrientation(Quaternion(0, 1, 0, 0) * quaternion, frame: .northEastDown)
  }
}
