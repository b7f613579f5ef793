import Inertial
import KneeJoint
import SampleConditioning

/// What a calibration recording gave.
public struct CalibratedRecording: Sendable {
  /// One a leg, left leg first.
  public var calibrations: [KneeCalibration]
  /// What was found in the input and done to it.
  public var findings: [ImportFinding]
  /// Absolute time of the first stamp [ns since 1970 UTC]; nil when the source has none.
  public var startTime: Int64?
}

extension Goniometer {
  /// Shortest rest that can be a pose [s].
  public static let shortestPose = 1.0

  /// Learns how the sensors sit on each leg, from a rest in a pose of stated angle and from the motion behind it.
  ///
  /// The first rest of at least `shortestPose` seconds is the first pose; a second one is the next rest that differs from
  /// it by half of what was stated or more. Which way the person faces does not matter.
  /// - Parameter poses: knee flexion, with one sensor inclination of the shin, in the order of the recording [rad]; one or
  ///   two.
  /// - Throws: `poseNotStill`, `poseMoves`, `posesMissing`, `poseAxisUpright`, and what `measure` throws.
  public func calibrate(
    _ recording: RawRecording, poses: [Double]
  ) throws(GoniometerError) -> CalibratedRecording {
    precondition(!poses.isEmpty, "at least one pose")
    var out = CalibratedRecording(
      calibrations: [], findings: recording.findings, startTime: recording.startTime)
    for leg in try Leg.sort(recording, side: parameters.side) {
      let conditioned = try condition(leg)
      out.findings += conditioned.findings
      if leg.isPair {
        let (thigh, shank) = (conditioned.sensors[0], conditioned.sensors[1])
        let aligned = try AlignedLeg(thigh: thigh, shank: shank, method: parameters.method) { motion in
          parameters.posed(motion, flexion: poses[0])
        }
        out.findings += aligned.pair.findings
        out.calibrations.append(try calibrate(aligned, side: leg.side, poses: poses))
      } else {
        out.calibrations.append(try calibrate(shin: conditioned.sensors[0], side: leg.side, poses: poses))
      }
    }
    return out
  }

  private func calibrate(
    _ aligned: AlignedLeg, side: BodySide, poses stated: [Double]
  ) throws(GoniometerError) -> KneeCalibration {
    let (pair, leg) = (aligned.pair, aligned.leg)
    var curve = aligned.curve
    let first = try PoseSearch.first(of: leg.phases)
    guard let up = leg.thigh.meanUp(first.rows), let shankUp = leg.shank.meanUp(first.rows) else {
      throw .poseNotStill(longest: 0, needed: Goniometer.shortestPose)
    }
    let search = try PoseSearch(curve.turn, phases: leg.phases, stated: stated)
    if search.isReversed { curve.reverse() }
    var calibration = KneeCalibration(
      side: side, sensors: [pair.thigh.id, pair.shank.id],
      poses: try search.poses(wander: { max(leg.thigh.wander($0), leg.shank.wander($0)) }),
      thighUp: up, shankUp: shankUp, flexion: search.flexion, gain: search.gain)
    if let axes = curve.axes, !curve.isStopped { try calibration.take(axes, of: curve) }
    return calibration
  }

  private func calibrate(
    shin: ConditionedSensor, side: BodySide, poses stated: [Double]
  ) throws(GoniometerError) -> KneeCalibration {
    let usable = shin.quality.map(\.isSound)
    let phases = shin.stillPhases(usable: usable)
    let first = try PoseSearch.first(of: phases)
    let motion = SegmentEstimate(shin, bias: shin.bias(of: phases), method: parameters.method).motion
    guard let up = motion.meanUp(first.rows) else {
      throw .poseNotStill(longest: 0, needed: Goniometer.shortestPose)
    }
    let turn: [Double]
    do {
      turn = try ShinInclination.measure(
        shin: motion, time: shin.time, usable: usable, stillStart: first.rows,
        mounting: .pose(up: up, inclination: stated[0])
      ).angle
    } catch { throw .knee(error) }
    let search = try PoseSearch(turn, phases: phases, stated: stated)
    return KneeCalibration(
      side: side, sensors: [shin.id], poses: try search.poses(wander: { motion.wander($0) }), thighUp: nil,
      shankUp: up, flexion: search.flexion, gain: search.gain)
  }
}

extension Goniometer.Parameters {
  /// The stated mounting, and the first rest that is long enough as the pose.
  fileprivate func posed(_ leg: LegMotion, flexion: Double) -> LegReference {
    var reference = LegReference(thigh: mountings[.thigh], shank: mountings[.shank])
    if let first = try? PoseSearch.first(of: leg.phases) {
      reference.pose = StaticPose(thigh: leg.thigh, shank: leg.shank, rows: first.rows, flexion: flexion)
    }
    return reference
  }
}

extension JointCurve {
  /// Whether a flag forbids the angle.
  var isStopped: Bool { flags.contains { $0.effect == .stop && $0.span == nil } }

  /// Two labelled poses say which way is flexion.
  mutating func reverse() {
    turn = turn.map { -$0 }
    axes = axes?.reversed
  }
}

extension KneeCalibration {
  fileprivate mutating func take(_ found: HingeAxes, of curve: JointCurve) throws(GoniometerError) {
    guard let pose, pose.turn(found) != nil else { throw .poseAxisUpright }
    axes = HingeAxes(
      thigh: found.thigh, shank: found.shank, thighSigma: found.thighSigma, shankSigma: found.shankSigma)
    sign = poses.count > 1 ? .labelledPoses : curve.sign
    tilt = curve.tilt
    mismatch = pose.mismatch(found)
  }
}
