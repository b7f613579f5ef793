import Inertial

extension TextLineConfiguration {
  /// Reads the JSON of a device file or of a board's `#flexion` line; unknown keys are left alone.
  ///
  /// Keys: line {prefix, separator, decimal, checksum}, columns, units {t, acc, gyr, mag, quat, angle or a column's
  /// name}, time {source, wrap, nominal_hz}, hz, sensors, axes, fw. `checksum` may also stand at the top.
  public init(json: some Collection<UInt8>) throws(DeviceConfigurationError) {
    let value = try DescriptionValue.read(json)
    guard value.entries != nil else { throw .notAnObject }
    try self.init(value)
  }

  public init(json: String) throws(DeviceConfigurationError) { try self.init(json: Array(json.utf8)) }

  init(_ value: DescriptionValue) throws(DeviceConfigurationError) {
    self.init()
    if let line = value["line"] { try readLine(line) }
    if let sum = value["checksum"] { checksum = try Self.choice(sum, "checksum") }
    if let names = value["columns"] { columns = try Self.names(names) }
    if let units = value["units"] { try readUnits(units) }
    if let time = value["time"] { try readTime(time) }
    if timeSource == .counter, let columns, !columns.contains(where: TextLineColumn.counts) {
      throw .badValue(key: "columns", expected: .counterColumn)
    }
    if let rate = value["hz"] { nominalRate = try Self.rate(rate, "hz") }
    if let map = value["sensors"] { sensors = try Self.sensors(map) }
    if let map = value["axes"] { axes = try Self.axes(map) }
    firmware = value["fw"].map { $0.text ?? $0.json }
  }

  private mutating func readLine(_ line: DescriptionValue) throws(DeviceConfigurationError) {
    guard line.entries != nil else { throw .badValue(key: "line", expected: .object) }
    if let value = line["prefix"] { prefix = try Self.text(value, "line.prefix") }
    if let value = line["separator"], value.text != "auto" {
      let known = ["auto"] + Separator.allCases.map(\.symbol)
      separator = try Self.read(value, "line.separator", .oneOf(known), Separator.init(symbol:))
    }
    if let value = line["decimal"] {
      let mark = try Self.read(value, "line.decimal", .oneOf([".", ","])) {
        [".", ","].contains($0) ? $0 : nil
      }
      decimalComma = mark == ","
    }
    if let value = line["checksum"] { checksum = try Self.choice(value, "line.checksum") }
  }

  private mutating func readUnits(_ units: DescriptionValue) throws(DeviceConfigurationError) {
    guard let entries = units.entries else { throw .badValue(key: "units", expected: .object) }
    for entry in entries {
      let key = "units." + entry.key
      switch TextLineColumn.unitGroup(entry.key) {
      case .time: timeUnit = try Self.choice(entry.value, key)
      case .acceleration: acceleration = try Self.unit(entry.value, key, .specificForce)
      case .angularRate: angularRate = try Self.unit(entry.value, key, .angularRate)
      case .magneticField: magneticField = try Self.unit(entry.value, key, .magneticField)
      case .quaternion: quaternionOrder = try Self.choice(entry.value, key)
      case .angles: angleUnit = try Self.choice(entry.value, key)
      case nil: continue
      }
    }
  }

  private mutating func readTime(_ time: DescriptionValue) throws(DeviceConfigurationError) {
    guard time.entries != nil else { throw .badValue(key: "time", expected: .object) }
    if let value = time["source"] { timeSource = try Self.choice(value, "time.source") }
    if let value = time["wrap"], value != .null {
      guard let counts = value.integer, counts > 1 else {
        throw .badValue(key: "time.wrap", expected: .wholeNumber(2 ... .max))
      }
      wrap = counts
    }
    if let value = time["nominal_hz"] { nominalRate = try Self.rate(value, "time.nominal_hz") }
  }

  // MARK: Values

  private static func read<Value>(
    _ value: DescriptionValue, _ key: String, _ expected: ExpectedValue, _ make: (String) -> Value?
  ) throws(DeviceConfigurationError) -> Value {
    guard let text = value.text, let made = make(text) else { throw .badValue(key: key, expected: expected) }
    return made
  }

  private static func text(
    _ value: DescriptionValue, _ key: String
  ) throws(DeviceConfigurationError) -> String {
    try read(value, key, .text) { $0 }
  }

  /// One of the words of an enumeration.
  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ value: DescriptionValue, _ key: String
  ) throws(DeviceConfigurationError) -> Value {
    try read(value, key, .oneOf(Value.allCases.map(\.rawValue)), Value.init)
  }

  private static func rate(
    _ value: DescriptionValue, _ key: String
  ) throws(DeviceConfigurationError) -> Double {
    let range = 0.001...100_000
    guard let rate = value.number, range ~= rate else { throw .badValue(key: key, expected: .number(range)) }
    return rate
  }

  private static func names(_ value: DescriptionValue) throws(DeviceConfigurationError) -> [String] {
    let names = value.list?.compactMap(\.text) ?? []
    let told = names.map { $0.lowercased() }.filter { $0 != "_" }
    guard !names.isEmpty, names.count == value.list?.count, names.count <= TextLineColumn.maximumCount,
      Set(told).count == told.count
    else { throw .badValue(key: "columns", expected: .names(maximum: TextLineColumn.maximumCount)) }
    return names
  }

  private static func unit(
    _ value: DescriptionValue, _ key: String, _ quantity: PhysicalUnit.Quantity
  ) throws(DeviceConfigurationError) -> PhysicalUnit {
    try read(value, key, .oneOf(PhysicalUnit.lineSymbols(quantity))) {
      PhysicalUnit(lineSymbol: $0, quantity)
    }
  }

  private static func sensors(_ value: DescriptionValue) throws(DeviceConfigurationError) -> [Sensor] {
    guard let entries = value.entries, entries.count <= TextLineColumn.maximumSensors else {
      throw .badValue(key: "sensors", expected: .object)
    }
    var sensors: [Sensor] = []
    for entry in entries {
      let segment = entry.value.text.flatMap(BodySegment.init(rawValue:))
      if segment == nil, entry.value != .null {
        let known = BodySegment.allCases.map(\.rawValue)
        throw .badValue(key: "sensors." + entry.key, expected: .oneOf(known))
      }
      sensors.append(Sensor(name: entry.key, segment: segment))
    }
    return sensors
  }

  private static func axes(
    _ value: DescriptionValue
  ) throws(DeviceConfigurationError) -> [BodySegment: AxisMap] {
    guard let entries = value.entries else { throw .badValue(key: "axes", expected: .object) }
    var axes: [BodySegment: AxisMap] = [:]
    for entry in entries {
      guard let segment = BodySegment(rawValue: entry.key), let map = entry.value.text.flatMap(AxisMap.init)
      else { throw .badAxes(segment: entry.key) }
      axes[segment] = map
    }
    return axes
  }
}
