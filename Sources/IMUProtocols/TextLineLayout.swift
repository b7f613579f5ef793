import Inertial

/// A configuration worked out for decoding: where each field of a line goes, and by what it is multiplied.
struct TextLineLayout: Sendable {
  typealias Group = TextLineColumn.Group

  /// What the decoder does with one field.
  enum Field: Hashable, Sendable {
    case time, timeOfDay, counter, identifier, number, text, ignored
    /// Place in the row of values: sensor * `Group.valueCount` + place in the sensor.
    case value(Int)
  }

  let names: [[UInt8]]
  let fields: [Field]
  /// What each field is multiplied by to become SI; 1 for fields that are no values.
  let factors: [Double]
  /// Suffixes of a wide row; one empty name otherwise.
  let suffixes: [String]
  let hasTime: Bool
  let hasIdentifier: Bool
  /// Quantities that are whole and have a unit.
  let content: TextLineColumn.GroupSet
  let columnsMissing: [String]
  let unitsMissing: [String]
  /// ns per count of the time column, nil when it cannot be used.
  let timeScale: TimeScale?
  /// Stamps of a millisecond or more: several samples may share one.
  var isCoarse: Bool { timeScale == .timeOfDay || timeScale == .decimals(6) }
  /// ns after which the time column starts again; nil: never.
  let wrap: Int64?

  /// How the digits of the time column become ns.
  enum TimeScale: Hashable, Sendable {
    /// Exact: the text shifted by so many decimals.
    case decimals(Int)
    /// Counts times a period [ns].
    case period(Double)
    /// Hours, minutes and seconds.
    case timeOfDay
  }

  /// True when lines give samples: a gyroscope or an orientation with a known unit, and no sensor quantity without.
  var isUsable: Bool {
    columnsMissing.isEmpty && unitsMissing.isEmpty
      || content.has(.angularRate) && unitsMissing.allSatisfy(Self.isOptional)
        && columnsMissing.isEmpty
  }

  /// Orientation beside a gyroscope may stay away.
  private static func isOptional(_ unit: String) -> Bool { unit == "quat" || unit == "angle" }

  /// Factor of a quantity to SI; nil where nobody states its unit.
  static func factor(_ group: Group, _ configuration: TextLineConfiguration) -> Double? {
    switch group {
    case .acceleration: configuration.acceleration?.scaleToSI
    case .angularRate: configuration.angularRate?.scaleToSI
    // Without a unit a field keeps its direction, which is all that is used of it.
    case .magneticField: configuration.magneticField?.scaleToSI ?? 1
    case .quaternion: 1
    case .angles: configuration.angleUnit?.scaleToRadians
    }
  }

  init(_ configuration: TextLineConfiguration, columns: [String]) {
    let roles = TextLineColumn.roles(of: columns, quaternionOrder: configuration.quaternionOrder)
    let suffixes = Self.suffixes(roles)
    self.suffixes = suffixes
    names = columns.map { Array($0.trimmingBlanks().lowercased().utf8) }
    let fields = Self.fields(roles, suffixes, configuration)
    self.fields = fields
    factors = roles.map { role in
      guard case .component(let group, _, _) = role else { return 1 }
      return Self.factor(group, configuration) ?? 1
    }
    hasIdentifier = fields.contains(.identifier)
    let whole = Group.allCases.map { Self.isComplete($0, fields, sensors: suffixes.count) }
    let factors = Group.allCases.map { Self.factor($0, configuration) }
    let delivered = Group.allCases.filter { whole[$0.rawValue] && factors[$0.rawValue] != nil }
    content = TextLineColumn.GroupSet(delivered.map { TextLineColumn.GroupSet($0) })
    let hasOrientation = whole[Group.quaternion.rawValue] || whole[Group.angles.rawValue]
    columnsMissing = Self.columnsMissing(
      fields, suffixes: suffixes, needsRate: !hasOrientation && !configuration.isPart)
    let stated = columns.lazy.compactMap { TextLineColumn.timeUnits[$0.trimmingBlanks().lowercased()] }.first
    timeScale =
      fields.contains(.timeOfDay)
      ? .timeOfDay : Self.timeScale(configuration, unit: configuration.timeUnit ?? stated)
    wrap = Self.wrap(configuration, timeScale)
    hasTime = (fields.contains(.time) || fields.contains(.timeOfDay)) && configuration.timeSource != .host
    var missing = zip(Group.allCases, ["acc", "gyr", "mag", "quat", "angle"]).compactMap { group, name in
      whole[group.rawValue] && factors[group.rawValue] == nil ? name : nil
    }
    if roles.contains(where: { if case .quaternionNumber = $0 { true } else { false } }) {
      missing.append("quat")
    }
    if hasTime, timeScale == nil { missing.append("t") }
    unitsMissing = missing
  }

