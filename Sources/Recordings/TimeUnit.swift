import DecimalText

/// The unit of a time column whose heading states none, from the stamps of the first rows.
enum TimeUnit {
  /// Power of ten to ns; nil when the stamps do not tell.
  ///
  /// Stamps since 1970 tell by their size. Others tell by their step: sensors give 5 to 2000 samples a second, so
  /// a step is below 0.2 s, 0.5...200 ms, 500...200,000 us or 500,000...200,000,000 ns, and these do not overlap.
  static func infer(_ cells: [ArraySlice<UInt8>], decimalComma: Bool) -> Int? {
    let stamps = cells.compactMap { cell in
      cell.withUnsafeBytes { DecimalText.parse($0, decimalComma: decimalComma) }
    }
    guard let first = stamps.first else { return nil }
    for (scale, range) in sizes where range.contains(first) { return scale }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty else { return nil }
    let step = steps[steps.count / 2]
    return self.steps.first { $0.1.contains(step) }?.0
  }

  /// 2001 to 2096 in s, ms, us, ns.
  private static let sizes: [(Int, ClosedRange<Double>)] = [
    (9, 1e9...4e9), (6, 1e12...4e12), (3, 1e15...4e15), (0, 1e18...4e18),
  ]
  private static let steps: [(Int, ClosedRange<Double>)] = [
    (9, 0...0.2), (6, 0.5...200), (3, 500...200_000), (0, 500_000...200_000_000),
  ]
}
