/// The last steps of a running clock [ns], without heap memory.
struct StepRing: Sendable {
  static let length = 63

  private var steps = InlineArray<63, Int64>(repeating: 0)
  private var next = 0
  private(set) var count = 0

  mutating func append(_ step: Int64) {
    steps[next] = step
    next = next + 1 == Self.length ? 0 : next + 1
    if count < Self.length { count += 1 }
  }

  mutating func removeAll() {
    next = 0
    count = 0
  }

  var isFull: Bool { count == Self.length }

  /// Mean of the steps within half of the median, so that a hole has no say; of all but the longest tenth
  /// when steps come in bursts [ns].
  func typical(inBursts: Bool) -> Double {
    guard count > 0 else { return 0 }
    var sorted = steps
    for index in 1..<Swift.max(1, count) {
      let value = sorted[index]
      var place = index
      while place > 0 && sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    let median = Double(sorted[(count - 1) / 2])
    var sum = 0.0
    var used = 0.0
    for index in 0..<count {
      let step = Double(sorted[index])
      if inBursts || abs(step - median) <= 0.5 * median {
        sum += step
        used += 1
      }
    }
    return used > 0 ? sum / used : median
  }
}
