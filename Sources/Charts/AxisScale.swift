/// One axis: data range, drawing range, and the round numbers between them.
struct AxisScale: Equatable {
  /// Data at the two ends of the axis.
  let lower: Double
  let upper: Double
  /// Drawing coordinate of the two ends.
  let from: Double
  let to: Double
  /// Distance of two ticks in data units.
  let step: Double

  func position(_ value: Double) -> Double {
    from + (value - lower) / (upper - lower) * (to - from)
  }

  /// The round numbers from lower to upper, both included where they are round.
  var ticks: [Double] {
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard last >= first else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// Degrees: 0 is always on the axis, so that the height of a curve can be read as an angle.
  static func degrees(lowest: Double, highest: Double, from: Double, to: Double) -> AxisScale {
    let low = min(0, lowest)
    let high = max(10, highest)
    let step = smallestStep([5, 10, 15, 30, 45, 60, 90, 180, 360], over: high - low, intervals: 6)
    let upper = (high / step - 1e-9).rounded(.up) * step
    let lower = low < 0 ? (low / step).rounded(.down) * step : 0
    return AxisScale(lower: lower, upper: upper, from: from, to: to, step: step)
  }

  /// Time in its own unit (s or min), from the first to the last sample; a round end is reached if it is that close.
  static func time(first: Double, last: Double, from: Double, to: Double) -> AxisScale {
    let span = max(last - first, 1e-3)
    let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300]
    let step = smallestStep(steps, over: span, intervals: 10)
    let round = ((first + span) / step).rounded(.up) * step
    let upper = round - first <= span * 1.02 ? round : first + span
    return AxisScale(lower: first, upper: upper, from: from, to: to, step: step)
  }

  /// The finest of the given steps that does not crowd the axis; past the last it is doubled until it fits.
  private static func smallestStep(_ steps: [Double], over span: Double, intervals: Double) -> Double {
    if let step = steps.first(where: { span / $0 <= intervals }) { return step }
    var step = steps[steps.count - 1]
    while span / step > intervals { step *= 2 }
    return step
  }
}
