import Inertial

extension ShinInclination {
  /// How a sensor without a front of its own sits on the shin.
  public enum Mounting: Hashable, Sendable {
    /// Any way round: the shin's long axis is taken from the forces of the swing about a resting knee.
    case unknown
    /// Sensor axis that points up the shin, towards the knee (unit).
    case longAxis(Vector3)
    /// Up direction in the sensor (unit) while the shin stood at a known inclination [rad].
    case pose(up: Vector3, inclination: Double)
    /// A phone-like device, screen outwards: its axes say how the shin lies and which way it is lifted.
    case device(DeviceOrientation)

    /// Unit axis up the shin; zero where the mounting does not tell.
    fileprivate var towardsKnee: Vector3 {
      switch self {
      case .unknown: .zero
      case .longAxis(let axis), .pose(up: let axis, _): axis
      case .device(let orientation): orientation.towardsKnee
      }
    }

    /// The axis a knee turns such a device about; nil where the mounting does not tell.
    fileprivate var nominalAxis: Vector3? {
      if case .device(let orientation) = self { orientation.nominalAxis } else { nil }
    }
  }

  /// Share of the rate's power along the first principal axis without which there is no axis.
  static let leastLinearity = 0.9

  /// Inclination from rates, forces and filtered orientation, for any mounting and any heading.
  ///
  /// The axis is the first principal axis of the rate while the shin moves; the turn about it is read off the up direction
  /// and never wraps. The thigh is taken to rest.
  /// - Parameters:
  ///   - usable: one a row; false rows do not show the axis.
  ///   - stillStart: rows of the rest at the start, where the start tilt is taken; nil takes the first row.
  /// - Throws: `noSamples` for an empty recording. A motionless one is flagged.
  public static func measure(
    shin: SegmentMotion, time: [Double], usable: [Bool], stillStart: Range<Int>? = nil,
    mounting: Mounting = .unknown, parameters: Parameters = .init()
  ) throws(KneeJointError) -> ShinInclination {
    if shin.count == 0 { throw .noSamples }
    // One sensor plays both parts.
    let moving = try MovingSamples(thigh: shin, shank: shin, time: time, usable: usable)
    let principal = AxisTurn.principal(moving.smoothShank, rows: moving.rows)
    let askew = mounting.nominalAxis.map { lineAngle(principal.axis, $0) } ?? 0
    let isSwing = askew <= parameters.largestAskew
    let axis = isSwing ? principal.axis : mounting.nominalAxis ?? principal.axis
    let turn = AxisTurn(about: axis, of: shin, time: time)
    // What turns about another axis than the knee's is no swing of it (`care.md` K6).
    let swing = isSwing ? turn.angle : turn.angle.map { $0 * 0 }
    let start = StartPose(
      shin, turn: swing, axis: axis, moving: moving, stillStart: stillStart, mounting: mounting)
    let angle = swing.map { start.inclination(turn: $0) }
    let range = try RangeOfMotion.measure(angle: angle, time: time)
    var flags = range.flags(time: time) + start.flags
    if !isSwing { flags.append(QualityFlag(.axisMismatch, .warn, value: askew)) }
    let isMotionless = range.range < parameters.leastTurn
    if isSwing, isMotionless || principal.share < leastLinearity {
      flags.append(QualityFlag(.axisUnobservable, .stop, value: principal.spread))
    }
    if turn.uprightShare > 0.1 {
      flags.append(QualityFlag(.headingUnobservable, .warn, value: turn.uprightShare))
    }
    return ShinInclination(
      angle: angle, range: range, orientation: nil, axis: axis * start.sign,
      isAbsolute: start.isAbsolute, flags: flags)
  }
}

extension ShinInclination {
  /// Angle between two lines [rad], 0...pi/2.
  private static func lineAngle(_ one: Vector3, _ other: Vector3) -> Double {
    let angle = one.angle(to: other)
    return min(angle, .pi - angle)
  }

  /// The swing of a shin whose thigh moves as well: from an arbitrary zero, so that only its range means something.
  ///
  /// - Parameter axis: of the knee in sensor axes; nil takes the one that the shin turns about, and there is no swing where
  ///   it turns about several.
  public static func swing(
    shin: SegmentMotion, time: [Double], moving: MovingSamples, axis: Vector3?
  ) -> RangeOfMotion? {
    guard moving.rows.count >= 10 else { return nil }
    let principal = AxisTurn.principal(moving.smoothShank, rows: moving.rows)
    guard axis != nil || principal.share >= leastLinearity else { return nil }
    return try? RangeOfMotion.measure(
      angle: AxisTurn(about: axis ?? principal.axis, of: shin, time: time).angle, time: time)
  }
}

