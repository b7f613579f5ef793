import Evaluation

/// What fits a terminal of 80 columns; everything else is in JSON and CSV.
extension FilterBenchReport {
  private typealias Cell = ResultTable.Cell

  private var timings: [TimingRow] {
    TimingRow.allCases.filter { timing in table.rows.contains { $0.timing == timing } }
  }

  private var groups: [String] {
    var known: Set<String> = []
    return table.averages.map(\.group).filter { known.insert($0).inserted }
  }

  /// A table a group: total and inclination of every method in every timing.
  var groupTables: [(title: String, table: ResultTable)] {
    groups.map { group in
      let averages = table.averages.filter { $0.group == group }
      let count = averages.map(\.rows).max() ?? 0
      let title = "Mean over \(group == "all" ? "" : group + ", ")\(count) recordings [deg]"
      return (title, means(averages))
    }
  }

  /// What the letters of the tables mean.
  var legend: String {
    var lines = ["T: total error, I: inclination error; root mean squares, then means over recordings."]
    if timings.count > 1 {
      lines.append(
        "(a) as recorded, (b) the magnetometer's latency made up for, (c) the reference's lead too.")
    }
    return lines.map { HelpText.wrapped($0, indent: 0) }.joined()
  }

  private func means(_ averages: [FilterBenchAverage]) -> ResultTable {
    let columns = timings.flatMap { timing in
      [
        ResultTable.Column("t_\(timing.rawValue)", "(\(timing.rawValue)) T", decimals: 3),
        ResultTable.Column("i_\(timing.rawValue)", "I", decimals: 3),
      ]
    }
    var result = ResultTable(columns: [.init("method", "method")] + columns + [.init("failed", "failed")])
    result.rows = table.methods.compactMap { method in
      let own = averages.filter { $0.method == method }
      guard !own.isEmpty else { return nil }
      let values = timings.flatMap { timing -> [Cell] in
        let mean = own.first { $0.timing == timing }
        return [.optional(mean?.total), .optional(mean?.inclination)]
      }
      return [.words(method.name)] + values + [.count(own.map(\.failed).max() ?? 0)]
    }
    return result
  }

  /// Recording by recording without latencies: totals of the 9D methods, inclinations of the 6D ones.
  var recordingTables: [(title: String, table: ResultTable)] {
    [true, false].flatMap { usesField -> [(title: String, table: ResultTable)] in
      let methods = table.methods.filter { $0.usesField == usesField }
      let measure: FilterMeasure = usesField ? .total : .inclination
      let blocks = stride(from: 0, to: methods.count, by: Self.methodsAcross)
      return blocks.map { first in
        let part = Array(methods[first..<min(first + Self.methodsAcross, methods.count)])
        let title = usesField ? "Total of 9D" : "Inclination of 6D"
        return ("\(title) by recording, row (a) [deg]", byRecording(part, measure))
      }
    }
  }

  private static let methodsAcross = 5
  private static let nameWidth = 22

  private func byRecording(_ methods: [FilterContender], _ measure: FilterMeasure) -> ResultTable {
    var result = ResultTable(
      columns: [.init("recording", "recording")]
        + methods.map { .init($0.name, String($0.name.dropLast(3)), decimals: 2) })
    var places: [[String]] = [], errors: [[String]: [FilterContender: Double]] = [:]
    for row in table.rows where row.timing == .none && methods.contains(row.method) {
      let place = [row.recording, row.sensor]
      if errors[place] == nil { places.append(place) }
      errors[place, default: [:]][row.method] = measure.value(row.score)
    }
    result.rows = places.map { place in
      let name = place[0].prefix(Self.nameWidth) + (sensors > 1 ? " " + place[1] : "")
      return [.words(String(name))] + methods.map { .optional(errors[place]?[$0]) }
    }
    return result
  }

  /// Sensors by name, over all recordings.
  var sensors: Int { Set(table.rows.map(\.sensor)).count }

  /// Time and memory of every method; nil when nothing was measured.
  var cost: ResultTable? {
    let measured = table.averages.filter { $0.group == "all" && $0.timing == .none && $0.cost != nil }
    guard !measured.isEmpty else { return nil }
    var result = ResultTable(columns: [
      .init("method", "method"), .init("median", "ns/sample", decimals: 1),
      .init("lowest", "lowest", decimals: 1), .init("highest", "highest", decimals: 1),
      .init("allocations", "allocations/sample", decimals: 4),
    ])
    result.rows = measured.map { mean in
      [
        .words(mean.method.name), .optional(mean.cost?.time.median), .optional(mean.cost?.time.lowest),
        .optional(mean.cost?.time.highest), .optional(mean.cost?.allocationsPerSample),
      ]
    }
    return result
  }

  /// Rows without a score, with the reason; nil when there is none.
  var failed: ResultTable? {
    guard !table.failures.isEmpty else { return nil }
    var result = ResultTable(columns: [
      .init("recording", "recording"), .init("method", "method"), .init("timing", "row"),
      .init("note", "why"),
    ])
    result.rows = table.failures.map { row in
      [
        .words(row.recording), .words(row.method.name), .words(row.timing.rawValue),
        .words(row.failure.map(Self.words) ?? ""),
      ]
    }
    return result
  }
}
