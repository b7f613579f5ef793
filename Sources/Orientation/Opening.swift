import Inertial

/// A row before which the sensor turned unseen: level and heading behind it are not those before it.
struct Opening: Equatable {
  var row: Int
  /// By how much the orientation may be off [rad].
  var deviation: Double

  /// Nothing is known of the turn in a hole that nothing bridges.
  private static let unknown = 0.5
  /// Smaller turns leave the level alone [rad].
  private static let least = 2.0.degreesToRadians

  /// New beginnings and the ends of doubtful turns, in order.
  static func find(in columns: SampleColumns) -> [Opening] {
    var openings = columns.restarts.map { Opening(row: $0, deviation: unknown) }
    var turn = UnseenTurn()
    for row in columns.doubts.indices {
      let doubt = columns.doubts[row]
      if doubt.isDisjoint(with: [.rateMade, .rateClipped]) {
        if turn.deviation > least { openings.append(Opening(row: row, deviation: turn.deviation)) }
        if !turn.isNone { turn = UnseenTurn() }
      } else if let rate = columns.gyroscope[row].within(Limits.rate) {
        let step = columns.step(row)
        turn.add(rate.norm * step, over: step, isMade: doubt.contains(.rateMade))
      }
    }
    let starts = Set(columns.restarts)
    return openings.filter { $0.deviation == unknown || !starts.contains($0.row) }.sorted { $0.row < $1.row }
  }

  /// Rows between them.
  static func stretches(_ openings: [Opening], rows: Int) -> [Range<Int>] {
    let starts = openings.map(\.row)
    return zip([0] + starts, starts + [rows]).map { $0..<$1 }.filter { !$0.isEmpty }
  }
}
