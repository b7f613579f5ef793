import Inertial

// The offline form of the method of OnlineFilter (same paper, section 3.6): the samples before and after a
// moment both speak for it.

/// Forward-backward orientation of one whole segment of one sensor, without delay and more exact than online.
public enum OfflineFilter {
  /// Orientation of every row.
  ///
  /// Columns are in SI, equally long, `period` seconds apart and without holes; a value that is not finite
  /// counts as absent. Without a magnetometer the heading is free. The bias is the one that both directions
  /// agree on. `parameters.fieldLatency` shifts the field.
  ///
  /// - Precondition: the columns are equally long and `period` is positive and finite.
  public static func estimate(
    gyroscope: [Vector3], accelerometer: [Vector3], magnetometer: [Vector3]?, period: Double,
    parameters: OnlineFilter.Parameters = .online
  ) -> OrientationSeries {
    precondition(gyroscope.count == accelerometer.count, "columns differ in length")
    precondition(magnetometer == nil || magnetometer?.count == gyroscope.count, "columns differ in length")
    let recording = Columns(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, period: period)
    let (bias, resting, disturbed) = learnBias(recording, parameters)
    var orientation = integrate(recording, bias)
    level(&orientation, recording, parameters)
    if let magnetometer {
      turnToNorth(&orientation, magnetometer, disturbed, period, parameters)
    }
    return OrientationSeries(
      earthFromSensor: orientation, bias: bias, resting: resting, disturbed: disturbed)
  }

  private struct Columns {
    var gyroscope: [Vector3]
    var accelerometer: [Vector3]
    var magnetometer: [Vector3]?
    var period: Double

    func sample(_ row: Int) -> InertialSample {
      InertialSample(
        gyroscope: gyroscope[row], accelerometer: accelerometer[row], magnetometer: magnetometer?[row])
    }
  }

