import Inertial

@testable import KneeJoint

/// An exact hinge between two sensors with known axes, lever arms, headings and angle.
struct HingedLeg {
  struct Options {
    var seconds = 30.0
    var rate = 100.0
    /// Amplitude of the thigh's free motion [rad]; 0 for a still thigh.
    var thighMotion = 0.8
    /// The thigh turns about the hinge only, and the hinge is level.
    var isPlanar = false
    /// Hinge turn beside the hinge: amplitude of a second axis [rad]; 0 for a hinge.
    var secondAxis = 0.0
    /// Knee swing amplitude [rad], about a mean of the same size.
    var swing = 0.7
    /// Drift of the shank's heading [rad/s].
    var drift = 0.0
    /// The hinge stands upright between these times [s].
    var upright: ClosedRange<Double>?
    var hasForces = true
  }

  let time: [Double]
  let thigh, shank: SegmentMotion
  /// Turn about the hinge [rad], 0 in the pose of `HingeAxes.thighFromShank`.
  let angle: [Double]
  let axes: HingeAxes
  let thighArm, shankArm: Vector3

  init(seed: UInt64, _ o: Options = Options()) {
    var random = SplitMix64(seed: seed)
    let thighMount = random.rotation(), shankMount = random.rotation()
    let thighHeading = random.uniform(in: -3...3), shankHeading = random.uniform(in: -3...3)
    let phase = (0..<6).map { _ in random.uniform(in: 0...6) }
    let count = Int(o.seconds * o.rate)
    let stamps = (0..<count).map { Double($0) / o.rate }
    time = stamps
    let still = 2.0
    func gate(_ t: Double) -> Double {
      let x = min(max((t - still) / 1, 0), 1)
      return x * x * (3 - 2 * x)
    }
    // Segment frames: hinge along z, which lies level at rest; the knee swings between straight and 2 x swing.
    func knee(_ t: Double) -> Double { o.swing * (1 - Double.cos(2.1 * max(0, t - still))) }
    func thighPose(_ t: Double) -> Quaternion {
      let level = Quaternion(axis: .unitX, angle: Double.pi / 2)
      let g = gate(t) * o.thighMotion
      let pitch = Quaternion(axis: .unitZ, angle: g * Double.sin(1.3 * t + phase[0]))
      if o.isPlanar { return level * pitch }
      var tip = Quaternion.identity
      if let upright = o.upright {
        let edge = min(max(min(t - upright.lowerBound, upright.upperBound - t), 0), 1)
        tip = Quaternion(axis: .unitX, angle: -Double.pi / 2 * edge)
      }
      let turn = Vector3(
        Double.sin(0.7 * t + phase[1]), Double.sin(0.9 * t + phase[2]), 0.6 * Double.sin(0.5 * t + phase[3]))
      return level * tip * Quaternion(rotationVector: turn * g) * pitch
    }
    func shankPose(_ t: Double) -> Quaternion {
      let side = Quaternion(axis: .unitX, angle: gate(t) * o.secondAxis * Double.sin(1.7 * t + phase[4]))
      return thighPose(t) * Quaternion(axis: .unitZ, angle: knee(t)) * side
    }
    func joint(_ t: Double) -> Vector3 {
      let g = gate(t) * 0.08
      return Vector3(g * Double.sin(2.2 * t), g * Double.sin(1.9 * t + 1), g * Double.sin(2.6 * t + 2))
    }
    let armThigh = Vector3(0.04, 0.18, 0.05), armShank = Vector3(0.03, -0.14, 0.02)
    func motion(
      _ pose: (Double) -> Quaternion, _ mount: Quaternion, _ arm: Vector3, heading: (Double) -> Double
    ) -> SegmentMotion {
      let step = 1 / o.rate
      var out = SegmentMotion(earthFromSensor: [], rate: [], force: [])
      for t in stamps {
        let q = pose(t) * mount
        let before = pose(t - step) * mount
        out.earthFromSensor.append(Quaternion(axis: .unitZ, angle: heading(t)) * q)
        out.rate.append((before.conjugate * q).rotationVector / step)
        let h = 1e-3
        func place(_ t: Double) -> Vector3 { joint(t) + pose(t).rotate(arm) }
        let push = (place(t + h) - place(t) * 2 + place(t - h)) / (h * h)
        out.force.append(
          o.hasForces ? q.rotateBack(push + .unitZ * .standardGravity) : Vector3.missing)
      }
      return out
    }
    thigh = motion(thighPose, thighMount, armThigh) { _ in thighHeading }
    shank = motion(shankPose, shankMount, armShank) { shankHeading + o.drift * $0 }
    thighArm = thighMount.rotateBack(armThigh)
    shankArm = shankMount.rotateBack(armShank)
    axes = HingeAxes(thigh: thighMount.rotateBack(.unitZ), shank: shankMount.rotateBack(.unitZ))
    angle = stamps.map(knee)
  }

  var usable: [Bool] { time.map { _ in true } }

  func moving() throws -> MovingSamples {
    try MovingSamples(thigh: thigh, shank: shank, time: time, usable: usable)
  }

  func fitted() throws -> HingeAxes {
    try HingeAxisFit.fit(thigh: thigh, shank: shank, time: time, moving: moving())
  }

  func heading(_ axes: HingeAxes) -> RelativeHeading {
    HingeHeading.relativeHeading(axes: axes, thigh: thigh, shank: shank, time: time, usable: usable)
  }

  func flexion(_ axes: HingeAxes) -> [Double] {
    HingeAngle.flexion(axes: axes, thigh: thigh, shank: shank, heading: heading(axes).angle)
  }

  /// Largest angle between found and true axes, the common sign being free [rad].
  func error(of found: HingeAxes) -> Double {
    let same = max(found.thigh.angle(to: axes.thigh), found.shank.angle(to: axes.shank))
    let turned = max(found.thigh.angle(to: -axes.thigh), found.shank.angle(to: -axes.shank))
    return min(same, turned)
  }

  /// Largest error of an angle against the truth once both start at 0, the sign being free [rad].
  func error(of found: [Double]) -> Double {
    let sign: Double = zip(found, angle).reduce(0) { $0 + ($1.0 - found[0]) * $1.1 } < 0 ? -1 : 1
    return zip(found, angle).map { abs(sign * ($0 - found[0]) - ($1 - angle[0])) }.max() ?? 0
  }
}
