import Inertial

/// By how much the stamps of the shank are late against those of the thigh, and how that changes with time.
///
/// A shank row that is stamped t was measured at t - `seconds(at: t)` of the thigh's clock.
public struct SensorDelay: Hashable, Sendable {
  /// Delay at `origin` [s].
  public var offset: Double
  /// Growth of the delay in a second (1e-4: 100 ppm between both clocks).
  public var drift: Double
  /// Time that `offset` holds for [s of the output clock].
  public var origin: Double
  /// Standard deviation of `offset` [s]; infinite where the motion does not tell.
  public var sigma: Double

  public init(offset: Double, drift: Double = 0, origin: Double = 0, sigma: Double = 0) {
    self.offset = offset
    self.drift = drift
    self.origin = origin
    self.sigma = sigma
  }

  /// Nothing is known of a delay.
  public static let unknown = SensorDelay(offset: 0, sigma: .infinity)

  /// A smaller delay is left alone [s].
  public static let smallest = 0.003
  /// A delay less certain than this counts as unknown [s].
  public static let largestSigma = 0.01

  public func seconds(at time: Double) -> Double { offset + drift * (time - origin) }

  public var isKnown: Bool { sigma <= SensorDelay.largestSigma }

  /// Largest delay over a span of time, with its sign [s].
  public func largest(in span: ClosedRange<Double>) -> Double {
    let ends = (seconds(at: span.lowerBound), seconds(at: span.upperBound))
    return abs(ends.0) > abs(ends.1) ? ends.0 : ends.1
  }

  /// Whether the delay is known and worth taking out anywhere in a span.
  public func isWorthTaking(in span: ClosedRange<Double>) -> Bool {
    let size = abs(largest(in: span))
    return isKnown && size > SensorDelay.smallest && size > 2 * sigma
  }

  /// This delay, and then another one that was found once it had been taken out.
  public func followed(by rest: SensorDelay) -> SensorDelay {
    SensorDelay(
      offset: offset + rest.seconds(at: origin), drift: drift + rest.drift, origin: origin, sigma: rest.sigma)
  }
}
