/// Quantiles of very many durations in memory that never grows: 32 bins an octave, so within 3.2 %.
public struct DurationHistogram: Hashable, Sendable {
  private var bins = [Int](repeating: 0, count: 59 * 32 + 64)
  public private(set) var count = 0
  /// [ns]; 0 while empty.
  public private(set) var maximum: Int64 = 0

  public init() {}

  /// Takes one duration [ns]; a negative one counts as 0.
  public mutating func record(_ duration: Int64) {
    let value = max(0, duration)
    bins[Self.bin(value)] += 1
    count += 1
    maximum = max(maximum, value)
  }

  /// The duration [ns] that a share `fraction` (0...1) does not exceed; nil while empty.
  public func quantile(_ fraction: Double) -> Int64? {
    guard count > 0 else { return nil }
    let rank = min(count, max(1, Int((Double(count) * fraction).rounded(.up))))
    var seen = 0
    for (bin, number) in bins.enumerated() {
      seen += number
      if seen >= rank { return min(maximum, Self.upperBound(of: bin)) }
    }
    return maximum
  }

  public var median: Int64? { quantile(0.5) }

  /// Values below 64 have a bin each; above, the leading bit and the five bits behind it count.
  private static func bin(_ value: Int64) -> Int {
    if value < 64 { return Int(value) }
    let shift = 63 - value.leadingZeroBitCount - 5
    return shift * 32 + Int(value >> Int64(shift))
  }

  private static func upperBound(of bin: Int) -> Int64 {
    if bin < 64 { return Int64(bin) }
    let shift = bin / 32 - 1
    return (Int64(bin - shift * 32 + 1) << Int64(shift)) &- 1
  }
}
