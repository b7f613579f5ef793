import Inertial
import KneeJoint
import SampleConditioning

extension Goniometer {
  /// Flexion of the joint between two sensors.
  ///
  /// The outline of the method: one clock, bias, orientation, delay, curve, sign, zero, repetitions, range.
  func flexionOfJoint(
    thigh: ConditionedSensor, shank: ConditionedSensor, side: BodySide, flags: [QualityFlag]
  ) throws(GoniometerError) -> (knee: KneeMeasurement, findings: [ImportFinding]) {
    let sensors = [thigh.id, shank.id]
    let calibration = parameters.calibration(sensors: sensors, side: side)
    let aligned = try AlignedLeg(thigh: thigh, shank: shank, method: parameters.method) {
      parameters.reference(of: $0, calibration)
    }
    let (pair, leg, curve) = (aligned.pair, aligned.leg, aligned.curve)
    let places = SensorPlaces(axes: curve.axes, thigh: leg.thigh, shank: leg.shank, moving: leg.moving)
    let zero = JointZero(curve, leg, knowing: aligned.reference)
    var measurement = KneeMeasurement(
      side: side, definition: .jointAngle, sensors: sensors, time: leg.time,
      angle: curve.turn.map { $0 - zero.offset }, range: nil, repetitions: [],
      flags: flags + pair.flags + aligned.flags + places.flags
        + UnsettledStretches.flags(restarts: leg.restarts, time: leg.time) + curve.flags + zero.flags,
      zero: zero.kind, axes: curve.axes, delay: aligned.delay, calibration: calibration,
      shin: ShinInclination.swing(
        shin: leg.shank, time: leg.time, moving: leg.moving, axis: curve.axes?.shank))
    measurement.conclude(usable: leg.usable, filled: pair.thigh.quality.map { $0.contains(.filled) })
    return (measurement, pair.findings)
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
    if leg.stillStart != nil { reference.startFlexion = startPose }
    if let startPose, let rows = leg.stillStart,
      let pose = StaticPose(thigh: leg.thigh, shank: leg.shank, rows: rows, flexion: startPose)
    {
      reference.pose = pose
      reference.zero = .calibrated
    }
    return reference
  }
}
