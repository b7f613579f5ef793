import Inertial

extension ConditionedSensor {
  /// Spans without an angle: from the last sound row to the first one behind the hole [s].
  func gaps(_ parameters: ConditioningParameters) -> [ClosedRange<Double>] {
    var spans: [ClosedRange<Double>] = []
    var sound: Int?
    for row in quality.indices {
      if quality[row].contains(.gapBefore) {
        spans.append((sound.map { time[$0] } ?? time[0])...time[row])
      }
      if quality[row].isDisjoint(with: [.filled, .gyroscopeHeld]) { sound = row }
    }
    if let tail = silentTail(behind: sound, parameters) { spans.append(tail) }
    return spans
  }

  /// A rate that fails and does not come back before the end.
  private func silentTail(behind sound: Int?, _ parameters: ConditioningParameters) -> ClosedRange<Double>? {
    guard let last = time.last, let first = time.first else { return nil }
    let start = sound.map { time[$0] } ?? first
    return last - start > parameters.longestHole(period: period) ? start...last : nil
  }

  /// Spans of clipped rows, joined where they are less than a quarter of a second apart [s].
  func clippedSpans() -> [ClosedRange<Double>] {
    let distance = 0.25
    var spans: [ClosedRange<Double>] = []
    for row in quality.indices
    where !quality[row].isDisjoint(with: [.gyroscopeClipped, .accelerometerClipped]) {
      if let last = spans.last, time[row] - last.upperBound < distance {
        spans[spans.count - 1] = last.lowerBound...time[row]
      } else {
        spans.append(time[row]...time[row])
      }
    }
    return spans
  }

  /// Output time of an entry of the timeline the sensor was made from.
  func time(ofEntry entry: Int, _ timeline: Timeline) -> Double {
    guard let sources = sourceRows else { return time[entry] }
    let row = Int32(timeline.row(entry))
    return time[sources.firstIndex(of: row) ?? 0]
  }
}

extension Timeline {
  /// Where the rate lastingly became another one: the first entry and its period [s].
  var lastingChange: (entry: Int, period: Double)? { periods.firstChange }
}
