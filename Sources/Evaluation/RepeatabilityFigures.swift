import Goniometry
import Inertial

/// How far repeated measurements of the same movement differ, from several legs measured several times each. Degrees.
///
/// Weir, J Strength Cond Res 19:231 (2005): the standard error of measurement is the deviation within a leg, a change
/// is larger than chance in 95 of 100 cases above 1.96 √2 of it.
public struct RepeatabilityFigures: Hashable, Sendable {
  /// Legs with at least two numbers, and the numbers.
  public var legs, measurements: Int
  /// Deviation of one leg's ranges, root mean square over the legs, and that of the worst leg.
  public var standardError, largestDeviation: Double
  public var smallestDetectableChange: Double { ErrorBand.smallestChange(ofError: standardError) }

  /// - Parameter ranges: the ranges of each leg; refused measurements are not in it.
  /// - Returns: nil when no leg has two numbers.
  public init?(ranges: [[Double]]) {
    let known = ranges.filter { $0.count > 1 }
    guard !known.isEmpty else { return nil }
    let variances = known.map(Self.variance)
    legs = known.count
    measurements = known.reduce(0) { $0 + $1.count }
    // Weighted by the degrees of freedom, as a pooled variance is.
    let freedom = known.map { Double($0.count - 1) }
    let sum = zip(variances, freedom).reduce(0) { $0 + $1.0 * $1.1 }
    standardError = Double.sqrt(sum / freedom.reduce(0, +))
    largestDeviation = Double.sqrt(variances.max() ?? .nan)
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = KneeProtocol.mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }
}
