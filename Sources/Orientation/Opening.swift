import Inertial

/// A row before which the sensor turned unseen: level and heading behind it are not those before it.
struct Opening: Equatable {
  var row: Int
  /// By how much the orientation may be off [rad].
  var deviation: Double
  /// Nothing connects the row with the one before.
  var isRestart = false

  /// Smaller turns leave the level alone [rad].
  private static let least = 2.0.degreesToRadians

  /// New beginnings and the ends of doubtful turns, in order.
  static func find(in columns: SampleColumns) -> [Opening] {
    var openings = columns.restarts.map {
      Opening(row: $0, deviation: columns.missedTurn(before: $0), isRestart: true)
    }
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
    return openings.filter { $0.isRestart || !starts.contains($0.row) }.sorted { $0.row < $1.row }
  }

  /// Those at which a level found anew is better than one carried on: the mean force of a short stretch is off by more than
  /// a small turn that was missed.
  static func ofLevel(_ openings: [Opening], in columns: SampleColumns) -> [Opening] {
    var time = [0.0]
    time.reserveCapacity(columns.rows + 1)
    for row in 0..<columns.rows { time.append(time[row] + columns.step(row)) }
    let ends = openings.dropFirst().map { time[$0.row] } + [time[columns.rows]]
    var start = 0.0
    return zip(openings, ends).compactMap { opening, end in
      let here = time[opening.row]
      let stretch = Swift.min(here - start, end - here)
      guard opening.isRestart || opening.deviation * stretch >= RecoveryRule.forceMean else { return nil }
      start = here
      return opening
    }
  }

  /// Rows between them.
  static func stretches(_ openings: [Opening], rows: Int) -> [Range<Int>] {
    let starts = openings.map(\.row)
    return zip([0] + starts, starts + [rows]).map { $0..<$1 }.filter { !$0.isEmpty }
  }
}
