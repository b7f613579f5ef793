/// Rows in a row that are about equally far apart.
struct Pace: Equatable {
  var rows: Range<Int>
  /// [s]
  var period: Double

  /// Cuts a recording where its rate lastingly changed; one pace for a steady one.
  static func find(in columns: SampleColumns) -> [Pace] {
    var paces = [Pace(rows: 0..<columns.rows, period: columns.period)]
    var watch = RateWatch(period: columns.period)
    for row in columns.steps.indices {
      let current = paces[paces.count - 1]
      guard let change = watch.push(columns.steps[row], nominal: current.period) else { continue }
      // It was seen over two windows: there it began.
      let start = Swift.max(row + 1 - change.rows, current.rows.lowerBound)
      paces[paces.count - 1].rows = current.rows.lowerBound..<start
      paces.append(Pace(rows: start..<columns.rows, period: change.period))
    }
    return paces.filter { !$0.rows.isEmpty }
  }

  /// The part inside a stretch; nil without one.
  func clamped(to stretch: Range<Int>) -> Pace? {
    let part = rows.clamped(to: stretch)
    return part.isEmpty ? nil : Pace(rows: part, period: period)
  }
}
