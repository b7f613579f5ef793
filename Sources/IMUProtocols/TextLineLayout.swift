import Inertial

/// A configuration worked out for decoding: where each field of a line goes, and by what it is multiplied.
struct TextLineLayout: Sendable {
  /// What the decoder does with one field.
  enum Field: Hashable, Sendable {
    case time, identifier, number, text, ignored
    /// Place in the row of values: sensor * 9 + group * 3 + axis.
    case value(Int)
  }

  let names: [[UInt8]]
  let fields: [Field]
  /// Suffixes of a wide row; one empty name otherwise.
  let suffixes: [String]
  let hasTime: Bool
  let hasIdentifier: Bool
  /// SI per printed unit, by group; nil where nobody states the unit or the columns are absent.
  let scale: [Double?]
  let columnsMissing: [String]
  let unitsMissing: [String]
  /// ns per count of the time column, nil when it cannot be used.
  let timeScale: TimeScale?
  /// ns after which the time column starts again; nil: never.
  let wrap: Int64?

  /// How the digits of the time column become ns.
  enum TimeScale: Hashable, Sendable {
    /// Exact: the text shifted by so many decimals.
    case decimals(Int)
    /// Counts times a period [ns].
    case period(Double)
  }

  /// True when lines give samples: a gyroscope with a known unit, and no quantity without one.
  var isUsable: Bool { columnsMissing.isEmpty && unitsMissing.isEmpty }

  init(_ configuration: TextLineConfiguration, columns: [String]) {
    let roles = columns.map(TextLineColumn.init(name:))
    let suffixes = Self.suffixes(roles)
    self.suffixes = suffixes
    names = columns.map { Array($0.trimmingBlanks().lowercased().utf8) }
    let fields: [Field] = roles.map { role in
      switch role {
      case .time: .time
      case .identifier: .identifier
      case .number: .number
      case .text: .text
      case .ignored: .ignored
      case .component(let group, let axis, let sensor):
        suffixes.firstIndex(of: sensor).map { .value($0 * 9 + group.rawValue * 3 + axis) } ?? .number
      }
    }
    self.fields = fields
    hasIdentifier = fields.contains(.identifier)
    columnsMissing = Self.columnsMissing(fields, suffixes: suffixes)
    let present = TextLineColumn.Group.allCases.map { Self.isComplete($0, fields, sensors: suffixes.count) }
    let units = [configuration.acceleration, configuration.angularRate, configuration.magneticField]
    scale = zip(present, units).map { $0 ? $1?.scaleToSI : nil }
    let stated = columns.lazy.compactMap { TextLineColumn.timeUnits[$0.trimmingBlanks().lowercased()] }.first
    timeScale = Self.timeScale(configuration, unit: configuration.timeUnit ?? stated)
    wrap = Self.wrap(configuration, timeScale)
    hasTime = fields.contains(.time) && configuration.timeSource != .host
    var missing: [String] = []
    for (group, name) in ["acc", "gyr", "mag"].enumerated() where present[group] && units[group] == nil {
      missing.append(name)
    }
    if hasTime, timeScale == nil { missing.append("t") }
    unitsMissing = missing
  }

  /// Distinct suffixes in the order of the columns; the empty one only when there is no other.
  private static func suffixes(_ roles: [TextLineColumn]) -> [String] {
    var found: [String] = []
    for case .component(_, _, let sensor) in roles where !sensor.isEmpty && !found.contains(sensor) {
      found.append(sensor)
    }
    return found.isEmpty ? [""] : Array(found.prefix(TextLineColumn.maximumSensors))
  }

  /// A group counts as present when all three axes of every sensor have a column.
  private static func isComplete(_ group: TextLineColumn.Group, _ fields: [Field], sensors: Int) -> Bool {
    (0..<sensors).allSatisfy { sensor in
      (0..<3).allSatisfy { fields.contains(.value(sensor * 9 + group.rawValue * 3 + $0)) }
    }
  }

  /// Gyroscope columns that are absent, and those that a half present quantity lacks.
  private static func columnsMissing(_ fields: [Field], suffixes: [String]) -> [String] {
    var missing: [String] = []
    for (group, letter) in zip(TextLineColumn.Group.allCases, ["a", "g", "m"]) {
      let places = suffixes.indices.flatMap { sensor in
        (0..<3).map {
          (sensor * 9 + group.rawValue * 3 + $0, letter + ["x", "y", "z"][$0], suffixes[sensor])
        }
      }
      let absent = places.filter { !fields.contains(.value($0.0)) }
      if group != .angularRate, absent.count == places.count { continue }
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
    }
  }
}
