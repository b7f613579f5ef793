import Inertial

// Heading of the offline form: the rules of the online filter, forward and then backward over the result.
extension OfflineFilter {
  static func turnToNorth(
    _ orientation: inout [Quaternion], _ magnetometer: [Vector3], _ disturbed: [Bool],
    _ columns: SampleColumns,
    _ paces: [Pace], _ openings: [Opening], _ parameters: OnlineFilter.Parameters
  ) {
    var heading = deviations(orientation, magnetometer, columns, parameters.fieldLatency)
    // A disturbed field is no help: then the heading before the turn is the better guess.
    let usable = openings.filter { !disturbed[$0.row] || !disturbed[$0.row - 1] }
    let opened = Dictionary(uniqueKeysWithValues: usable.map { ($0.row, $0.deviation) })
    var follower = HeadingFollower(parameters, period: columns.period)
    for pace in paces {
      follower.adopt(period: pace.period)
      for row in pace.rows {
        if let deviation = opened[row] { follower.open(by: deviation) }
        heading[row] = follower.push(heading[row], isDisturbed: disturbed[row])
      }
    }
    follower = HeadingFollower(parameters, period: columns.period)
    for pace in paces.reversed() {
      follower.adopt(period: pace.period)
      for row in pace.rows.reversed() {
        heading[row] = follower.push(heading[row], isDisturbed: disturbed[row])
        if let deviation = opened[row] { follower.open(by: deviation) }
      }
    }
    for row in heading.indices {
      let half = heading[row].isFinite ? heading[row] / 2 : 0
      let turn = Quaternion(Double.cos(half), 0, 0, Double.sin(half))
      let turned = turn * orientation[row]
      let isFlipped = row > 0 && turned.dot(orientation[row - 1]) < 0
      orientation[row] = isFlipped ? -turned : turned
    }
  }

  /// Heading correction that each field sample asks for by itself [rad]; nan where there is none.
  private static func deviations(
    _ orientation: [Quaternion], _ magnetometer: [Vector3], _ columns: SampleColumns, _ latency: Double
  ) -> [Double] {
    magnetometer.indices.map { row in
      guard let field = magnetometer[row].within(Limits.field), field != .zero else { return .nan }
      let y = columns.delayed(orientation, row, by: latency).rotate(field)
      return Double.atan2(y.x, y.y)
    }
  }
}

extension SampleColumns {
  /// Orientation `latency` seconds before a row; the first one when that is too far back.
  func delayed(_ orientation: [Quaternion], _ row: Int, by latency: Double) -> Quaternion {
    var left = latency
    var row = row
    while left > 0, row > 0 {
      let step = step(row)
      if left < step { return orientation[row].interpolated(to: orientation[row - 1], fraction: left / step) }
      left -= step
      row -= 1
    }
    return orientation[row]
  }
}

/// Follows a series of heading corrections; starts at its first value.
private struct HeadingFollower {
  private let headingTime: Double
  private var usualGain: Double
  private var period: Double
  private var settledCount: Double
  private var heading: Double?
  private var rejectionTime = 0.0
  private var count: Double? = 0

  init(_ parameters: OnlineFilter.Parameters, period: Double) {
    headingTime = parameters.headingTime
    usualGain = gain(headingTime, period: period)
    settledCount = headingTime / period
    self.period = period
  }

  /// Goes on with values that far apart.
  mutating func adopt(period: Double) {
    guard period != self.period else { return }
    count = count.map { $0 * self.period / period }
    usualGain = gain(headingTime, period: period)
    settledCount = headingTime / period
    self.period = period
  }

  /// The heading may be off by `deviation` [rad].
  mutating func open(by deviation: Double) {
    let age = RecoveryRule.headingAge(headingTime, after: deviation) / period
    count = Swift.min(count ?? .infinity, age)
  }

  /// Heading after one more value; a value of nan changes nothing.
  mutating func push(_ value: Double, isDisturbed: Bool) -> Double {
    guard value.isFinite else { return heading ?? .nan }
    let last = heading ?? value
    var k = gainNow(isDisturbed)
    if let before = count {
      k = Swift.max(k, 1 / (before + 1))
      count = before + 2 <= settledCount ? before + 1 : nil
    }
    let next = Double.wrapAngle(last + k * Double.wrapAngle(value - last))
    heading = next
    return next
  }

  private mutating func gainNow(_ isDisturbed: Bool) -> Double {
    guard isDisturbed else {
      rejectionTime = Swift.max(0, rejectionTime - FieldRule.recovery * period)
      return usualGain
    }
    if rejectionTime <= FieldRule.rejectionTime {
      rejectionTime += period
      return 0
    }
    return usualGain * FieldRule.lateWeight
  }
}
