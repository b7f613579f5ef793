import Inertial

/// Stretches between two new beginnings of an orientation that are too short for it to settle: gravity at their first sample
/// is all there is, and motion bends it.
enum UnsettledStretches {
  /// [s]; the filters need about as long to tell gravity from motion.
  private static let shortest = 1.0

  /// `orientationUnsettled` with its span for each of them.
  ///
  /// - Parameter restarts: rows at which an orientation begins anew, in any order; none for a recording of one piece.
  static func flags(restarts: [Int], time: [Double]) -> [QualityFlag] {
    let starts = Set(restarts).filter { $0 > 0 && $0 < time.count }.sorted()
    guard !starts.isEmpty else { return [] }
    return zip([0] + starts, starts + [time.count]).compactMap { first, end in
      let length = time[end - 1] - time[first]
      guard length < shortest else { return nil }
      return QualityFlag(.orientationUnsettled, .warn, span: time[first]...time[end - 1], value: length)
    }
  }
}
