import Inertial

// The offline form of the method of OnlineFilter (same paper, section 3.6): the samples before and after a
// moment both speak for it.

/// Forward-backward orientation of one whole recording of one sensor, without delay and more exact than online.
public enum OfflineFilter {
  /// Orientation of every row.
  ///
  /// Columns are in SI, equally long, `period` seconds apart and without holes; a value that is not finite
  /// counts as absent. Without a magnetometer the heading is free.
  ///
  /// - Precondition: the columns are equally long and `period` is positive and finite.
  public static func estimate(
    gyroscope: [Vector3], accelerometer: [Vector3], magnetometer: [Vector3]?, period: Double,
    parameters: OnlineFilter.Parameters = .online
  ) -> OrientationSeries {
    estimate(
      SampleColumns(
        gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, period: period),
      parameters: parameters)
  }

  /// Orientation of every row, whatever the steps between them.
  ///
  /// The bias is the one that both directions agree on. At a new beginning the level is found anew from both sides, heading
  /// and bias are held. `parameters.fieldLatency` shifts the field.
  public static func estimate(
    _ columns: SampleColumns, parameters: OnlineFilter.Parameters = .online
  ) -> OrientationSeries {
    let paces = Pace.find(in: columns)
    let openings = Opening.find(in: columns)
    let (bias, resting, disturbed) = learnBias(columns, parameters)
    var orientation = integrate(columns, bias, followsBend: parameters.followsBend)
    level(&orientation, columns, paces, openings, parameters)
    if let magnetometer = columns.magnetometer {
      turnToNorth(&orientation, magnetometer, disturbed, columns, paces, openings, parameters)
    }
    return OrientationSeries(
      earthFromSensor: orientation, bias: bias, resting: resting, disturbed: disturbed)
  }

  /// Bias weighted by the certainty of both directions; rest where either saw it, disturbed where both did.
  private static func learnBias(
    _ columns: SampleColumns, _ parameters: OnlineFilter.Parameters
  ) -> (bias: [Vector3], resting: [Bool], disturbed: [Bool]) {
    let rows = columns.rows
    var filter = OnlineFilter(parameters: parameters, period: columns.period)
    var series = OrientationSeries()
    series.bias.reserveCapacity(rows)
    var certainty: [SymmetricMatrix3] = []
    certainty.reserveCapacity(rows)
    var restarts = columns.restarts[...]
    for row in 0..<rows {
      if restarts.first == row {
        restarts.removeFirst()
        filter.restart(at: row, of: columns)
      }
      filter.update(columns.sample(row), period: columns.step(row))
      series.bias.append(filter.bias)
      series.resting.append(filter.isResting)
      series.disturbed.append(filter.isMagneticallyDisturbed)
      certainty.append(filter.state.covariance)
    }
    filter = OnlineFilter(parameters: parameters, period: columns.period)
    restarts = columns.restarts[...]
    for row in (0..<rows).reversed() {
      var sample = columns.sample(row)
      sample.gyroscope = -sample.gyroscope
      filter.update(sample, period: columns.step(row))
      if restarts.last == row {
        restarts.removeLast()
        filter.restart(at: row, of: columns)
      }
      let forward = certainty[row].matrix.inverse
      let backward = filter.state.covariance.matrix.inverse
      let joint = (forward + backward).inverse * (forward * series.bias[row] - backward * filter.bias)
      // A deviation of zero has no inverse: then the forward value stands.
      if joint.isFinite { series.bias[row] = joint }
      series.resting[row] = series.resting[row] || filter.isResting
      series.disturbed[row] = series.disturbed[row] && filter.isMagneticallyDisturbed
    }
    return (series.bias, series.resting, series.disturbed)
  }

  /// Attitude in the drifting frame.
  private static func integrate(
    _ columns: SampleColumns, _ bias: [Vector3], followsBend: Bool
  ) -> [Quaternion] {
    var drift: [Quaternion] = []
    drift.reserveCapacity(bias.count)
    var q = Quaternion.identity
    var before = Vector3.zero
    for (row, b) in bias.enumerated() {
      if let rate = columns.gyroscope[row].within(Limits.rate) {
        let turn = (rate - b) * columns.step(row)
        q = (q * Quaternion(smallRotationVector: followsBend ? turn.bent(from: before) : turn)).renormalized
        before = turn
      }
      drift.append(q)
    }
    return drift
  }

  /// Levels the attitude in the drifting frame, in place, by the force smoothed in both directions, so without delay.
  private static func level(
    _ attitude: inout [Quaternion], _ columns: SampleColumns, _ paces: [Pace], _ openings: [Opening],
    _ parameters: OnlineFilter.Parameters
  ) {
    var smooth = columns.forces(turnedBy: attitude)
    for stretch in Opening.stretches(Opening.ofLevel(openings, in: columns), rows: columns.rows) {
      smoothBothWays(&smooth, paces.compactMap { $0.clamped(to: stretch) }, parameters.levelTime)
    }
    var levelFromDrift = Quaternion.identity
    for row in attitude.indices {
      let force = levelFromDrift.rotate(smooth[row])
      if force != .zero {
        levelFromDrift = (Quaternion.leveling(force.normalized) * levelFromDrift).renormalized
      }
      attitude[row] = (levelFromDrift * attitude[row]).renormalized
    }
  }

  /// Low-pass forward, then back over its result from the steady state of the last value.
  ///
  /// What is missing is passed over in both directions; without any value all become zero.
  private static func smoothBothWays(_ values: inout [Vector3], _ paces: [Pace], _ time: Double) {
    let isKnown = paces.flatMap(\.rows).map { values[$0].isFinite }
    let first = paces.first?.rows.lowerBound ?? 0
    var filter = LowPass<Vector3>()
    for (index, pace) in paces.enumerated() {
      let c = LowPassCoefficients(timeConstant: time, period: pace.period)
      if index > 0 { filter.adapt(to: c) }
      for row in pace.rows { values[row] = isKnown[row - first] ? filter.push(values[row], c) : filter.value }
    }
    for (index, pace) in paces.reversed().enumerated() {
      let c = LowPassCoefficients(timeConstant: time, period: pace.period)
      if index == 0 {
        filter = LowPass(settledAt: values[pace.rows.upperBound - 1], c)
      } else {
        filter.adapt(to: c)
      }
      for row in pace.rows.reversed() {
        values[row] = isKnown[row - first] ? filter.push(values[row], c) : filter.value
      }
    }
  }
}
