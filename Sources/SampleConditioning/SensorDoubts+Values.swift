import Inertial

/// What was found in the numbers: not finite, out of range, clipped, dead, of another field.
extension SensorDoubts {
  mutating func judgeValues() {
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
    find(code, .repaired, count: episode.count, at: episode.first, [name: Double(episode.count)])
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
    if share > Self.deadShare || activity.longestZeroRun >= DeadBand.run {
      flag(.deadBand, .note, value: share)
    }
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
