/// A range of motion in neutral-zero notation: extension, zero, flexion in whole degrees, such as `5-0-130`.
///
/// The zero stands in the middle when the joint passes straight, in front when it does not reach it (`0-10-120`), and at
/// the end when it stays beyond it (`10-2-0`). The notation needs an absolute zero.
public struct NeutralZero: Hashable, Sendable, CustomStringConvertible {
  /// Most extended and most flexed in whole degrees, beyond straight negative.
  public let mostExtended: Int
  public let mostFlexed: Int

  /// Rounds half away from zero.
  /// - Returns: nil for numbers that are not finite, not in order, or no angle of a joint.
  public init?(mostExtended: Double, mostFlexed: Double) {
    guard abs(mostExtended) <= 360, abs(mostFlexed) <= 360, mostExtended <= mostFlexed else { return nil }
    self.mostExtended = Int(mostExtended.rounded(.toNearestOrAwayFromZero))
    self.mostFlexed = Int(mostFlexed.rounded(.toNearestOrAwayFromZero))
  }

  /// Reads `5-0-130`; also with en dashes, slashes and spaces.
  /// - Returns: nil for any other text, and for three numbers that no joint can have.
  public init?(_ text: String) {
    let separators: Set<Character> = ["-", "\u{2013}", "/"]
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
    let numbers = parts.compactMap(NeutralZero.number)
    guard parts.count == 3, numbers.count == 3 else { return nil }
    let (first, middle, last) = (numbers[0], numbers[1], numbers[2])
    switch (first, middle, last) {
    case (_, 0, _): (mostExtended, mostFlexed) = (-first, last)
    case (0, _, _) where middle <= last: (mostExtended, mostFlexed) = (middle, last)
    case (_, _, 0) where middle <= first: (mostExtended, mostFlexed) = (-first, -middle)
    default: return nil
    }
  }

  public var description: String {
    if mostFlexed < 0 { return "\(-mostExtended)-\(-mostFlexed)-0" }
    return mostExtended < 0 ? "\(-mostExtended)-0-\(mostFlexed)" : "0-\(mostExtended)-\(mostFlexed)"
  }

  /// One to three digits, blanks around them.
  private static func number(_ part: Substring) -> Int? {
    let digits = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    guard (1...3).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(String(digits)).flatMap { $0 <= 360 ? $0 : nil }
  }
}

extension RangeOfMotionResult {
  /// In neutral-zero notation.
  /// - Precondition: the zero is absolute; only the caller knows.
  public var neutralZero: NeutralZero? {
    guard let minimum, let maximum else { return nil }
    return NeutralZero(mostExtended: minimum, mostFlexed: maximum)
  }

  /// What is missing to straight [deg]; nil when straight is reached. Needs an absolute zero.
  public var extensionDeficit: Double? { minimum.flatMap { $0 > 0 ? $0 : nil } }

  /// How far beyond straight [deg]; nil when it is not passed. Needs an absolute zero.
  public var hyperextension: Double? { minimum.flatMap { $0 < 0 ? -$0 : nil } }
}
