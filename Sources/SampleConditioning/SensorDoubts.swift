import Inertial

/// Puts into words what was found in one sensor: flags about its numbers and entries of the import report.
struct SensorDoubts {
  static let lostShare = 0.02
  /// Up to here losses that leave no hole cost less than half a degree: a note.
  static let bridgedShare = 0.25
  static let slow = 20.0
  static let rateTolerance = 0.002
  static let deadShare = 0.05
  /// So short a cut is rebuilt well by its flanks: a note.
  static let rebuiltRows = 3.0

  let sensor: ConditionedSensor
  let timeline: Timeline
  let tally: ScreenTally
  let units: SensorUnits
  let parameters: ConditioningParameters
  private(set) var flags: [QualityFlag] = []
  private(set) var findings: [ImportFinding] = []

  init(
    _ sensor: ConditionedSensor, _ timeline: Timeline, _ tally: ScreenTally, _ units: SensorUnits,
    _ parameters: ConditioningParameters
  ) {
    self.sensor = sensor
    self.timeline = timeline
    self.tally = tally
    self.units = units
    self.parameters = parameters
    judgeTime()
    judgeRate()
    judgeHoles()
    judgeValues()
    judgeUnits()
  }

  mutating func flag(
    _ code: QualityFlag.Code, _ effect: QualityFlag.Effect, span: ClosedRange<Double>? = nil,
    value: Double? = nil
  ) {
    flags.append(QualityFlag(code, effect, span: span, value: value))
  }

  mutating func find(
    _ code: ImportFinding.Code, _ severity: ImportFinding.Severity, count: Int = 1, at time: Double? = nil,
    _ detail: KeyValuePairs<String, Double> = [:]
  ) {
    findings.append(
      ImportFinding(
        code, severity, sensor: sensor.id, count: count, first: .init(timeSeconds: time),
        detail: detail.map { .init($0.key, $0.value) }))
  }

  /// Output time of the first row that came from a raw row or one behind it.
  func time(ofRaw row: Int) -> Double? {
    guard let sources = sensor.sourceRows else {
      return row < sensor.rows ? sensor.time[row] : sensor.time.last
    }
    let index = sources.firstIndex { Int($0) >= row }
    return index.map { sensor.time[$0] } ?? sensor.time.last
  }
}

