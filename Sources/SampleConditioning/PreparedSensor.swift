import Inertial

/// One sensor whose clock and units are settled, ready to run through the screen.
struct PreparedSensor {
  static let slowest = 1.0

  let sensor: SensorRecording
  let timeline: Timeline
  let units: SensorUnits
  /// The field repeats its value on many rows: a slower magnetometer, whose repeats are no samples (H11).
  let repeatsField: Bool

  init(
    _ raw: SensorRecording, rate: Double?, _ parameters: ConditioningParameters
  ) throws(ConditioningError) {
    let sensor = raw.evened
    self.sensor = sensor
    timeline = try Timeline(sensor: sensor, rate: rate, parameters: parameters)
    let period = timeline.periods.nominal
    if period * Self.slowest > 1 { throw .tooSlow(sensor: sensor.id, rate: 1 / period) }
    units = try SensorUnits(sensor.picking(timeline.rows), period: period, parameters)
    repeatsField = Self.repeatsField(sensor)
  }

  private static func repeatsField(_ sensor: SensorRecording) -> Bool {
    guard let field = sensor.magnetometer?.values, field.count > 1 else { return false }
    var repeats = 0
    for row in 1..<field.count where field[row].hasSameBits(as: field[row - 1]) && field[row] != .zero {
      repeats += 1
    }
    return 3 * repeats > field.count
  }

  /// The screen over every row, then what needs a look ahead.
  func conditioned(
    zero: Int64, _ parameters: ConditioningParameters
  ) -> (sensor: ConditionedSensor, doubts: SensorDoubts) {
    var screen = SampleScreen(parameters: parameters)
    let stuck = StuckRows(
      rates: sensor.gyroscope.values, forces: sensor.accelerometer.values, scale: units.rate.scaleToSI,
      period: timeline.periods.nominal)
    var result = screened(by: &screen, without: stuck, zero: timeline.keepsFileTime ? 0 : zero)
    result.bridgeHeldRates(parameters)
    result.markClipped(parameters)
    result.report = report(result, screen.tally, parameters)
    if parameters.calibratesField { result.calibrateField() }
    var doubts = SensorDoubts(result, timeline, screen.tally, units, parameters)
    if let first = stuck.first {
      doubts.find(.heldSamples, .repaired, count: stuck.count, at: doubts.time(ofRaw: first))
    }
    return (result, doubts)
  }

  private func screened(
    by screen: inout SampleScreen, without stuck: StuckRows, zero: Int64
  ) -> ConditionedSensor {
    var builder = SensorBuilder(sensor, hasField: units.field != nil)
    let rateScale = units.rate.scaleToSI
    let forceScale = units.force.unit.scaleToSI
    let fieldScale = units.field?.scaleToSI ?? 1
    let rates = sensor.gyroscope.values
    let forces = sensor.accelerometer.values
    let fields = units.field == nil ? nil : sensor.magnetometer?.values
    var restarts = timeline.restarts[...]
    for entry in 0..<timeline.count {
      let row = timeline.row(entry)
      let isRestart = restarts.first == entry
      if isRestart { restarts.removeFirst() }
      let isRepeat = repeatsField && row > 0 && fields.map { $0[row].hasSameBits(as: $0[row - 1]) } ?? false
      let reading = SampleScreen.Reading(
        time: timeline.time(entry, zero: zero), period: timeline.periods.period(at: entry),
        restarts: isRestart,
        timeInterpolated: timeline.interpolated.isEmpty ? false : timeline.interpolated[entry],
        gyroscope: stuck.contains(row) ? .missing : rates[row] * rateScale,
        accelerometer: stuck.contains(row) ? .missing : forces[row] * forceScale,
        magnetometer: fields.map { $0[row] * fieldScale }, fieldIsRepeat: isRepeat)
      screen.push(reading) { builder.append($0, row: row) }
    }
    return builder.finish(period: timeline.periods.nominal)
  }

  private func report(
    _ result: ConditionedSensor, _ tally: ScreenTally, _ parameters: ConditioningParameters
  ) -> SensorReport {
    let losses = LossCount(timeline, jumpLimit: parameters.jumpLimit)
    let gaps = result.gaps(parameters)
    var report = SensorReport()
    report.rows = sensor.rows
    report.samples = timeline.count
    report.lost = losses.lost
    report.duplicates = timeline.log.duplicates.count
    report.filled = tally.filled
    report.segments = 1 + result.quality.count { $0.contains(.restart) }
    report.gaps = gaps.count
    report.longestHole = gaps.map { $0.upperBound - $0.lowerBound }.max() ?? losses.longest
    report.rateStated = timeline.rateStated
    report.rate = 1 / timeline.periods.nominal
    report.duration = (result.time.last ?? 0) - (result.time.first ?? 0)
    report.timeSource = timeline.source
    report.rateUnit = units.rate
    report.forceUnit = units.force.unit
    report.fieldUnit = units.field
    report.restForce = units.force.rest
    report.isForceDerived = units.isForceDerived
    return report
  }
}

extension SensorRecording {
  /// The rows that all columns have: a column that ends early ends the sensor.
  var evened: SensorRecording {
    var least = Swift.min(gyroscope.values.count, accelerometer.values.count)
    if let magnetometer { least = Swift.min(least, magnetometer.values.count) }
    var most = Swift.max(gyroscope.values.count, accelerometer.values.count, magnetometer?.values.count ?? 0)
    if case .stamps(let stamps, _) = clock {
      least = Swift.min(least, stamps.count)
      most = Swift.max(most, stamps.count)
    }
    // An untouched sensor keeps sharing its storage with the recording.
    guard least < most else { return self }
    var result = self
    result.gyroscope.values.removeSubrange(least...)
    result.accelerometer.values.removeSubrange(least...)
    result.magnetometer?.values.removeSubrange(least...)
    if case .stamps(let stamps, let zero) = clock, stamps.count > least {
      result.clock = .stamps(Array(stamps[..<least]), zero: zero)
    }
    return result
  }
}

extension SensorRecording {
  /// The rows that made it onto the clock, in its order: a repeated row must not count as motion. nil: all of them.
  fileprivate func picking(_ rows: [Int32]?) -> SensorRecording {
    guard let rows else { return self }
    func picked(_ column: VectorColumn) -> VectorColumn {
      VectorColumn(values: rows.map { column.values[Int($0)] }, unit: column.unit)
    }
    var picking = self
    picking.gyroscope = picked(gyroscope)
    picking.accelerometer = picked(accelerometer)
    picking.magnetometer = magnetometer.map(picked)
    return picking
  }
}
