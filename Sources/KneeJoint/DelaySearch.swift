import Inertial

extension SensorDelay {
  /// Stretches of a long recording in which the delay is found by itself [s].
  private static let stretch = 60.0
  /// A recording shorter than this is one stretch [s].
  private static let longestWhole = 150.0

  /// The delay between both sensors, from what they feel of the joint (`DelayStretch`).
  ///
  /// A long recording is taken minute by minute, each searched near the delay of the one before, and a line laid through
  /// all: the clocks of two sensors drift apart.
  /// - Parameters:
  ///   - axes: of the hinge, with `heading` row by row; nil before they are known.
  ///   - moving: of the same rows.
  public static func find(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, axes: HingeAxes? = nil,
    heading: [Double] = []
  ) -> SensorDelay {
    guard let first = time.first, let last = time.last, !moving.isThighStill else { return .unknown }
    let hinge = axes.map { DelayStretch.Hinge(axes: $0, heading: heading) }
    var found: [DelayStretch.Estimate] = []
    var center = 0.0
    for rows in stretches(time) {
      let part = DelayStretch(
        thigh: thigh, shank: shank, time: time, moving: moving, rows: rows, hinge: hinge)
      guard let estimate = part.estimate(near: center), estimate.sigma < .infinity else { continue }
      found.append(estimate)
      if estimate.sigma <= largestSigma { center = estimate.seconds }
    }
    return line(through: found, span: first...last)
  }

  private static func stretches(_ time: [Double]) -> [Range<Int>] {
    let duration = time[time.count - 1] - time[0]
    guard duration > longestWhole else { return [time.indices] }
    let count = Int((duration / stretch).rounded())
    var borders = [0]
    for k in 1..<max(1, count) {
      let border = time[0] + duration * Double(k) / Double(count)
      var row = borders[borders.count - 1]
      while row < time.count, time[row] < border { row += 1 }
      borders.append(row)
    }
    borders.append(time.count)
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// Weighted line, stretches that contradict the others counting little; level unless it clearly leans.
  private static func line(through found: [DelayStretch.Estimate], span: ClosedRange<Double>) -> SensorDelay {
    let line = DelayLine(found)
    guard let line else { return .unknown }
    let isSlope = abs(line.drift) > 3 * line.driftSigma
    let grown = abs(line.drift) * (span.upperBound - span.lowerBound)
    if isSlope, grown > smallest {
      return SensorDelay(offset: line.offset, drift: line.drift, origin: line.origin, sigma: line.sigma)
    }
    return SensorDelay(offset: line.offset, origin: line.origin, sigma: line.sigma)
  }
}

/// A line through estimates of a delay, by iteratively reweighted least squares about their weighted middle.
private struct DelayLine {
  private(set) var origin = 0.0
  private(set) var offset = 0.0
  private(set) var drift = 0.0
  private(set) var sigma = Double.infinity
  private(set) var driftSigma = Double.infinity

  /// What no estimate is better than [s]: skin and muscle.
  static let floor = 0.0005

  init?(_ found: [DelayStretch.Estimate]) {
    guard !found.isEmpty else { return nil }
    var weights = found.map { 1 / ($0.sigma * $0.sigma + DelayLine.floor * DelayLine.floor) }
    let plain = weights
    for _ in 0..<8 {
      fit(found, weights)
      for (k, one) in found.enumerated() {
        let error = one.seconds - offset - drift * (one.time - origin)
        weights[k] = plain[k] / (1 + error * error * plain[k] / 9)
      }
    }
  }

  private mutating func fit(_ found: [DelayStretch.Estimate], _ weights: [Double]) {
    let total = weights.reduce(0, +)
    func mean(_ value: (DelayStretch.Estimate) -> Double) -> Double {
      zip(found, weights).reduce(0.0) { $0 + $1.1 * value($1.0) } / total
    }
    origin = mean(\.time)
    offset = mean(\.seconds)
    var top = 0.0, bottom = 0.0
    for (one, weight) in zip(found, weights) {
      top += weight * (one.time - origin) * (one.seconds - offset)
      bottom += weight * (one.time - origin) * (one.time - origin)
    }
    drift = found.count > 2 && bottom > 0 ? top / bottom : 0
    // What the estimates say of each other, where it is more than they say of themselves.
    let scatter = mean { one in
      let error = one.seconds - offset - drift * (one.time - origin)
      return error * error
    }
    let spread = max(1, scatter * total / Double(max(1, found.count - 2)))
    sigma = Double.sqrt(spread / total)
    driftSigma = found.count > 2 && bottom > 0 ? Double.sqrt(spread / bottom) : .infinity
  }
}
