import Inertial

/// What the values of one sensor look like over time: exact zeros, rows that repeat.
struct RateActivity {
  /// A rate that says the sensor turns [rad/s].
  private static let turning = 0.2
  private static let heldRun = 5
  private static let deadRun = 10

  /// Rows with exactly no rate in runs of ten or longer.
  private(set) var deadRows = 0
  /// Single rows with exactly no rate between two that turn.
  private(set) var isolatedZeros = Episode()
  /// Rows in runs of five or more equal rows while the sensor turns.
  private(set) var held = Episode()

  init(_ sensor: ConditionedSensor) {
    let rate = sensor.gyroscope
    let force = sensor.accelerometer
    var zeroRun = 0
    var heldRun = 1
    for row in rate.indices where sensor.quality[row].isDisjoint(with: [.filled, .gyroscopeHeld]) {
      let isZero = rate[row] == .zero
      zeroRun = isZero ? zeroRun + 1 : 0
      if zeroRun == Self.deadRun { deadRows += Self.deadRun } else if zeroRun > Self.deadRun { deadRows += 1 }
      if isZero && row > 0 && row + 1 < rate.count && Self.turns(rate[row - 1])
        && Self.turns(rate[row + 1])
      {
        isolatedZeros.add(at: sensor.time[row])
      }
      let isRepeat =
        row > 0 && rate[row].hasSameBits(as: rate[row - 1]) && force[row].hasSameBits(as: force[row - 1])
      heldRun = isRepeat ? heldRun + 1 : 1
      if heldRun >= Self.heldRun && Self.turns(rate[row]) {
        held.add(at: sensor.time[row], count: heldRun == Self.heldRun ? Self.heldRun : 1)
      }
    }
  }

  private static func turns(_ rate: Vector3) -> Bool { rate.squaredNorm > turning * turning }
}
