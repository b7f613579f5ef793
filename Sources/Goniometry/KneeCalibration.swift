import Inertial
import KneeJoint

/// What a calibration recording taught about one leg: how the sensors sit on it. Reusable while they stay where they
/// are; never changed.
public struct KneeCalibration: Hashable, Sendable {
  /// A rest in a pose whose angle was stated.
  public struct Pose: Hashable, Sendable {
    /// As stated [rad]: knee flexion, with one sensor the inclination of the shin.
    public var stated: Double
    /// As measured from the zero of this calibration [rad].
    public var measured: Double
    /// The rest on the clock of the recording [s].
    public var time: ClosedRange<Double>
    /// RMS wander of the vertical in the sensors during the rest [rad].
    public var wander: Double

    public init(stated: Double, measured: Double, time: ClosedRange<Double>, wander: Double) {
      self.stated = stated
      self.measured = measured
      self.time = time
      self.wander = wander
    }
  }

  /// What the caller calls it: a number in a store, a file; nil when it has no name. It decides nothing.
  public var label: String?
  public var side: BodySide
  /// Ids of the sensors, thigh first; one id is a sensor on the shin.
  public var sensors: [String]
  /// In the order of the recording.
  public var poses: [Pose]
  /// Mean up direction in each sensor over the first pose (unit); no thigh with one sensor.
  public var thighUp: Vector3?
  public var shankUp: Vector3
  /// Flexion [rad] that gives the first pose its place: the stated one, with two poses set so that both fit as well.
  public var flexion: Double
  /// Hinge axes, flexion positive; nil where the recording does not show them: then each measurement finds its own.
  public var axes: HingeAxes?
  /// By which rule the axes are flexion positive; nil without axes.
  public var sign: FlexionSign.Rule?
  /// RMS angle between both axes in earth over the calibration motion [rad]; nil without motion.
  public var tilt: Double?
  /// Difference of the axis' inclination as both sensors see it in the pose [rad]; nil without axes.
  public var mismatch: Double?
  /// Measured over stated turn between two poses; nil with one.
  public var gain: Double?

  public init(
    side: BodySide, sensors: [String], poses: [Pose], thighUp: Vector3?, shankUp: Vector3, flexion: Double,
    axes: HingeAxes? = nil, sign: FlexionSign.Rule? = nil, tilt: Double? = nil, mismatch: Double? = nil,
    gain: Double? = nil
  ) {
    self.side = side
    self.sensors = sensors
    self.poses = poses
    self.thighUp = thighUp
    self.shankUp = shankUp
    self.flexion = flexion
    self.axes = axes
    self.sign = sign
    self.tilt = tilt
    self.mismatch = mismatch
    self.gain = gain
  }

  /// Gains that pass.
  public static let soundGain = 0.97...1.03

  /// Doubts that every number from this calibration shares.
  public var flags: [QualityFlag] {
    var flags: [QualityFlag] = []
    if sign == .longerSide { flags.append(QualityFlag(.signAssumed, .warn)) }
    if let gain, !KneeCalibration.soundGain.contains(gain) {
      flags.append(QualityFlag(.calibrationGain, .warn, value: gain))
    }
    return flags
  }

  /// Two sensors: the pose that gives the zero.
  var pose: StaticPose? {
    thighUp.map { StaticPose(thighUp: $0, shankUp: shankUp, flexion: flexion) }
  }

  /// Whether it was made with these sensors on this leg. A side that nobody named fits any.
  public func fits(sensors: [String], side: BodySide) -> Bool {
    self.sensors == sensors && (self.side == side || self.side == .unspecified || side == .unspecified)
  }
}
