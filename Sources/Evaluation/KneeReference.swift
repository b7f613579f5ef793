import Inertial
import KneeJoint

extension RawRecording {
  /// The knee angle that the recording can be scored against; nil when it has none.
  ///
  /// Times are those of the first sensor: the file's own seconds, or from the first sample.
  public var angleReference: (series: AngleSeries, valid: [Bool])? {
    guard let reference, let degrees = reference.flexionDegrees, let sensor = sensors.first,
      let time = sensor.clock.seconds(rows: sensor.rows), time.count == degrees.count,
      degrees.contains(where: \.isFinite)
    else { return nil }
    let valid = reference.valid.count == degrees.count ? reference.valid : degrees.map { _ in true }
    return (AngleSeries(time: time, degrees: degrees), valid)
  }

  /// The same recording as if each sensor had been strapped on turned.
  public func mounted(_ mounting: KneeMounting) -> RawRecording {
    guard case .random(let seed) = mounting else { return self }
    var generator = SplitMix64(seed: seed)
    var out = self
    for k in out.sensors.indices { out.sensors[k] = out.sensors[k].turned(by: generator.rotation()) }
    return out
  }
}

extension SensorRecording {
  /// - Parameter turnedFromSensor: old sensor axes to new ones.
  func turned(by turnedFromSensor: Quaternion) -> SensorRecording {
    var out = self
    out.gyroscope.values = gyroscope.values.map(turnedFromSensor.rotate)
    out.accelerometer.values = accelerometer.values.map(turnedFromSensor.rotate)
    out.magnetometer?.values = magnetometer?.values.map(turnedFromSensor.rotate) ?? []
    return out
  }
}

extension SampleClock {
  /// Output seconds of every row; nil when the source states no time and no rate within `rates`.
  public func seconds(rows: Int) -> [Double]? {
    switch self {
    case .stamps(let stamps, let zero):
      var origin: Int64 = 0
      if case .firstSample = zero { origin = stamps.first { $0 != .min } ?? 0 }
      return stamps.map { stamp in
        let (difference, overflow) = stamp.subtractingReportingOverflow(origin)
        if stamp == .min { return .nan }
        return (overflow ? Double(stamp) - Double(origin) : Double(difference)) * 1e-9
      }
    case .rows(let rate):
      guard let rate, Self.rates.contains(rate) else { return nil }
      return (0..<rows).map { Double($0) / rate }
    }
  }
}

/// The angle between two segments with known orientations, as the rig's reference is made: the axes are the dominant
/// singular vectors of the mean relative rotation, the angle is the twist about them.
public enum OpticalHinge {
  /// Degrees, continuous; `nan` where an orientation is not finite. nil when no row has both.
  public static func flexionDegrees(thigh: [Quaternion], shank: [Quaternion]) -> [Double]? {
    let relative = zip(thigh, shank).map { $0.conjugate * $1 }
    var sum = Matrix3.zero
    var count = 0.0
    for q in relative where q.isFinite && q.norm > 0.5 {
      sum = sum + q.normalized.matrix
      count += 1
    }
    guard count > 0 else { return nil }
    let middle = sum * (1 / count)
    let shankAxis = PrincipalAxis(middle.transposed * middle).axis
    let thighAxis = (middle * shankAxis).normalized
    guard thighAxis.isFinite else { return nil }
    let axes = HingeAxes(thigh: thighAxis, shank: shankAxis)
    func motion(_ q: [Quaternion]) -> SegmentMotion {
      SegmentMotion(earthFromSensor: q, rate: q.map { _ in .zero }, force: q.map { _ in .zero })
    }
    return HingeAngle.flexion(
      axes: axes, thigh: motion(thigh), shank: motion(shank), heading: relative.map { _ in 0 }
    ).map(\.radiansToDegrees)
  }
}
