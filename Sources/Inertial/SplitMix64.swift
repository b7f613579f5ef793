/// Seeded generator for everything random: simulator, faults, Monte-Carlo, tests.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014, doi 10.1145/2660193.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private var spareNormal: Double?

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform in [0, 1).
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Standard normal, Box-Muller.
  public mutating func normal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    let radius = Double.sqrt(-2 * Double.log(1 - uniform()))
    let angle = 2 * Double.pi * uniform()
    spareNormal = radius * Double.sin(angle)
    return radius * Double.cos(angle)
  }

  public mutating func normalVector() -> Vector3 {
    let x = normal(), y = normal(), z = normal()
    return Vector3(x, y, z)
  }

  public mutating func unitVector() -> Vector3 { normalVector().normalized }

  /// Uniform over all rotations.
  public mutating func rotation() -> Quaternion {
    let w = normal(), x = normal(), y = normal(), z = normal()
    return Quaternion(w, x, y, z).normalized
  }
}
