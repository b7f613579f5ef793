import Inertial

/// Why the text of a configuration cannot be used.
public enum TextLineConfigurationError: Error, Hashable, Sendable {
  /// Not one JSON object.
  case notAnObject
  /// A key whose value is unknown or of the wrong kind: "units.acc".
  case badValue(key: String)
  /// Axes that are no signed permutation, or a mirrored one.
  case badAxes(segment: String)
}

extension TextLineConfiguration {
  /// Reads the JSON of a device file or of a board's `#flexion` line; unknown keys are left alone.
  ///
  /// Keys: protocol, line {prefix, separator, decimal, checksum}, columns, units {t, acc, gyr, mag or a column's
  /// name}, time {source, wrap, nominal_hz}, hz, sensors, axes, fw. `checksum` may also stand at the top.
  public init(json: some Collection<UInt8>) throws(TextLineConfigurationError) {
    guard let value = DescriptionValue(parsing: json), value.entries != nil else { throw .notAnObject }
    try self.init(value)
  }

  public init(json: String) throws(TextLineConfigurationError) { try self.init(json: Array(json.utf8)) }

  init(_ value: DescriptionValue) throws(TextLineConfigurationError) {
    self.init()
    if let line = value["line"] { try readLine(line) }
    if let sum = value["checksum"] { checksum = try Self.read(sum, "checksum", TextLineChecksum.init) }
    if let names = value["columns"] { columns = try Self.names(names) }
    if let units = value["units"] { try readUnits(units) }
    if let time = value["time"] { try readTime(time) }
    if let rate = value["hz"] { nominalRate = try Self.rate(rate, "hz") }
    if let map = value["sensors"] { sensors = try Self.sensors(map) }
    if let map = value["axes"] { axes = try Self.axes(map) }
    firmware = value["fw"]?.text
  }

  private mutating func readLine(_ line: DescriptionValue) throws(TextLineConfigurationError) {
    if let value = line["prefix"] { prefix = try Self.read(value, "line.prefix") { $0 } }
    if let value = line["separator"], value.text != "auto" {
      separator = try Self.read(value, "line.separator", Separator.init(symbol:))
    }
    if let value = line["decimal"] {
      let mark = try Self.read(value, "line.decimal") { [".", ","].contains($0) ? $0 : nil }
      decimalComma = mark == ","
    }
    if let value = line["checksum"] {
      checksum = try Self.read(value, "line.checksum", TextLineChecksum.init)
    }
  }

  private mutating func readUnits(_ units: DescriptionValue) throws(TextLineConfigurationError) {
    guard let entries = units.entries else { throw .badValue(key: "units") }
    for entry in entries {
      let key = "units." + entry.key
      switch TextLineColumn.unitGroup(entry.key) {
      case .time: timeUnit = try Self.read(entry.value, key, TimeUnit.init)
      case .acceleration: acceleration = try Self.unit(entry.value, key, .specificForce)
      case .angularRate: angularRate = try Self.unit(entry.value, key, .angularRate)
      case .magneticField: magneticField = try Self.unit(entry.value, key, .magneticField)
      case nil: continue
      }
    }
  }

  private mutating func readTime(_ time: DescriptionValue) throws(TextLineConfigurationError) {
    if let value = time["source"] { timeSource = try Self.read(value, "time.source", TimeSource.init) }
    if let value = time["wrap"] {
      guard let counts = value.integer, counts > 1 else { throw .badValue(key: "time.wrap") }
      wrap = counts
    }
    if let value = time["nominal_hz"] { nominalRate = try Self.rate(value, "time.nominal_hz") }
  }

  private static func read<Value>(
    _ value: DescriptionValue, _ key: String, _ make: (String) -> Value?
  ) throws(TextLineConfigurationError) -> Value {
    guard let text = value.text, let made = make(text) else { throw .badValue(key: key) }
    return made
  }

  private static func rate(
    _ value: DescriptionValue, _ key: String
  ) throws(TextLineConfigurationError) -> Double {
    guard let rate = value.number, 0.001...100_000 ~= rate else { throw .badValue(key: key) }
    return rate
  }

  private static func names(_ value: DescriptionValue) throws(TextLineConfigurationError) -> [String] {
    let names = value.list?.compactMap(\.text) ?? []
    let told = names.map { $0.lowercased() }.filter { $0 != "_" }
    guard !names.isEmpty, names.count == value.list?.count, names.count <= TextLineColumn.maximumCount,
      Set(told).count == told.count
    else { throw .badValue(key: "columns") }
    return names
  }

  private static func unit(
    _ value: DescriptionValue, _ key: String, _ quantity: PhysicalUnit.Quantity
  ) throws(TextLineConfigurationError) -> PhysicalUnit {
    try read(value, key) { PhysicalUnit(lineSymbol: $0, quantity) }
  }

  private static func sensors(_ value: DescriptionValue) throws(TextLineConfigurationError) -> [Sensor] {
    guard let entries = value.entries, entries.count <= TextLineColumn.maximumSensors else {
      throw .badValue(key: "sensors")
    }
    var sensors: [Sensor] = []
    for entry in entries {
      let segment = entry.value.text.flatMap(BodySegment.init(rawValue:))
      if segment == nil, entry.value != .null { throw .badValue(key: "sensors." + entry.key) }
      sensors.append(Sensor(name: entry.key, segment: segment))
    }
    return sensors
  }

  private static func axes(
    _ value: DescriptionValue
  ) throws(TextLineConfigurationError) -> [BodySegment: AxisMap] {
    guard let entries = value.entries else { throw .badValue(key: "axes") }
    var axes: [BodySegment: AxisMap] = [:]
    for entry in entries {
      guard let segment = BodySegment(rawValue: entry.key), let map = entry.value.text.flatMap(AxisMap.init)
      else { throw .badAxes(segment: entry.key) }
      axes[segment] = map
    }
    return axes
  }
}
