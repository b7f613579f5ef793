import Inertial

/// What a fault does to the samples of one sensor. Rates in rad/s, forces in m/s², fields in µT.
public enum FaultChange: Hashable, Sendable {
  public enum Sensor: String, Hashable, Sendable, CaseIterable {
    case gyroscope = "gyr"
    case accelerometer = "acc"
    case magnetometer = "mag"
  }

  case nothing
  /// One value that is not a number, or infinite, in one component.
  case notNumber(Sensor)
  case infinite(Sensor)
  /// One sample of the rate at the largest code of the sensor on all axes, the code read as deg/s.
  case fullScale
  /// A sensor reads zero for so many rows.
  case zero(Sensor, rows: Int)
  /// Share of the rows that never arrive.
  case lost(Double)
  /// So many holes of so many rows.
  case gaps(Int, rows: Int)
  /// The rate that the source states is off by this share; the stamps are right.
  case statedRate(Double)
  case rateScale(Double)
  case forceScale(Double)
  /// The force is in g and nothing says so.
  case forceInGravities
  /// The rate is in deg/s and nothing says so.
  case rateInDegrees
  /// The accelerometer is turned round; the hemisphere is declared.
  case forceFlipped
  case forceOffset(Vector3)
  case rateOffset(Vector3)
  case rateClipped(Double)
  case forceClipped(Double)
  case fieldOffset(Vector3)
  /// Means over blocks of so many rows, stamped with the last one.
  case blockMeans(Int)
  /// The same from the middle of the recording on.
  case blockMeansFromMiddle(Int)
}

/// A sensor with a fault, and which row of the recording each of its rows is scored against.
public struct FaultySensor: Sendable {
  public var sensor: SensorRecording
  /// Row of the reference for each row of the sensor.
  public var referenceRows: [Int]
  /// Rows at a rail, which have to be marked.
  public var clippedRows: [Int] = []
  /// What the source states [Hz]; nil: nothing.
  public var statedRate: Double?

  /// - Parameters:
  ///   - sensor: with stamps.
  ///   - isMoving: the rows that count, one a row of the sensor.
  public init(_ sensor: SensorRecording, isMoving: [Bool], _ change: FaultChange) {
    self.sensor = sensor
    referenceRows = Array(0..<sensor.rows)
    let moving = isMoving.indices.filter { isMoving[$0] }
    applyValues(change, from: Swift.min((moving.first ?? 0) + 500, Swift.max(0, sensor.rows - 1)))
    applyTime(change, moving)
  }

  private mutating func applyTime(_ change: FaultChange, _ moving: [Int]) {
    switch change {
    case .lost(let share): keep(FaultChange.rowsLeft(of: sensor.rows, losing: share))
    case .gaps(let count, let rows): keep(FaultChange.rowsLeft(of: sensor.rows, count, rows, moving))
    case .statedRate(let share): statedRate = sensor.rate.map { $0 * (1 + share) }
    case .blockMeans(let size): average(blocks: FaultChange.blocks(of: size, in: 0..<sensor.rows))
    case .blockMeansFromMiddle(let size):
      let middle = sensor.rows / 2
      average(
        blocks: FaultChange.blocks(of: 1, in: 0..<middle)
          + FaultChange.blocks(of: size, in: middle..<sensor.rows))
    default: break
    }
  }

  private mutating func keep(_ rows: [Int]) {
    let kept = Set(rows)
    sensor.keep { kept.contains($0) }
    referenceRows = rows
  }

  private mutating func average(blocks: [Range<Int>]) {
    sensor.gyroscope.values = sensor.gyroscope.values.means(over: blocks)
    sensor.accelerometer.values = sensor.accelerometer.values.means(over: blocks)
    if let field = sensor.magnetometer?.values { sensor.magnetometer?.values = field.means(over: blocks) }
    if case .stamps(let stamps, let zero) = sensor.clock {
      sensor.clock = .stamps(blocks.map { stamps[$0.upperBound - 1] }, zero: zero)
    }
    referenceRows = blocks.map { $0.upperBound - 1 }
  }
}

extension FaultChange {
  var hasRail: Bool {
    switch self {
    case .rateClipped, .forceClipped: true
    default: false
    }
  }

  /// There is nothing to damage without a magnetometer, or nothing to judge by.
  var needsField: Bool {
    switch self {
    case .notNumber(.magnetometer), .infinite(.magnetometer), .zero(.magnetometer, _), .fieldOffset,
      .forceFlipped:
      true
    default: false
    }
  }

  /// Rows that arrive, by the generator x <- (1664525 x + 1013904223) mod 2^32 from 1.
  static func rowsLeft(of rows: Int, losing share: Double) -> [Int] {
    var x: UInt32 = 1
    return (0..<rows).filter { _ in
      x = x &* 1_664_525 &+ 1_013_904_223
      return Double(x) / 4_294_967_296 >= share
    }
  }

  /// Rows outside `count` holes of `length` rows, spread evenly over the moving rows.
  static func rowsLeft(of rows: Int, _ count: Int, _ length: Int, _ moving: [Int]) -> [Int] {
    var isLost = [Bool](repeating: false, count: rows)
    for hole in 0..<count where !moving.isEmpty {
      let first = moving[Int((Double(hole) + 0.5) / Double(count) * Double(moving.count))]
      for row in first..<Swift.min(first + length, rows) { isLost[row] = true }
    }
    return (0..<rows).filter { !isLost[$0] }
  }

  /// Whole blocks of `size` rows; what is left at the end belongs to none.
  static func blocks(of size: Int, in rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound, through: rows.upperBound - size, by: size).map { $0..<$0 + size }
  }
}

extension [Vector3] {
  fileprivate func means(over blocks: [Range<Int>]) -> [Vector3] {
    blocks.map { block in self[block].reduce(.zero, +) / Double(block.count) }
  }
}

extension SensorRecording {
  /// Rate by the first and the last stamp [Hz].
  fileprivate var rate: Double? {
    guard let time = clock.seconds(rows: rows), let first = time.first, let last = time.last, last > first
    else { return nil }
    return Double(rows - 1) / (last - first)
  }
}
