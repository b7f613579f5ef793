import Inertial

/// What was found in the time stamps and the rate.
extension SensorDoubts {
  mutating func judgeTime() {
    let log = timeline.log
    report(log.emptyRows, .missingValues, .note)
    report(log.sorted, .outOfOrder, .repaired)
    report(log.strays, .clockJump, .repaired)
    report(log.joined, .newSegment, .repaired)
    if log.newSegments.count > 0 {
      find(
        .newSegment, .doubtful, count: log.newSegments.count, at: time(ofRaw: log.newSegments.firstRow),
        ["jump_s": log.longestJump])
    }
    if log.duplicates.count > 0 {
      find(
        .duplicateTime, .repaired, count: log.duplicates.count, at: time(ofRaw: log.duplicates.firstRow),
        ["of": Double(sensor.report.rows)])
    }
    if log.bursts.count > 0 {
      find(
        .burstTime, .repaired, count: log.bursts.count, at: time(ofRaw: log.bursts.firstRow),
        ["of": Double(sensor.report.rows), "rate_hz": sensor.report.rate])
    }
    let missing = log.madeStamps.count - log.strays.count
    if missing > 0 {
      find(
        .missingValues, .repaired, count: missing, at: time(ofRaw: log.madeStamps.firstRow),
        ["stamps": Double(missing)])
    }
    let made = max(log.hostStamps.count, log.madeStamps.count + log.bursts.count)
    if made > 0 { flag(.timeInterpolated, .note, value: Double(made)) }
  }

  private mutating func report(
    _ count: TimelineLog.Count, _ code: ImportFinding.Code, _ severity: ImportFinding.Severity
  ) {
    guard count.count > 0 else { return }
    find(
      code, severity, count: count.count, at: time(ofRaw: count.firstRow),
      ["of": Double(sensor.report.rows)])
  }

  mutating func judgeRate() {
    let rate = sensor.report.rate
    if rate < Self.slow {
      flag(.tooSlow, .warn, value: rate)
      find(.tooSlow, .doubtful, ["rate_hz": rate])
    }
    if timeline.source == .stamps, let stated = timeline.rateStated {
      let deviation = rate / stated - 1
      if abs(deviation) > Self.rateTolerance {
        flag(.rateChanged, .note, value: rate)
        let isFar = abs(deviation) > 0.05
        find(.rateMismatch, isFar ? .doubtful : .note, ["stated_hz": stated, "rate_hz": rate])
      }
    }
    if let change = timeline.lastingChange {
      let span = sensor.time(ofEntry: change.entry, timeline)...(sensor.time.last ?? 0)
      flag(.rateChanged, .note, span: span, value: 1 / change.period)
    }
  }
}
