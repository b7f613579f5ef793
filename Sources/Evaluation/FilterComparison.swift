/// Which error is compared.
public enum FilterMeasure: String, CaseIterable, Hashable, Sendable {
  case total, heading, inclination

  /// [deg]; nil where the row failed or has no heading.
  public func value(_ score: OrientationScore?) -> Double? {
    switch self {
    case .total: score?.total
    case .heading: score?.heading
    case .inclination: score?.inclination
    }
  }
}

/// One method of ours against one opponent in one timing and measure, recording by recording.
public struct FilterComparison: Sendable {
  /// One sensor of one recording of both. Degrees.
  public struct Pair: Hashable, Sendable {
    public var recording: String
    public var sensor: String
    public var ours: Double
    public var theirs: Double

    public var ratio: Double { ours / theirs }
  }

  public var method: FilterContender
  public var opponent: String
  public var timing: TimingRow
  public var measure: FilterMeasure
  /// Recordings that both have.
  public var pairs: [Pair]
  /// nil when a row of either failed: then nothing can be said.
  public var paired: PairedComparison?

  /// Mean of ours over mean of theirs.
  public var ratio: Double? {
    guard paired != nil else { return nil }
    return pairs.map(\.ours).reduce(0, +) / pairs.map(\.theirs).reduce(0, +)
  }

  /// Recordings on which ours is worse by more than a fifth: each needs a sentence.
  public var conspicuous: [Pair] { pairs.filter { $0.ratio > 1.2 } }
}

/// Errors to compare with, by method and by place.
public struct FilterOpponents: Sendable {
  /// An error of an opponent; nil where it failed.
  public struct Errors: Sendable {
    public var total: Double?
    public var heading: Double?
    public var inclination: Double?

    public init(total: Double?, heading: Double?, inclination: Double?) {
      self.total = total
      self.heading = heading
      self.inclination = inclination
    }

    func value(_ measure: FilterMeasure) -> Double? {
      switch measure {
      case .total: total
      case .heading: heading
      case .inclination: inclination
      }
    }
  }

  struct Key: Hashable {
    var method: String
    var recording: String
    var sensor: String?
    var timing: TimingRow
  }

  private var errors: [Key: Errors] = [:]
  /// Names in the order in which they came.
  public private(set) var names: [String] = []

  /// Their rows are those that are compared: no method is its own opponent.
  private var areOfSameRun = false

  public init() {}

  /// Every method of a run of the bench.
  public init(_ table: FilterBenchTable) {
    areOfSameRun = true
    for row in table.rows {
      add(
        row.method.name, recording: row.recording, sensor: row.sensor, timing: row.timing,
        Errors(
          total: row.score?.total, heading: row.score?.heading, inclination: row.score?.inclination))
    }
  }

  /// - Parameter sensor: nil for errors that are of the only sensor of a recording.
  public mutating func add(
    _ method: String, recording: String, sensor: String? = nil, timing: TimingRow, _ values: Errors
  ) {
    if !names.contains(method) { names.append(method) }
    errors[Key(method: method, recording: recording, sensor: sensor, timing: timing)] = values
  }

  /// The method that is meant for rows with or without a heading: the very name, or the name without `9D` or `6D`.
  ///
  /// 6D is compared with 9D where there is no 6D: their inclinations say the same.
  public func name(_ wanted: String, usesField: Bool) -> String? {
    let candidates = [wanted, wanted + (usesField ? " 9D" : " 6D")] + (usesField ? [] : [wanted + " 9D"])
    return candidates.first { names.contains($0) }
  }

  fileprivate func errors(_ method: String, _ row: FilterBenchRow) -> Errors? {
    errors[Key(method: method, recording: row.recording, sensor: row.sensor, timing: row.timing)]
      ?? errors[Key(method: method, recording: row.recording, sensor: nil, timing: row.timing)]
  }

  /// Compares every method of the table with its opponent, measure by measure, in the order of the rows.
  ///
  /// - Parameter opponent: name of the opponent of a method; nil: it has none.
  public func comparisons(
    _ table: FilterBenchTable, opponent: (FilterContender) -> String?
  ) -> [FilterComparison] {
    table.methods.flatMap { method -> [FilterComparison] in
      guard let wanted = opponent(method), let name = name(wanted, usesField: method.usesField),
        !areOfSameRun || name != method.name
      else { return [] }
      let measures: [FilterMeasure] = method.usesField ? [.total, .inclination] : [.inclination]
      return TimingRow.allCases.flatMap { timing in
        measures.compactMap { comparison(table, method, name, timing, $0) }
      }
    }
  }

  private func comparison(
    _ table: FilterBenchTable, _ method: FilterContender, _ name: String, _ timing: TimingRow,
    _ measure: FilterMeasure
  ) -> FilterComparison? {
    let rows = table.rows.filter { $0.method == method && $0.timing == timing }
    let known = rows.compactMap { row in errors(name, row).map { (row, $0) } }
    guard !known.isEmpty else { return nil }
    let pairs = known.compactMap { row, theirs -> FilterComparison.Pair? in
      guard let ours = measure.value(row.score), let theirs = theirs.value(measure) else { return nil }
      return FilterComparison.Pair(
        recording: row.recording, sensor: row.sensor, ours: ours, theirs: theirs)
    }
    let isWhole = pairs.count == known.count
    return FilterComparison(
      method: method, opponent: name, timing: timing, measure: measure, pairs: pairs,
      paired: isWhole ? PairedComparison(differences: pairs.map { $0.ours - $0.theirs }) : nil)
  }
}
