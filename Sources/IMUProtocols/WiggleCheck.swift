import Inertial

/// Which sensor a person moved when asked to move one segment only: tells a swapped pair before a recording.
///
/// Fed with the samples of a `StreamSet`; needs about two seconds of motion.
public struct WiggleCheck: Sendable {
  public enum Verdict: Hashable, Sendable {
    /// Index of the sensor that moved while the others rested.
    case moved(Int)
    /// None moved enough, or the samples are too few.
    case still
    /// More than one moved.
    case several
  }

  /// A moved sensor turns faster than this [rad/s, root mean square]: 20 deg/s.
  public static let leastRate = 20 * Double.pi / 180
  /// A moved sensor turns so many times faster than any other: the thigh goes along a little with the shank.
  public static let leastRatio = 2.5
  private static let leastSamples = 20.0

  private var squares: [Double]
  private var counts: [Double]

  /// - Parameter sensors: how many the stream has.
  public init(sensors: Int) {
    squares = [Double](repeating: 0, count: sensors)
    counts = squares
  }

  public mutating func push(_ decoded: DecodedSample) {
    guard squares.indices.contains(decoded.sensor), decoded.sample.gyroscope.isFinite else { return }
    squares[decoded.sensor] += decoded.sample.gyroscope.squaredNorm
    counts[decoded.sensor] += 1
  }

  /// Root mean square of the rate of each sensor [rad/s]; 0 where none came.
  public var rates: [Double] { zip(squares, counts).map { ($0 / max(1, $1)).squareRoot() } }

  public var verdict: Verdict {
    let rates = rates
    guard let fastest = rates.indices.max(by: { rates[$0] < rates[$1] }),
      counts[fastest] >= Self.leastSamples, rates[fastest] >= Self.leastRate
    else { return .still }
    let others = rates.indices.filter { $0 != fastest }.map { rates[$0] }
    return others.allSatisfy { rates[fastest] >= Self.leastRatio * $0 } ? .moved(fastest) : .several
  }

  /// True when another segment's sensor moved than the one that was asked for; nil when the motion does not tell.
  public func isSwapped(_ sensors: [PlacedSensor], asked: BodySegment) -> Bool? {
    guard case .moved(let number) = verdict, sensors.indices.contains(number),
      let segment = sensors[number].segment
    else { return nil }
    return segment != asked
  }
}
