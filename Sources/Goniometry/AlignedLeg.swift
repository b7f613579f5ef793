import Inertial
import KneeJoint
import SampleConditioning

/// One leg and the curve of its knee, with the delay between both sensors taken out.
///
/// The delay is looked for twice: before the axes are known in what both sensors feel of the joint's rise and fall, and
/// once more with the axes, which need sensors that are not far apart in time. What is left alone (`SensorDelay.smallest`)
/// costs nothing: the sensors are paired anew only for a delay that is worth it.
struct AlignedLeg {
  private(set) var pair: PairedSensors
  private(set) var leg: LegMotion
  private(set) var curve: JointCurve
  /// What is known of the leg besides its motion.
  private(set) var reference: LegReference
  /// `unknown` where the motion does not tell; then nothing was taken out.
  private(set) var delay: SensorDelay
  /// Whether `delay` was taken out.
  private(set) var isCorrected: Bool

  /// A smaller delay does not keep the axes from being found, a less certain one is no start for finding them [s].
  private static let nearEnough = 0.015
  private static let roughest = 0.05
  private static let mostPasses = 3

  init(
    thigh: ConditionedSensor, shank: ConditionedSensor, method: OrientationMethod,
    knowing: (LegMotion) -> LegReference
  ) throws(GoniometerError) {
    let stamped = try Self.paired(thigh, shank, method, taking: nil)
    let span = stamped.leg.span
    var taken = Self.rough(stamped.leg, span)
    var passes = 0
    var isSeen = true
    repeat {
      passes += 1
      let near = try taken.map { delay throws(GoniometerError) in
        try Self.paired(thigh, shank, method, taking: delay)
      }
      (pair, leg) = near ?? stamped
      reference = knowing(leg)
      curve = try Self.curve(of: leg, reference)
      let rest = SensorDelay.find(leg, by: curve)
      delay = taken.map { $0.followed(by: rest) } ?? rest
      isCorrected = taken != nil
      isSeen = rest.isKnown
      guard isSeen else { break }
      if !rest.isWorthTaking(in: span) { return }
      taken = delay.isWorthTaking(in: span) ? delay : nil
    } while passes < Self.mostPasses
    // A rest of some milliseconds that comes and goes stays; what these axes do not show was none.
    if isSeen { return }
    delay = .unknown
    guard isCorrected else { return }
    (pair, leg) = stamped
    reference = knowing(leg)
    curve = try Self.curve(of: leg, reference)
    isCorrected = false
  }

  private static func rough(_ leg: LegMotion, _ span: ClosedRange<Double>) -> SensorDelay? {
    let rough = SensorDelay.find(leg)
    let size = abs(rough.largest(in: span))
    return rough.sigma < roughest && size > Swift.max(nearEnough, 2 * rough.sigma) ? rough : nil
  }

  /// A delay that seems larger than this and is too uncertain to be taken out is not known [s].
  private static let doubtful = 0.005

  /// `syncCorrected` with the largest delay that was found [s], `syncUnknown` where it cannot be seen, or only so
  /// uncertainly that it stays in: a note where the thigh rests, for then no delay matters.
  var flags: [QualityFlag] {
    if isCorrected { return [QualityFlag(.syncCorrected, .note, value: delay.largest(in: leg.span))] }
    let isLeftIn = abs(delay.largest(in: leg.span)) > Self.doubtful
    return (delay.isKnown && !isLeftIn) || curve.isMotionless
      ? [] : [QualityFlag(.syncUnknown, curve.axes == nil || leg.moving.isThighStill ? .note : .warn)]
  }

  private static func paired(
    _ thigh: ConditionedSensor, _ shank: ConditionedSensor, _ method: OrientationMethod,
    taking delay: SensorDelay?
  ) throws(GoniometerError) -> (pair: PairedSensors, leg: LegMotion) {
    let pair: PairedSensors
    do throws(ConditioningError) {
      pair = try SensorPairing.pair(thigh: thigh, shank: delay.map { shank.taking($0) } ?? shank)
    } catch { throw .conditioning(error) }
    do throws(KneeJointError) { return (pair, try LegMotion(pair, method: method)) } catch {
      throw .knee(error)
    }
  }

  private static func curve(
    of leg: LegMotion, _ reference: LegReference
  ) throws(GoniometerError) -> JointCurve {
    do throws(KneeJointError) { return try JointCurve(leg, knowing: reference) } catch { throw .knee(error) }
  }
}

extension ConditionedSensor {
  /// The same sensor on the clock of the other one.
  fileprivate func taking(_ delay: SensorDelay) -> ConditionedSensor {
    var moved = self
    moved.time = time.map { $0 - delay.seconds(at: $0) }
    return moved
  }
}

extension LegMotion {
  var span: ClosedRange<Double> { (time.first ?? 0)...Swift.max(time.first ?? 0, time.last ?? 0) }
}

extension SensorDelay {
  fileprivate static func find(_ leg: LegMotion) -> SensorDelay {
    find(thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving)
  }

  fileprivate static func find(_ leg: LegMotion, by curve: JointCurve) -> SensorDelay {
    guard let axes = curve.axes, curve.heading.count == leg.time.count else { return .unknown }
    return find(
      thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, axes: axes,
      heading: curve.heading)
  }
}
