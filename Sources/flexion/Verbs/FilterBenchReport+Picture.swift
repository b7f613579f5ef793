import Charts
import Evaluation

extension FilterBenchReport {
  /// Every method with every recording, without latencies, a panel a measure.
  var picture: String {
    let isMixed = Set(table.averages.map(\.group)).isSuperset(of: ["undisturbed", "disturbed"])
    return ErrorStrips(
      title: "Errors of orientation filters, row (a)",
      subtitle:
        "\(folder): a dot a recording\(isMixed ? " (ring: disturbed field)" : ""), a stroke at the mean",
      panels: FilterMeasure.allCases.map(\.rawValue), lines: table.methods.map(line)
    ).svg()
  }

  private func line(_ method: FilterContender) -> ErrorStrips.Line {
    let rows = table.rows.filter { $0.method == method && $0.timing == .none }
    let strips = FilterMeasure.allCases.map { measure -> ErrorStrips.Strip? in
      guard method.usesField || measure == .inclination else { return nil }
      let dots = rows.compactMap { row in
        measure.value(row.score).map { ErrorStrips.Dot(degrees: $0, isHollow: row.isDisturbed) }
      }
      let mean = dots.map(\.degrees).reduce(0, +) / Double(dots.count)
      return ErrorStrips.Strip(dots: dots, mean: dots.count == rows.count && !rows.isEmpty ? mean : nil)
    }
    return ErrorStrips.Line(name: method.name, isOwn: method.isOwn, strips: strips)
  }
}
