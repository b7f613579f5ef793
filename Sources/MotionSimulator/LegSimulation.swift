import Inertial

/// A recorded session of a leg whose knee flexion is known.
///
/// The leg is not the hinge that an estimator assumes: the knee axis moves with flexion, the shank turns 5 to 10
/// degrees out of plane, skin and straps shift and ring. Equal arguments give equal values on every run.
public struct LegSimulation: Sendable {
  /// 2026-11-02T09:00:00+01:00: simulated recordings have a day of their own, never today's.
  public static let startTime: Int64 = 1_793_606_400_000_000_000

  public let motion: Motion
  public let side: BodySide
  public let segments: [BodySegment]
  public let rate: Double
  public let rows: Int
  private let sensorSeed: UInt64
  private let errors: SensorErrors
  let model: LegModel
  private let startCut: Double
  private let field: Vector3?

  /// - Parameters:
  ///   - sensors: 1 for the shank alone, 2 for thigh and shank.
  ///   - duration: s; less than about eight seconds leaves no room for a repetition.
  ///   - rate: samples a second.
  ///   - magnetometer: adds the field of central Europe, undisturbed.
  ///   - conditions: what is unusual about the leg and about the moment at which the recording begins.
  public init(
    motion: Motion, side: BodySide, sensors: Int, duration: Double, rate: Double, seed: UInt64,
    errors: SensorErrors = .realistic, mounting: SensorMounting = .arbitrary, magnetometer: Bool = false,
    conditions: LegConditions = .usual
  ) {
    precondition(sensors == 1 || sensors == 2, "one sensor on the shank or two on thigh and shank")
    precondition(rate > 0 && duration >= 0, "a rate above zero and a duration that is not negative")
    self.motion = motion
    self.side = side
    segments = sensors == 2 ? [.thigh, .shank] : [.shank]
    self.rate = rate
    rows = Int((duration * rate + 1e-6).rounded(.down))
    sensorSeed = conditions.attachment ?? seed
    self.errors = errors
    startCut = conditions.startCut
    model = LegModel(
      motion: motion, side: side, duration: duration + startCut, seed: seed, mounting: mounting,
      conditions: conditions)
    field = magnetometer ? Vector3(0, 20, -44) : nil
  }

  /// Times of the rows [s].
  public func time(ofRow row: Int) -> Double { Double(row) / rate }

  /// Knee flexion of the bones (Grood-Suntay) [deg], one a nominal row, lost rows included.
  public var truthFlexion: [Double] {
    (0..<rows).map { flexionDegrees(at: time(ofRow: $0)) }
  }

  func flexionDegrees(at time: Double) -> Double { model.flexion(at: time + startCut).radiansToDegrees }

  var hasMagnetometer: Bool { field != nil }

  func isLost(at time: Double) -> Bool { errors.gaps.contains { $0.contains(time) } }

  func track(of segment: BodySegment) -> SensorTrack {
    let isShank = segment == .shank
    return SensorTrack(
      segment: segment, errors: errors, period: 1 / rate,
      shift: startCut - (isShank ? errors.shankDelay : 0), pace: isShank ? 1 + errors.shankSkew : 1,
      field: field, seed: sensorSeed)
  }

  public func recording() -> RawRecording { simulate().recording }
}