/// The shin at the start, and which turn lifts it.
private struct StartPose {
  /// Angle from hanging to the shin at turn 0 [rad], about the axis; nil when nothing tells it.
  let rise: Double?
  /// +1 when a positive turn about the axis lifts the shin.
  let sign: Double
  private let isSure: Bool
  /// The long axis was stated. The forces give the arm from knee to sensor instead, and a sensor on the front of the shin
  /// lies 10 to 25 degrees off the bone's axis as seen from the knee.
  let isAbsolute: Bool

  init(
    _ shin: SegmentMotion, turn: [Double], axis: Vector3, moving: MovingSamples, stillStart: Range<Int>?,
    mounting: ShinInclination.Mounting
  ) {
    let rows = stillStart ?? 0..<1
    let up = rows.reduce(Vector3.zero) { $0 + shin.up($1) } / Double(rows.count)
    let atRest = rows.reduce(0.0) { $0 + turn[$1] } / Double(rows.count)
    let known: Double
    switch mounting {
    case .longAxis, .device, .pose:
      let knee = mounting.towardsKnee
      let distal = -knee.rejected(from: axis)
      let down = -up.rejected(from: axis)
      let angle = Double.atan2(down.cross(distal).dot(axis), down.dot(distal))
      isAbsolute = distal.norm > 0.2 && down.norm > 0.2
      rise = distal.norm > 0.2 && down.norm > 0.2 ? angle - atRest : nil
      if case .pose(_, let inclination) = mounting { known = inclination } else { known = 0 }
    case .unknown:
      isAbsolute = false
      known = 0
      let arm = RestingJointArm(
        shin, smoothRate: moving.smoothShank, rows: moving.rows, period: moving.period, corner: moving.corner,
        axis: axis)
      rise = arm.flatMap { ShinPose.rise(arm: $0, axis: axis, up: up) }.map { $0 - atRest }
    }
    let finite = turn.filter(\.isFinite)
    let low = percentile(0.02, of: finite), high = percentile(0.98, of: finite)
    pose = rise == nil ? 0 : known
    zero = rise == nil ? -atRest : 0
    if case .device(let orientation) = mounting {
      // A screen that points outwards rises by a negative turn about the nominal axis, in the mirrored devices by a positive one.
      let along: Double = axis.dot(orientation.nominalAxis) < 0 ? -1 : 1
      sign = orientation.isReversed ? along : -along
      isSure = true
      return
    }
    let lift = rise.map { Double.wrapAngle($0 + (low + high) / 2) } ?? (low + high) / 2 - atRest
    let half: Double = (high - low) / 2
    let upwards = StartPose.impossible(known + lift - half, known + lift + half)
    let downwards = StartPose.impossible(known - lift - half, known - lift + half)
    let decides = known != 0 && upwards != downwards
    sign = decides ? (upwards < downwards ? 1 : -1) : (lift < 0 ? -1 : 1)
    isSure = rise != nil && (decides || abs(lift) > 10 * Double.pi / 180)
  }

  private let zero: Double
  /// Inclination where the turn from the pose is 0 [rad].
  private let pose: Double

  /// How far a swing of the shin leaves what a person can do on a chair, on a couch or standing [rad].
  private static func impossible(_ low: Double, _ high: Double) -> Double {
    guard low.isFinite, high.isFinite else { return 0 }
    let degree = Double.pi / 180
    return max(0, -60 * degree - low) + max(0, high - 130 * degree)
  }

  /// From the vertical, lifting positive; without a known pose from the start.
  func inclination(turn: Double) -> Double {
    guard let rise else { return sign * (turn + zero) }
    return pose + sign * (turn + rise)
  }

  var flags: [QualityFlag] {
    var flags: [QualityFlag] = []
    if rise == nil { flags.append(QualityFlag(.noStillStart, .warn)) }
    if !isAbsolute { flags.append(QualityFlag(.startNotExtended, .warn)) }
    if !isSure { flags.append(QualityFlag(.signAssumed, .warn)) }
    return flags
  }
}
