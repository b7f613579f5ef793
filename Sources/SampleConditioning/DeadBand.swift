import Inertial

/// Finds out, row by row, that a sensor hides small rates: all three exactly zero, again and again (serial.md section 16).
///
/// A run of twenty is no chance, and neither is more than one row in twenty. What was found holds from then on.
struct DeadBand: Sendable {
  private var rows = 0
  private var zeros = 0
  private var run = 0
  private(set) var isActive = false

  static let share = 0.05
  static let run = 20
  /// Rows before a share says anything.
  private static let least = 200

  /// True for a rate that is hidden.
  mutating func take(_ rate: Vector3) -> Bool {
    rows += 1
    guard rate == .zero else {
      run = 0
      return false
    }
    zeros += 1
    run += 1
    let isOften = rows >= Self.least && Double(zeros) > Self.share * Double(rows)
    isActive = isActive || run >= Self.run || isOften
    return isActive
  }
}