// Time.
extension SensorDoubts {
  private mutating func judgeTime() {
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
    let made = log.madeStamps.count + log.bursts.count
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

  private mutating func judgeRate() {
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

// Holes.
extension SensorDoubts {
  private mutating func judgeHoles() {
    let report = sensor.report
    let expected = report.samples + report.lost
    let share = expected > 0 ? Double(report.lost) / Double(expected) : 0
    if report.lost > 0 {
      find(.lostSamples, .repaired, count: report.lost, ["of": Double(expected)])
    }
    let isBridged = share <= Self.bridgedShare && report.gaps == 0
    if share > Self.lostShare { flag(.lostSamples, isBridged ? .note : .warn, value: share) }
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

// Values.
extension SensorDoubts {
  private mutating func judgeValues() {
    let tallies = [("rate", tally.rate), ("force", tally.force), ("field", tally.field)]
    for (name, tally) in tallies {
      judge(tally.nonFinite, .nonFinite, .missingValues, name)
      judge(tally.outOfRange, .outOfRange, .outOfRange, name)
    }
    let small = tally.smallForce.rows
    if small.count > 0 {
      // A sensor in free motion may well feel no force for a moment; exact zeros it does not print.
      let isFault = tally.zeroForce.count > 0 || tally.smallForce.longRuns.count > 0
      find(
        .zeroVector, isFault ? .repaired : .note, count: small.count, at: small.first,
        ["force": Double(small.count), "exact": Double(tally.zeroForce.count)])
    }
    if tally.smallForce.longRuns.count > 0 {
      flag(.outOfRange, .note, span: tally.smallForce.longRuns.span, value: 0)
    }
    judgeField()
    judgeCalibration()
    judgeActivity()
  }

  private mutating func judge(
    _ episode: Episode, _ flagCode: QualityFlag.Code, _ code: ImportFinding.Code, _ name: String
  ) {
    guard episode.count > 0 else { return }
    flag(flagCode, .note, span: episode.span, value: Double(episode.count))
    findings.append(
      ImportFinding(
        code, .repaired, sensor: sensor.id, count: episode.count, first: .init(timeSeconds: episode.first),
        detail: [.init(name, Double(episode.count))]))
  }

  private mutating func judgeField() {
    switch units.fieldVerdict {
    case .absent, .zero: flag(.fieldMissing, .note)
    case .unknownUnit:
      flag(.fieldMissing, .note)
      find(.unitContradiction, .doubtful, ["field": 0])
    case .inferred: find(.unitAssumed, .doubtful, ["field_uT_per_unit": units.field?.scaleToSI ?? 1])
    case .agrees: break
    }
    if tally.zeroField.longRuns.count > 0 {
      flag(
        .fieldMissing, .note, span: tally.zeroField.longRuns.span, value: Double(tally.zeroField.rows.count))
    }
  }

  private mutating func judgeCalibration() {
    switch sensor.report.fieldCalibration {
    case nil: break
    case .calibrated(let iron):
      find(
        .fieldOffset, .repaired,
        [
          "x_uT": iron.offset.x, "y_uT": iron.offset.y, "z_uT": iron.offset.z, "field_uT": iron.radius,
          "spread_before": iron.spreadBefore, "spread": iron.spreadAfter,
        ])
    case .refused(.notNeeded(let spread)): find(.fieldOffset, .note, ["spread": spread])
    case .refused(.spreadStays(let before, let after)):
      find(.fieldOffset, .doubtful, ["spread": before, "spread_without_offset": after])
    case .refused(.impossibleRadius(let radius)):
      find(.fieldOffset, .doubtful, ["impossible_field_uT": radius])
    case .refused(.tooFew): find(.fieldOffset, .doubtful)
    }
  }

  private mutating func judgeActivity() {
    let activity = RateActivity(sensor)
    let share = Double(activity.deadRows) / Double(Swift.max(1, sensor.rows))
    if share > Self.deadShare { flag(.deadBand, .note, value: share) }
    if activity.isolatedZeros.count > 2 {
      find(
        .zeroVector, .doubtful, count: activity.isolatedZeros.count, at: activity.isolatedZeros.first,
        ["rate": Double(activity.isolatedZeros.count)])
    }
    for span in sensor.clippedSpans() {
      let isShort = span.upperBound - span.lowerBound < Self.rebuiltRows * sensor.period
      flag(.saturated, isShort ? .note : .warn, span: span)
    }
    let clipped = sensor.quality.indices.filter {
      !sensor.quality[$0].isDisjoint(with: [.gyroscopeClipped, .accelerometerClipped])
    }
    if let first = clipped.first {
      find(.clipped, .doubtful, count: clipped.count, at: sensor.time[first])
    }
  }
}

// Units.
extension SensorDoubts {
  private mutating func judgeUnits() {
    switch units.force.verdict {
    case .agrees: break
    case .inferred:
      flag(.forceScale, .warn, value: units.force.rest)
      find(.unitAssumed, .doubtful, ["force_si_per_unit": units.force.unit.scaleToSI])
    case .contradicted(let measured), .offScale(let measured):
      flag(.forceScale, .warn, value: measured)
      find(.unitContradiction, .doubtful, ["force_as_declared": measured])
    case .withoutGravity(let measured):
      flag(.forceScale, .stop, value: measured)
      find(.unitContradiction, .doubtful, ["force_as_declared": measured])
    }
    switch units.rateVerdict {
    case .agrees: break
    case .inferred:
      flag(.rateUnit, .warn, value: 1)
      find(.unitAssumed, .doubtful, ["rate_si_per_unit": 1])
    case .contradicted(let factor):
      flag(.rateUnit, .stop, value: factor)
      find(.unitContradiction, .doubtful, ["rate_factor": factor])
    }
  }
}
