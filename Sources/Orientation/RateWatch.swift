/// Notices when the rate of the samples has changed for good.
///
/// The mean period of half a second counts; two such means in a row that agree with each other and differ
/// from the nominal period by over 5 % are a lasting change. Jitter, bursts and single holes are not.
struct RateWatch: Equatable, Sendable, Codable {
  private var window: Double
  private var count = 0.0
  private var sum = 0.0
  private var lastMean: Double?

  init(period: Double) { window = RateWatch.window(period) }

  struct Change: Equatable {
    /// Nominal period to change to [s].
    var period: Double
    /// So many samples had it already.
    var rows: Int
  }

  /// nil as long as all is well.
  @inline(__always)
  mutating func push(_ period: Double, nominal: Double) -> Change? {
    sum += period
    count += 1
    if count < window { return nil }
    return judge(nominal)
  }

  @inline(never)
  private mutating func judge(_ nominal: Double) -> Change? {
    let mean = sum / count
    let rows = Int(2 * count)
    let last = lastMean
    (sum, count, lastMean) = (0, 0, mean)
    guard mean > 0, abs(mean - nominal) > 0.05 * nominal else { return nil }
    guard let last, abs(mean - last) < 0.02 * mean else { return nil }
    window = RateWatch.window(mean)
    lastMean = nil
    return Change(period: mean, rows: rows)
  }

  private static func window(_ period: Double) -> Double { Swift.max(8, (0.5 / period).rounded()) }
}
