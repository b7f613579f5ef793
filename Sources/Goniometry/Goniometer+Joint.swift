import Inertial
import KneeJoint
import SampleConditioning

extension Goniometer {
  /// Flexion of the joint between two sensors.
  func flexionOfJoint(
    _ pair: PairedSensors, side: BodySide, flags: [QualityFlag]
  ) throws(GoniometerError) -> KneeMeasurement {
    do { return try jointAngle(pair, side, flags) } catch { throw .knee(error) }
  }

  /// The outline of the method: bias, orientation, curve, sign, zero, repetitions, range.
  private func jointAngle(
    _ pair: PairedSensors, _ side: BodySide, _ flags: [QualityFlag]
  ) throws(KneeJointError) -> KneeMeasurement {
    let leg = try LegMotion(pair, method: parameters.method)
    let sensors = [pair.thigh.id, pair.shank.id]
    let calibration = parameters.calibration(sensors: sensors, side: side)
    let reference = parameters.reference(of: leg, calibration)
    let curve = try JointCurve(leg, knowing: reference)
    let zero = JointZero(curve, leg, knowing: reference)
    var measurement = KneeMeasurement(
      side: side, definition: .jointAngle, sensors: sensors, time: leg.time,
      angle: curve.turn.map { $0 - zero.offset }, range: nil, repetitions: [],
      flags: flags + UnsettledStretches.flags(restarts: leg.restarts, time: leg.time) + curve.flags
        + zero.flags,
      zero: zero.kind, axes: curve.axes, calibration: calibration,
      shin: ShinInclination.swing(
        shin: leg.shank, time: leg.time, moving: leg.moving, axis: curve.axes?.shank))
    measurement.conclude(usable: leg.usable, filled: pair.thigh.quality.map { $0.contains(.filled) })
    return measurement
  }
}

extension Goniometer.Parameters {
  /// Of calibrations that were asked for, at least one must belong to a leg of the recording.
  func checkCalibrations(fit legs: [Leg]) throws(GoniometerError) {
    guard !calibrations.isEmpty, let first = legs.first else { return }
    let fits = legs.contains { leg in
      calibration(sensors: leg.sensors.map(\.id), side: leg.side) != nil
    }
    if !fits {
      throw .foreignCalibration(
        sensors: first.sensors.map(\.id), side: first.side, calibrated: calibrations.map(\.sensors))
    }
  }

  /// The first calibration that was made with these sensors on this leg.
  func calibration(sensors: [String], side: BodySide) -> KneeCalibration? {
    calibrations.first { $0.fits(sensors: sensors, side: side) }
  }

  /// What is known of a leg: a stated pose at its own start goes before a calibration, that before a mounting.
  func reference(of leg: LegMotion, _ calibration: KneeCalibration?) -> LegReference {
    var reference = LegReference(thigh: mountings[.thigh], shank: mountings[.shank])
    if let calibration { reference = reference.refined(by: LegReference(calibration)) }
    if let startPose, let rows = leg.stillStart,
      let pose = StaticPose(thigh: leg.thigh, shank: leg.shank, rows: rows, flexion: startPose)
    {
      reference.pose = pose
      reference.zero = .calibrated
    }
    return reference
  }
}
