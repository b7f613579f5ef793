/// How much can be written beside repetitions that stand this close.
struct RepetitionLabels {
  let showsValues: Bool
  let dotRadius: Double
  let margin: Double
  private let numbered: Set<Int>

  /// - Parameter centers: where the number of each would stand, in drawing units from left to right.
  init(_ centers: [Double]) {
    let gaps = zip(centers.dropFirst(), centers).map { $0 - $1 }
    let mean = gaps.isEmpty ? .infinity : max(gaps.reduce(0, +) / Double(gaps.count), 0.01)
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].first { Double($0) * mean >= 24 } ?? 10_000
    numbered = Self.apart(centers, step: step)
    showsValues = (gaps.min() ?? .infinity) >= 30
    dotRadius = mean >= 12 ? 3.5 : mean >= 5 ? 2 : 1
    margin = mean >= 6 ? 1.5 : 0
  }

  func isNumbered(_ index: Int) -> Bool { numbered.contains(index) }

  /// The first one and every multiple of the step whose number does not touch the one before: bouts stand closer than their
  /// mean says.
  private static func apart(_ centers: [Double], step: Int) -> Set<Int> {
    var chosen: Set<Int> = []
    var end = -Double.infinity
    for (index, center) in centers.enumerated() where index == 0 || (index + 1) % step == 0 {
      let half = 3.5 * Double(String(index + 1).count)
      guard center.isFinite, center - half >= end else { continue }
      chosen.insert(index)
      end = center + half + 5
    }
    return chosen
  }
}
