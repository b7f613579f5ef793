import Inertial
import KneeJoint
import Orientation
import SampleConditioning

extension Goniometer {
  /// Inclination of the shin from the one sensor on it.
  func inclinationOfShin(
    _ shin: ConditionedSensor, side: BodySide, flags: [QualityFlag]
  ) throws(GoniometerError) -> KneeMeasurement {
    do { return try shinInclination(shin, side, flags) } catch { throw .knee(error) }
  }

  private func shinInclination(
    _ shin: ConditionedSensor, _ side: BodySide, _ flags: [QualityFlag]
  ) throws(KneeJointError) -> KneeMeasurement {
    let usable = shin.quality.map(\.isSound)
    let phases = shin.stillPhases(usable: usable)
    let segment = SegmentEstimate(shin, bias: shin.bias(of: phases), method: parameters.method)
    let device = heldAs(segment.motion)
    let calibration = parameters.calibration(sensors: [shin.id], side: side)
    let stillStart = StillPhases.atStart(of: phases, time: shin.time)?.rows
    let known = parameters.mounting(of: segment.motion, calibration, stillStart: stillStart)
    let shinAngle = try ShinInclination.measure(
      shin: segment.motion, time: shin.time, usable: usable, stillStart: stillStart,
      mounting: known ?? parameters.device.map { .device($0) } ?? .unknown)
    var measurement = KneeMeasurement(
      side: side, definition: .shinInclination, sensors: [shin.id], time: shin.time, angle: shinAngle.angle,
      range: nil, repetitions: [],
      flags: flags + UnsettledStretches.flags(restarts: segment.restarts, time: shin.time) + shinAngle.flags
        + (calibration?.flags ?? []),
      zero: shinAngle.isAbsolute ? .vertical : .estimated, calibration: calibration, device: device)
    if let device, parameters.comparesResearchKit {
      measurement.researchKit = try ResearchKitRange(
        worldFromDevice: segment.motion.earthFromSensor, orientation: device)
    }
    measurement.conclude(usable: usable, filled: shin.quality.map { $0.contains(.filled) })
    if let ratio = parameters.supineRatio, measurement.range != nil {
      measurement.supine = try SupineFlexion.measure(
        inclination: measurement.angle, time: measurement.time, ratio: ratio)
    }
    return measurement
  }

  /// As stated. For ResearchKit's numbers a phone whose orientation nobody states is held as gravity says at its first
  /// sample; our own do not rest on such a guess.
  private func heldAs(_ shin: SegmentMotion) -> DeviceOrientation? {
    if let stated = parameters.device { return stated }
    return parameters.comparesResearchKit && shin.count > 0 ? DeviceOrientation(up: shin.up(0)) : nil
  }
}

extension Goniometer.Parameters {
  /// How a sensor sits on the shin: by its own stated start pose, by a calibration, by what a person says of it; nil where
  /// nobody says.
  func mounting(
    of shin: SegmentMotion, _ calibration: KneeCalibration?, stillStart: Range<Int>?
  ) -> ShinInclination.Mounting? {
    if let startPose, let up = stillStart.flatMap({ shin.meanUp($0) }) {
      return .pose(up: up, inclination: startPose)
    }
    if let calibration { return .pose(up: calibration.shankUp, inclination: calibration.flexion) }
    return mountings[.shank]?.up.map { .longAxis($0) }
  }
}
