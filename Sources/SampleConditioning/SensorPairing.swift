import Inertial

/// Puts two sensors on one clock, the thigh's.
public enum SensorPairing {
  /// Pairs by time stamp; by row only when neither sensor has a clock and they have equally many rows.
  ///
  /// Equal stamps need no resampling and share their arrays. Otherwise the rows of the thigh inside the common
  /// span are kept and the shank is resampled onto them: the rate as the mean over each interval, so that no
  /// turn is lost, the force and the field by straight lines between two measured samples. Nothing is
  /// extrapolated and no hole is bridged here.
  /// - Throws: `noOverlap` without a common span, `noCommonClock` when there is nothing to pair by.
  public static func pair(
    thigh: ConditionedSensor, shank: ConditionedSensor
  ) throws(ConditioningError) -> PairedSensors {
    guard let thighSpan = thigh.span else { throw .noUsableRow(sensor: thigh.id) }
    guard let shankSpan = shank.span else { throw .noUsableRow(sensor: shank.id) }
    let byRow = try pairsByRow(thigh, shank)
    var result: PairedSensors
    if thigh.time == shank.time {
      result = PairedSensors(time: thigh.time, thigh: thigh, shank: shank)
      result.shareRestarts()
    } else {
      result = try resampled(thigh, thighSpan, shank, shankSpan)
    }
    if byRow { result.findings.append(ImportFinding(.pairedByRow, .doubtful, count: result.time.count)) }
    return result
  }

  /// Without a clock on either side equal row counts are all there is to go by.
  private static func pairsByRow(
    _ thigh: ConditionedSensor, _ shank: ConditionedSensor
  ) throws(ConditioningError) -> Bool {
    let stamped = [thigh, shank].filter { $0.report.timeSource == .stamps }
    if stamped.count == 2 { return false }
    let isSame =
      stamped.isEmpty && thigh.report.rows == shank.report.rows && thigh.report.rate == shank.report.rate
    guard isSame else {
      throw .noCommonClock(thighRows: thigh.report.rows, shankRows: shank.report.rows)
    }
    return true
  }

  private static func resampled(
    _ thigh: ConditionedSensor, _ thighSpan: ClosedRange<Double>, _ shank: ConditionedSensor,
    _ shankSpan: ClosedRange<Double>
  ) throws(ConditioningError) -> PairedSensors {
    let slack = Double.stampResolution
    let first = Swift.max(thighSpan.lowerBound, shankSpan.lowerBound) - slack
    let last = Swift.min(thighSpan.upperBound, shankSpan.upperBound) + slack
    let rows = thigh.time.firstIndex { $0 >= first } ?? thigh.rows
    let end = thigh.time.lastIndex { $0 <= last }.map { $0 + 1 } ?? 0
    guard end - rows > 1 else { throw .noOverlap(thigh: thighSpan, shank: shankSpan) }
    let common = thigh.rows(rows..<end)
    var resampler = SensorResampler(shank)
    let moved = resampler.resampled(onto: common)
    var result = PairedSensors(time: common.time, thigh: common, shank: moved)
    result.shareRestarts()
    result.findings += unevenness(thigh, shank, kept: common)
    return result
  }

  private static func unevenness(
    _ thigh: ConditionedSensor, _ shank: ConditionedSensor, kept: ConditionedSensor
  ) -> [ImportFinding] {
    let left = thigh.rows - kept.rows
    guard left > 0 else { return [] }
    return [
      ImportFinding(
        .unevenStreams, .note, sensor: thigh.id, count: left, first: .init(timeSeconds: kept.time.first),
        detail: [.init("of", Double(thigh.rows))])
    ]
  }
}

extension ConditionedSensor {
  var span: ClosedRange<Double>? {
    guard let first = time.first, let last = time.last, first <= last else { return nil }
    return first...last
  }

  /// A stretch of the sensor; the report stays that of the whole.
  func rows(_ range: Range<Int>) -> ConditionedSensor {
    guard range != 0..<rows else { return self }
    return ConditionedSensor(
      id: id, placement: placement, time: Array(time[range]), gyroscope: Array(gyroscope[range]),
      accelerometer: Array(accelerometer[range]), magnetometer: magnetometer.map { Array($0[range]) },
      quality: Array(quality[range]), period: period, sourceRows: sourceRows.map { Array($0[range]) },
      report: report)
  }
}

extension PairedSensors {
  /// Where one sensor starts again the relative attitude does: both restart.
  mutating func shareRestarts() {
    let marks: SampleQuality = [.restart, .gapBefore]
    for row in time.indices where thigh.quality[row] != shank.quality[row] {
      let both = thigh.quality[row].union(shank.quality[row])
      guard both.contains(.restart) else { continue }
      if !thigh.quality[row].contains(.restart) { thigh.quality[row].formUnion(both.intersection(marks)) }
      if !shank.quality[row].contains(.restart) { shank.quality[row].formUnion(both.intersection(marks)) }
    }
  }
}