  private static func fields(
    _ roles: [TextLineColumn], _ suffixes: [String], _ configuration: TextLineConfiguration
  ) -> [Field] {
    let hasTime = roles.contains(.time)
    let counts = configuration.timeSource == .counter && !hasTime
    return roles.map { role in
      switch role {
      case .time: .time
      // A counter of microseconds beside it is the better clock.
      case .timeOfDay: hasTime ? .text : .timeOfDay
      case .counter: counts ? .time : .counter
      case .identifier: .identifier
      case .quaternionNumber: .number
      case .text: .text
      case .ignored: .ignored
      case .component(let group, let axis, let sensor):
        suffixes.firstIndex(of: sensor).map { .value($0 * Group.valueCount + group.offset + axis) } ?? .number
      }
    }
  }

  /// Distinct suffixes in the order of the columns; the empty one only when there is no other.
  private static func suffixes(_ roles: [TextLineColumn]) -> [String] {
    var found: [String] = []
    for case .component(_, _, let sensor) in roles where !sensor.isEmpty && !found.contains(sensor) {
      found.append(sensor)
    }
    return found.isEmpty ? [""] : Array(found.prefix(TextLineColumn.maximumSensors))
  }

  /// A group counts as present when all axes of every sensor have a column.
  private static func isComplete(_ group: Group, _ fields: [Field], sensors: Int) -> Bool {
    (0..<sensors).allSatisfy { sensor in
      group.names.indices.allSatisfy {
        fields.contains(.value(sensor * Group.valueCount + group.offset + $0))
      }
    }
  }

  /// Gyroscope columns that are absent where they are needed, and those that a half present quantity lacks.
  private static func columnsMissing(_ fields: [Field], suffixes: [String], needsRate: Bool) -> [String] {
    var missing: [String] = []
    for group in Group.allCases {
      let places = suffixes.indices.flatMap { sensor in
        group.names.enumerated().map {
          (sensor * Group.valueCount + group.offset + $0.offset, $0.element, suffixes[sensor])
        }
      }
      let absent = places.filter { !fields.contains(.value($0.0)) }
      if absent.count == places.count, group != .angularRate || !needsRate { continue }
      // A heading alone, or none: what is there of the angles is no orientation, and harms none.
      if group == .angles, !absent.isEmpty, !needsRate { continue }
      missing += absent.map { $0.1 + ($0.2.first?.isLetter == true ? "@" : "") + $0.2 }
    }
    return missing
  }

  private static func timeScale(
    _ configuration: TextLineConfiguration, unit: TextLineConfiguration.TimeUnit?
  ) -> TimeScale? {
    if configuration.timeSource == .counter { return configuration.nominalRate.map { .period(1e9 / $0) } }
    switch unit {
    case .microseconds: return .decimals(3)
    case .milliseconds: return .decimals(6)
    case .seconds: return .decimals(9)
    case nil: return nil
    }
  }

  /// Nanoseconds after which the time column starts again; a column in seconds never does unless it is said.
  private static func wrap(_ configuration: TextLineConfiguration, _ scale: TimeScale?) -> Int64? {
    if scale == .timeOfDay { return 86_400_000_000_000 }
    let counts = configuration.wrap ?? (scale == .decimals(9) ? nil : 1 << 32)
    guard let counts, let scale else { return nil }
    switch scale {
    case .decimals(let decimals):
      let (product, overflow) = (0..<decimals).reduce((counts, false)) { sum, _ in
        let next = sum.0.multipliedReportingOverflow(by: 10)
        return (next.partialValue, sum.1 || next.overflow)
      }
      return overflow ? nil : product
    case .period(let period): return Int64(exactly: (Double(counts) * period).rounded())
    case .timeOfDay: return nil
    }
  }
}
