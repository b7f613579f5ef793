import Inertial
import KneeJoint

/// A leg whose motion is known in closed form, with one sensor on each segment.
///
/// Segment axes: x forward, y left (the hinge), z up along the straight leg. A positive turn of the shank about y is
/// flexion.
struct SyntheticLeg {
  /// Which end of the leg stays in place.
  enum Base { case hip, ankle }

  var base = Base.hip
  /// Segment axes from sensor axes.
  var thighMounting = Quaternion.identity
  var shankMounting = Quaternion.identity
  /// Knee to sensor [m], segment axes.
  var thighArm = Vector3(0.05, 0.03, 0.2)
  var shankArm = Vector3(0.04, 0.02, -0.15)
  /// Turn about the vertical that brings the shank's earth into the thigh's [rad].
  var heading = 0.0
  /// Earth from thigh segment [s].
  var thigh: (Double) -> Quaternion
  /// Thigh segment from shank segment [s].
  var knee: (Double) -> Quaternion

  var thighAxis: Vector3 { thighMounting.rotateBack(.unitY) }
  var shankAxis: Vector3 { shankMounting.rotateBack(.unitY) }
  var axes: HingeAxes { HingeAxes(thigh: thighAxis, shank: shankAxis) }

  private func shank(_ t: Double) -> Quaternion { thigh(t) * knee(t) }

  /// Position of the joint in the thigh's earth [m].
  private func joint(_ t: Double) -> Vector3 {
    base == .hip ? thigh(t).rotate(Vector3(0, 0, -0.4)) : shank(t).rotate(Vector3(0, 0, 0.4))
  }

  func thighMotion(_ time: [Double]) -> SegmentMotion {
    motion(time, heading: 0, orientation: { thigh($0) * thighMounting }) {
      joint($0) + thigh($0).rotate(thighArm)
    }
  }

  func shankMotion(_ time: [Double]) -> SegmentMotion {
    motion(time, heading: -heading, orientation: { shank($0) * shankMounting }) {
      joint($0) + shank($0).rotate(shankArm)
    }
  }

  /// Rates and forces of the instant, by central differences far below the sample period.
  private func motion(
    _ time: [Double], heading: Double, orientation: (Double) -> Quaternion, position: (Double) -> Vector3
  ) -> SegmentMotion {
    let h = 1e-3
    let turn = Quaternion(axis: .unitZ, angle: heading)
    var out = SegmentMotion(earthFromSensor: [], rate: [], force: [])
    for t in time {
      let q = orientation(t)
      let step = orientation(t - h).conjugate * orientation(t + h)
      let bend: Vector3 = position(t + h) - position(t) * 2 + position(t - h)
      out.earthFromSensor.append(turn * q)
      out.rate.append(step.rotationVector / (2 * h))
      out.force.append(q.rotateBack(bend / (h * h) + Vector3(0, 0, .standardGravity)))
    }
    return out
  }
}

/// Evenly spaced stamps [s].
func stamps(_ seconds: Double, rate: Double = 50) -> [Double] {
  (0...Int(seconds * rate)).map { Double($0) / rate }
}

func turnX(_ angle: Double) -> Quaternion { Quaternion(axis: .unitX, angle: angle) }
func turnY(_ angle: Double) -> Quaternion { Quaternion(axis: .unitY, angle: angle) }
func turnZ(_ angle: Double) -> Quaternion { Quaternion(axis: .unitZ, angle: angle) }

/// A thigh that turns about all axes.
func freeThigh(_ t: Double) -> Quaternion {
  turnZ(0.5 * Double.sin(1.1 * t)) * turnX(0.4 * Double.sin(1.7 * t)) * turnY(0.6 * Double.sin(2.3 * t))
}

/// Flexion between 0 and 70 degrees [rad].
func bending(_ t: Double) -> Double { 0.6 * (1 - Double.cos(2.9 * t)) }

extension SyntheticLeg {
  /// Both segments turn about all axes, the knee as a hinge.
  static func moving(seed: UInt64? = nil, heading: Double = 0) -> SyntheticLeg {
    var leg = SyntheticLeg(heading: heading, thigh: freeThigh) { turnY(bending($0)) }
    if let seed {
      var random = SplitMix64(seed: seed)
      leg.thighMounting = random.rotation()
      leg.shankMounting = random.rotation()
    }
    return leg
  }
}

/// Angle between two lines [rad].
func lineAngle(_ a: Vector3, _ b: Vector3) -> Double { min(a.angle(to: b), a.angle(to: -b)) }

let degree = Double.pi / 180
