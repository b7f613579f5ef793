import Inertial

/// The orientations of the last moments, for a sensor that is stamped later than it measured.
///
/// A ring of fixed size: it allocates when made and when the rate changes, never for a sample.
struct OrientationHistory: Equatable, Sendable, Codable {
  private let span: Double
  private var entries: [Entry]
  private var newest = 0
  private var count = 0

  private struct Entry: Equatable, Sendable, Codable {
    var orientation: Quaternion
    /// Time to the entry before [s].
    var step: Double
  }

  /// Holds at least `span` seconds of samples `period` seconds apart.
  init(span: Double, period: Double) {
    self.span = span
    entries = OrientationHistory.room(span, period)
  }

  private static func room(_ span: Double, _ period: Double) -> [Entry] {
    let size = Int(Swift.min(span / period, 100_000).rounded(.up)) + 2
    return Array(repeating: Entry(orientation: .identity, step: 0), count: size)
  }

  mutating func push(_ orientation: Quaternion, _ step: Double) {
    newest = newest + 1 == entries.count ? 0 : newest + 1
    entries[newest] = Entry(orientation: orientation, step: step)
    count = Swift.min(count + 1, entries.count)
  }

  mutating func removeAll() { count = 0 }

  /// Starts anew with room for samples that far apart.
  mutating func adopt(period: Double) {
    self = OrientationHistory(span: span, period: period)
  }

  /// Orientation `latency` seconds before the newest; the oldest known when that is too far back.
  func orientation(before latency: Double) -> Quaternion {
    var remaining = latency
    var at = newest
    for _ in 1..<Swift.max(count, 1) {
      let step = entries[at].step
      let before = at == 0 ? entries.count - 1 : at - 1
      if remaining < step {
        return mean(entries[at].orientation, entries[before].orientation, remaining / step)
      }
      remaining -= step
      at = before
    }
    return entries[at].orientation
  }

  /// Between neighbours the chord serves as well as the arc.
  private func mean(_ a: Quaternion, _ b: Quaternion, _ fraction: Double) -> Quaternion {
    let s = a.dot(b) < 0 ? -fraction : fraction
    let r = 1 - fraction
    return Quaternion(a.w * r + b.w * s, a.x * r + b.x * s, a.y * r + b.y * s, a.z * r + b.z * s).normalized
  }
}
