/// Whether steps of device time are whole numbers of periods, for sources that keep a period.
///
/// The period is the median of the first steps, then follows slowly. A source whose steps lie off the grid more than
/// now and then has none: its times cannot be judged this way.
struct StepGrid: Sendable {
  enum Verdict: Hashable, Sendable { case onGrid, offGrid, unknown }

  private let tolerance: Double
  private let longest: Double
  /// [ns]; 0 until known.
  private(set) var period = 0.0
  private var first: [Int64] = []
  private var on = 0
  private var off = 0

  private static let learning = 16
  /// Steps that must be known before the grid is trusted, and after which old ones count half.
  private static let least = 48
  private static let memory = 512
  /// One step in so many may lie off the grid of a regular source.
  private static let rarity = 50

  init(tolerance: Double, longest: Double) {
    self.tolerance = tolerance
    self.longest = longest
    first.reserveCapacity(Self.learning)
  }

  /// The steps so far keep the grid.
  var isRegular: Bool { period > 0 && on >= Self.least && off * Self.rarity <= on + off }

  func judge(_ step: Int64) -> Verdict {
    guard isRegular else { return .unknown }
    return lies(step) ? .onGrid : .offGrid
  }

  private func lies(_ step: Int64) -> Bool {
    let periods = Double(step) / period
    let whole = periods.rounded()
    return whole >= 1 && whole <= longest && abs(periods - whole) <= tolerance
  }

  /// Learns from a step between two samples that both passed.
  mutating func learn(_ step: Int64) {
    guard step > 0 else { return }
    guard period > 0 else { return learnPeriod(step) }
    if Double(step) > longest * period { return }
    if lies(step) {
      on += 1
      if Double(step) < 1.5 * period { period += (Double(step) - period) / 256 }
    } else {
      off += 1
    }
    if on + off >= Self.memory { (on, off) = (on / 2, off / 2) }
  }

  private mutating func learnPeriod(_ step: Int64) {
    first.append(step)
    guard first.count == Self.learning else { return }
    first.sort()
    period = Double(first[Self.learning / 2])
    for step in first { if lies(step) { on += 1 } else { off += 1 } }
    first.removeAll()
  }
}
