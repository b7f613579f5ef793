/// What was lost, and what stands in its place.
extension SensorDoubts {
  mutating func judgeHoles() {
    let report = sensor.report
    let expected = report.samples + report.lost
    let share = expected > 0 ? Double(report.lost) / Double(expected) : 0
    if report.lost > 0 {
      find(.lostSamples, .repaired, count: report.lost, ["of": Double(expected)])
    }
    // Where times are made from arrivals, what lies before a hole cannot be told from what lies behind it.
    let isTimed = timeline.log.hostStamps.count == 0
    let isBridged = isTimed && share <= Self.bridgedShare && report.gaps == 0
    // A hole whose place nobody knows stretches the rates around it by as much as was lost.
    let unplaced = Double(timeline.log.unplacedLosses) / Double(max(1, report.samples))
    if unplaced > Self.unplacedShare, isTimed || share <= Self.lostShare {
      flag(.lostSamples, .warn, value: max(share, unplaced))
    } else if share > Self.lostShare {
      flag(.lostSamples, isBridged ? .note : .warn, value: share)
    }
    for gap in sensor.gaps(parameters) {
      flag(.gap, .stop, span: gap, value: gap.upperBound - gap.lowerBound)
    }
    if report.gaps > 0 {
      find(
        .gap, .doubtful, count: report.gaps, at: flags.first { $0.code == .gap }?.span?.lowerBound,
        ["longest_s": report.longestHole])
    }
    if report.filled > 0 { flag(.filled, .note, value: Double(report.filled)) }
  }
}
