import Inertial

/// What the rates of one sensor look like over time: exact zeros, in runs and alone.
struct RateActivity {
  /// A rate that says the sensor turns [rad/s].
  private static let turning = 0.2
  private static let deadRun = 10

  /// Rows with exactly no rate in runs of ten or longer.
  private(set) var deadRows = 0
  /// Rows of the longest such run.
  private(set) var longestZeroRun = 0
  /// Single rows with exactly no rate between two that turn.
  private(set) var isolatedZeros = Episode()

  init(_ sensor: ConditionedSensor) {
    let rate = sensor.gyroscope
    var zeroRun = 0
    for row in rate.indices where sensor.quality[row].isDisjoint(with: [.filled, .gyroscopeHeld]) {
      let isZero = rate[row] == .zero
      zeroRun = isZero ? zeroRun + 1 : 0
      longestZeroRun = max(longestZeroRun, zeroRun)
      if zeroRun == Self.deadRun { deadRows += Self.deadRun } else if zeroRun > Self.deadRun { deadRows += 1 }
      if isZero && row > 0 && row + 1 < rate.count && Self.turns(rate[row - 1])
        && Self.turns(rate[row + 1])
      {
        isolatedZeros.add(at: sensor.time[row])
      }
    }
  }

  private static func turns(_ rate: Vector3) -> Bool { rate.squaredNorm > turning * turning }
}
