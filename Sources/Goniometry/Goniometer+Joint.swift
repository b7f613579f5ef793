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
    let curve = try JointCurve(leg)
    let zero = HingeZero.fromStart(angle: curve.turn, stillStart: leg.stillStart)
    let flexion = curve.turn.map { $0 - zero.offset }
    var measurement = KneeMeasurement(
      side: side, definition: .jointAngle, sensors: [pair.thigh.id, pair.shank.id], time: leg.time,
      angle: flexion, range: nil, repetitions: [],
      flags: flags + curve.flags + zero.flags(flexion: flexion),
      zero: zero.rows == nil ? .firstValue : .stillStart, axes: curve.axes,
      shin: ShinInclination.swing(
        shin: leg.shank, time: leg.time, moving: leg.moving, axis: curve.axes?.shank))
    measurement.conclude(usable: leg.usable, filled: pair.thigh.quality.map { $0.contains(.filled) })
    return measurement
  }
}
