import Inertial
import KneeJoint

/// The live door of the instrument: a preview. The number that is kept is `Goniometer.measure` over the closed log.
///
/// Both sensors are conditioned and filtered sample by sample and paired on the thigh's clock. The axes are learned from
/// the motion so far, again and again at growing intervals; each time the session so far is gone through anew, so that zero,
/// sign and repetitions are those of the newest axes. A shank without a thigh shows its inclination.
public struct LiveGoniometer: Sendable {
  public struct Parameters: Hashable, Sendable {
    /// Period of a sensor's samples [s].
    public var nominalPeriod: Double
    /// First interval between two fits of the axes [s]; it grows with the session.
    public var firstInterval: Double
    /// Interval between two counts of the repetitions [s].
    public var countInterval: Double
    /// Of these two sensors on this leg: then the angle is there from the first sample on, with an absolute zero.
    public var calibration: KneeCalibration?

    public init(
      nominalPeriod: Double, firstInterval: Double = 1, countInterval: Double = 0.25,
      calibration: KneeCalibration? = nil
    ) {
      self.calibration = calibration
      self.nominalPeriod = nominalPeriod
      self.firstInterval = firstInterval
      self.countInterval = countInterval
    }
  }

  private let parameters: Parameters
  private var zero: Int64?
  private var thigh: LiveSegment?
  private var shank: LiveSegment?
  private var waiting: [SegmentInstant] = []
  private var shankBefore: SegmentInstant?
  private var history: LiveHistory
  private var session: LiveSession?
  /// The newest fit, where it bends the other way than the session shown: it must say so twice.
  private var challenger: LiveSession?
  /// While no thigh has been heard.
  private var shin: LiveShin?
  private var firstShank: Double?
  private var nextFit = 0.0
  private var nextCount = 0.0

  /// - Parameter zero: stamp that is second 0 of the output [ns]; nil takes that of the first sample.
  public init(parameters: Parameters, zero: Int64? = nil) {
    self.parameters = parameters
    self.zero = zero
    history = LiveHistory(spacing: max(parameters.nominalPeriod, 0.02))
  }

  /// Takes one sample of one sensor; gives an angle for every thigh sample that the shank has caught up with.
  ///
  /// - Parameter forceIsDerived: the force is the gravity that the device's own orientation implies, not a measurement.
  public mutating func push(
    _ sample: RawSample, from segment: BodySegment, forceIsDerived: Bool = false, emit: (LiveAngle) -> Void
  ) {
    let origin = zero ?? sample.deviceTime ?? sample.arrivalTime
    zero = origin
    switch segment {
    case .thigh:
      var live = thigh ?? LiveSegment(nominalPeriod: parameters.nominalPeriod, zero: origin)
      let instant = live.push(sample, forceIsDerived: forceIsDerived)
      thigh = live
      shin = nil
      if let instant { wait(instant) }
    case .shank:
      var live = shank ?? LiveSegment(nominalPeriod: parameters.nominalPeriod, zero: origin)
      let instant = live.push(sample, forceIsDerived: forceIsDerived)
      shank = live
      guard let instant else { return }
      if thigh == nil { emitAlone(instant, emit) } else { meet(instant, emit) }
    }
  }

  /// How long a thigh may keep silent before the shank is taken to be alone [s].
  private static let thighPatience = 1.0

  private mutating func emitAlone(_ instant: SegmentInstant, _ emit: (LiveAngle) -> Void) {
    let first = firstShank ?? instant.time
    firstShank = first
    guard instant.time - first >= Self.thighPatience else { return }
    var alone = shin ?? LiveShin(parameters)
    emit(alone.update(instant))
    shin = alone
  }

  /// A thigh sample waits for the shank to reach its time; half a second of them at most.
  private mutating func wait(_ instant: SegmentInstant) {
    waiting.append(instant)
    let oldest = instant.time - 0.5
    while let first = waiting.first, first.time < oldest { waiting.removeFirst() }
  }

  private mutating func meet(_ later: SegmentInstant, _ emit: (LiveAngle) -> Void) {
    let slack = parameters.nominalPeriod / 2
    while let first = waiting.first, first.time <= later.time + slack {
      waiting.removeFirst()
      let partner = shankBefore.map { $0.interpolated(to: later, at: first.time) } ?? later
      guard abs(partner.time - first.time) <= 10 * parameters.nominalPeriod else { continue }
      emit(update(first, partner))
    }
    shankBefore = later
  }

  private mutating func update(_ a: SegmentInstant, _ b: SegmentInstant) -> LiveAngle {
    history.append(a, b)
    if a.time >= nextFit { refit(at: a.time) }
    let flexion = session?.update(a, b, history)
    if a.time >= nextCount {
      session?.count(history)
      nextCount = a.time + parameters.countInterval
    }
    let shown = session.flatMap { $0.isSideSure ? $0 : nil }
    return LiveAngle(
      time: a.time, flexion: shown == nil ? nil : flexion, stage: session?.stage ?? .learning,
      repetitions: session?.repetitions ?? 0, mostExtended: shown?.mostExtended,
      mostFlexed: shown?.mostFlexed)
  }

  /// Instants further apart than this do not show the forces at the joint any more: what was learned stays [s].
  private static let widestSpacing = 0.05

  private mutating func refit(at time: Double) {
    guard session == nil || history.spacing < Self.widestSpacing else { return }
    if let calibrated = parameters.calibration.flatMap({ LiveSession(history, calibration: $0) }) {
      session = calibrated
    } else if let better = LiveSession(history, before: challenger ?? session) {
      weigh(better)
    }
    let isSure = challenger == nil && session?.isSideSure ?? false
    nextFit = time + max(parameters.firstInterval, isSure ? time / 8 : 0)
  }

  /// The newest fit takes over at once, but for one that turns a side round that was sure: that must be found twice.
  private mutating func weigh(_ better: LiveSession) {
    if let session, session.isSideSure, challenger == nil, !better.isSideSure {
      challenger = better
    } else {
      session = better
      challenger = nil
    }
  }
}
