/// How a port is looked through.
public struct DetectionPlan: Sendable {
  /// Order of the speeds after the first [baud].
  public static let bauds = [115_200, 9600, 921_600, 57_600, 230_400, 460_800, 38_400, 19_200]

  /// The speed to begin with [baud].
  public var firstBaud: Int
  /// Other speeds are tried when there are bytes but no frames; nil: unless the port ignores its speed.
  public var scansSpeeds: Bool?
  /// A silent port may be sent questions.
  public var probes: Bool
  /// What was found on this port before.
  public var remembered: RememberedPort?
  /// Bytes that are enough for a judgement.
  public var enough = 1024
  /// Longest stretches [ns]: at the first speed (boards reset when they are opened), at another, of a memory, behind a
  /// wake-up; and of everything.
  public var first: Int64 = 2_500_000_000
  public var other: Int64 = 2_000_000_000
  public var memory: Int64 = 1_000_000_000
  public var answer: Int64 = 300_000_000
  public var limit: Int64 = 19_500_000_000
  /// Data that have come for so long are judged without waiting for more [ns].
  public var settled: Int64 = 1_000_000_000

  /// How long a board that prints bare numbers may take to say what they are [ns].
  public var describing: Int64 = 2_500_000_000

  public init(
    firstBaud: Int = 115_200, scansSpeeds: Bool? = nil, probes: Bool = true, remembered: RememberedPort? = nil
  ) {
    self.firstBaud = firstBaud
    self.scansSpeeds = scansSpeeds
    self.probes = probes
    self.remembered = remembered
  }

  /// The speeds still to be tried. A device that is slower than the port fills it with 00 and FF: then the speeds below
  /// come first.
  func bauds(after trials: [ListeningTrial]) -> [Int] {
    let tried = trials.compactMap(\.baud)
    let left = Self.bauds.filter { !tried.contains($0) }
    guard let ceiling = trials.filter(\.isTooFast).compactMap(\.baud).min() else { return left }
    return left.filter { $0 < ceiling } + left.filter { $0 > ceiling }
  }
}