  /// Bias weighted by the certainty of both directions; rest where either saw it, disturbed where both did.
  private static func learnBias(
    _ recording: Columns, _ parameters: OnlineFilter.Parameters
  ) -> (bias: [Vector3], resting: [Bool], disturbed: [Bool]) {
    let rows = recording.gyroscope.count
    var filter = OnlineFilter(parameters: parameters, period: recording.period)
    var series = OrientationSeries()
    series.bias.reserveCapacity(rows)
    var certainty: [SymmetricMatrix3] = []
    certainty.reserveCapacity(rows)
    for row in 0..<rows {
      filter.update(recording.sample(row), period: recording.period)
      series.bias.append(filter.bias)
      series.resting.append(filter.isResting)
      series.disturbed.append(filter.isMagneticallyDisturbed)
      certainty.append(filter.state.covariance)
    }
    filter = OnlineFilter(parameters: parameters, period: recording.period)
    for row in (0..<rows).reversed() {
      var sample = recording.sample(row)
      sample.gyroscope = -sample.gyroscope
      filter.update(sample, period: recording.period)
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
  private static func integrate(_ recording: Columns, _ bias: [Vector3]) -> [Quaternion] {
    var drift: [Quaternion] = []
    drift.reserveCapacity(bias.count)
    var q = Quaternion.identity
    for (row, b) in bias.enumerated() {
      if let rate = recording.gyroscope[row].within(Limits.rate) {
        q = (q * Quaternion(smallRotationVector: (rate - b) * recording.period)).renormalized
      }
      drift.append(q)
    }
    return drift
  }

  /// Levels the attitude in the drifting frame, in place, by the force smoothed in both directions, so without delay.
  private static func level(
    _ attitude: inout [Quaternion], _ recording: Columns, _ parameters: OnlineFilter.Parameters
  ) {
    let c = LowPassCoefficients(timeConstant: parameters.levelTime, period: recording.period)
    var smooth = forces(recording.accelerometer, attitude)
    var filter = LowPass<Vector3>()
    for row in smooth.indices { smooth[row] = filter.push(smooth[row], c) }
    if let last = smooth.last { filter = LowPass(settledAt: last, c) }
    for row in smooth.indices.reversed() { smooth[row] = filter.push(smooth[row], c) }

    var levelFromDrift = Quaternion.identity
    for row in attitude.indices {
      let force = levelFromDrift.rotate(smooth[row])
      if force != .zero {
        levelFromDrift = (Quaternion.leveling(force.normalized) * levelFromDrift).renormalized
      }
      attitude[row] = (levelFromDrift * attitude[row]).renormalized
    }
  }

  /// The force in the drifting frame; where it is absent the one before, at the start the first one.
  private static func forces(_ accelerometer: [Vector3], _ drift: [Quaternion]) -> [Vector3] {
    func force(_ row: Int) -> Vector3? {
      guard let a = accelerometer[row].within(Limits.force), a != .zero else { return nil }
      return drift[row].rotate(a)
    }
    var last = accelerometer.indices.lazy.compactMap(force).first ?? .zero
    return accelerometer.indices.map { row in
      last = force(row) ?? last
      return last
    }
  }

  private static func turnToNorth(
    _ orientation: inout [Quaternion], _ magnetometer: [Vector3], _ disturbed: [Bool], _ period: Double,
    _ parameters: OnlineFilter.Parameters
  ) {
    var heading = deviations(orientation, magnetometer, parameters.fieldLatency / period)
    let rows = Array(heading.indices)
    smoothHeading(&heading, rows, disturbed, period, parameters)
    smoothHeading(&heading, rows.reversed(), disturbed, period, parameters)
    for row in rows {
      let half = heading[row].isFinite ? heading[row] / 2 : 0
      let turn = Quaternion(Double.cos(half), 0, 0, Double.sin(half))
      let turned = turn * orientation[row]
      let isFlipped = row > 0 && turned.dot(orientation[row - 1]) < 0
      orientation[row] = isFlipped ? -turned : turned
    }
  }

  /// Heading correction that each field sample asks for by itself [rad]; nan where there is none.
  private static func deviations(
    _ orientation: [Quaternion], _ magnetometer: [Vector3], _ lag: Double
  ) -> [Double] {
    magnetometer.indices.map { row in
      guard let field = magnetometer[row].within(Limits.field), field != .zero else { return .nan }
      let y = delayed(orientation, row, lag).rotate(field)
      return Double.atan2(y.x, y.y)
    }
  }

  /// Orientation `lag` rows before a row.
  private static func delayed(_ orientation: [Quaternion], _ row: Int, _ lag: Double) -> Quaternion {
    guard lag > 0 else { return orientation[row] }
    let place = Swift.max(0, Double(row) - lag)
    let below = Int(place)
    guard below < row else { return orientation[row] }
    return orientation[below].interpolated(to: orientation[below + 1], fraction: place - Double(below))
  }

  /// One pass over the heading series in the order of `rows`, with the rules of the online filter.
  private static func smoothHeading(
    _ heading: inout [Double], _ rows: [Int], _ disturbed: [Bool], _ period: Double,
    _ parameters: OnlineFilter.Parameters
  ) {
    var follower = HeadingFollower(parameters, period: period)
    for row in rows { heading[row] = follower.push(heading[row], isDisturbed: disturbed[row]) }
  }
}

/// Follows a series of heading corrections; starts at its first value.
private struct HeadingFollower {
  private let usualGain: Double
  private let period: Double
  private let settledCount: Double
  private var heading: Double?
  private var rejectionTime = 0.0
  private var count: Double? = 0

  init(_ parameters: OnlineFilter.Parameters, period: Double) {
    usualGain = gain(parameters.headingTime, period: period)
    settledCount = parameters.headingTime / period
    self.period = period
  }

  /// Heading after one more value; a value of nan changes nothing.
  mutating func push(_ value: Double, isDisturbed: Bool) -> Double {
    guard value.isFinite else { return heading ?? .nan }
    let last = heading ?? value
    var k = gainNow(isDisturbed)
    if let before = count {
      k = Swift.max(k, 1 / (before + 1))
      count = before + 2 <= settledCount ? before + 1 : nil
    }
    let next = Double.wrapAngle(last + k * Double.wrapAngle(value - last))
    heading = next
    return next
  }

  private mutating func gainNow(_ isDisturbed: Bool) -> Double {
    guard isDisturbed else {
      rejectionTime = Swift.max(0, rejectionTime - FieldRule.recovery * period)
      return usualGain
    }
    if rejectionTime <= FieldRule.rejectionTime {
      rejectionTime += period
      return 0
    }
    return usualGain * FieldRule.lateWeight
  }
}
