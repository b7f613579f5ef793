import Inertial

extension TextLineConfiguration {
  /// JSON that `init(json:)` reads back to an equal value: what a raw log keeps.
  public var json: String { DescriptionValue.map(entries).json }

  /// What the line begins with by which a board describes itself.
  public static let descriptionMark = "#flexion"

  /// The line by which a board describes itself, without line end.
  public var descriptionLine: String { Self.descriptionMark + " " + json }

  var entries: [DescriptionValue.Entry] {
    var result: [DescriptionValue.Entry] = []
    func add(_ key: String, _ value: DescriptionValue?) {
      if let value { result.append(.init(key: key, value: value)) }
    }
    add("line", Self.map(line))
    add("columns", columns.map { .list($0.map { .text($0) }) })
    add("units", Self.map(units))
    add("time", Self.map(time))
    add("hz", nominalRate.map { .number("\($0)") })
    add("sensors", Self.map(sensors.map { ($0.name, $0.segment.map { .text($0.rawValue) } ?? .null) }))
    let turned = BodySegment.allCases.map { ($0.rawValue, axes[$0].map { DescriptionValue.text($0.text) }) }
    add("axes", Self.map(turned))
    add("fw", firmware.map { .text($0) })
    return result
  }

  private var line: [(String, DescriptionValue?)] {
    [
      ("prefix", prefix.isEmpty ? nil : .text(prefix)),
      ("separator", separator.map { .text($0.symbol) }),
      ("decimal", decimalComma.map { .text($0 ? "," : ".") }),
      ("checksum", checksum.map { .text($0.rawValue) }),
    ]
  }

  private var units: [(String, DescriptionValue?)] {
    [
      ("t", timeUnit.map { .text($0.rawValue) }),
      ("acc", acceleration.map { .text($0.lineSymbol) }),
      ("gyr", angularRate.map { .text($0.lineSymbol) }),
      ("mag", magneticField.map { .text($0.lineSymbol) }),
      ("quat", quaternionOrder.map { .text($0.rawValue) }),
      ("angle", angleUnit.map { .text($0.rawValue) }),
    ]
  }

  private var time: [(String, DescriptionValue?)] {
    [
      ("source", timeSource == .column ? nil : .text(timeSource.rawValue)),
      ("wrap", wrap.map { .number("\($0)") }),
    ]
  }

  /// nil when every value is nil: an empty object says nothing.
  private static func map(_ pairs: [(String, DescriptionValue?)]) -> DescriptionValue? {
    let entries = pairs.compactMap { pair in pair.1.map { DescriptionValue.Entry(key: pair.0, value: $0) } }
    return entries.isEmpty ? nil : .map(entries)
  }
}

extension TextLineConfiguration.Separator {
  /// "," ";" TAB or blank, as the `separator` key says it.
  var symbol: String {
    switch self {
    case .comma: ","
    case .semicolon: ";"
    case .tab: "\t"
    case .blanks: " "
    }
  }

  init?(symbol: String) {
    guard let match = Self.allCases.first(where: { $0.symbol == symbol || $0.rawValue == symbol }) else {
      return nil
    }
    self = match
  }
}

extension PhysicalUnit {
  /// The unit as the `units` key spells it: "m/s2", "g", "lsb:16384", "deg/s".
  var lineSymbol: String {
    switch self {
    case .metrePerSecondSquared: "m/s2"
    case .countsPerGravity(let counts), .countsPerDegreePerSecond(let counts): "lsb:\(counts)"
    default: symbol
    }
  }

  /// nil for a spelling that is not a unit of this quantity. `lsb:N` is counts a g, or a degree per second.
  init?(lineSymbol: String, _ quantity: Quantity) {
    if lineSymbol.hasPrefix("lsb:") {
      guard let counts = Double(lineSymbol.dropFirst(4)), counts > 0, counts.isFinite else { return nil }
      switch quantity {
      case .specificForce: self = .countsPerGravity(counts)
      case .angularRate: self = .countsPerDegreePerSecond(counts)
      case .magneticField: return nil
      }
      return
    }
    let spelling = lineSymbol == "dps" ? "deg/s" : lineSymbol == "m/s^2" ? "m/s2" : lineSymbol
    guard let unit = Self.named.first(where: { $0.quantity == quantity && $0.lineSymbol == spelling }) else {
      return nil
    }
    self = unit
  }

  /// What a device file may write for a quantity.
  static func lineSymbols(_ quantity: Quantity) -> [String] {
    named.filter { $0.quantity == quantity }.map(\.lineSymbol)
      + (quantity == .specificForce ? ["lsb:16384"] : quantity == .angularRate ? ["lsb:131"] : [])
  }

  private static let named: [PhysicalUnit] = [
    .metrePerSecondSquared, .standardGravity, .milliGravity, .radianPerSecond, .degreePerSecond,
    .millidegreePerSecond, .microtesla, .millitesla, .nanotesla, .gauss, .milligauss,
  ]
}
