import Inertial

/// All rows of one sensor as a filter takes them: equally long columns in SI and sensor axes, and how the rows follow in time.
public struct SampleColumns: Sendable {
  /// [rad/s]; a value that is not finite counts as absent, here and below.
  public var gyroscope: [Vector3]
  /// [m/s²]
  public var accelerometer: [Vector3]
  /// [µT]; nil without a magnetometer.
  public var magnetometer: [Vector3]?
  /// Nominal distance of two rows [s].
  public var period: Double
  /// Distance of each row from the one before [s]; empty: all nominal.
  public var steps: [Double]
  /// Rows behind a hole that nothing bridges, rising; the orientation begins anew there, heading and bias are held.
  public var restarts: [Int] { didSet { restarts = Self.rising(restarts, rows) } }
  /// How long the hole before such a row is [s], where that is known.
  public var holes: [Int: Double]
  /// What is doubtful of each row; empty: nothing.
  public var doubts: [SampleDoubt]
  /// A bias beyond what a filter is made for, as a long rest told it [rad/s]; zero: none. Forms that see the whole recording take
  /// it off first.
  public var largeBias: Vector3

  /// - Precondition: the columns are equally long and `period` is positive and finite.
  public init(
    gyroscope: [Vector3], accelerometer: [Vector3], magnetometer: [Vector3]?, period: Double,
    steps: [Double] = [], restarts: [Int] = [], holes: [Int: Double] = [:],
    doubts: [SampleDoubt] = [], largeBias: Vector3 = .zero
  ) {
    let rows = gyroscope.count
    precondition(accelerometer.count == rows, "columns differ in length")
    precondition(magnetometer.map { $0.count == rows } ?? true, "columns differ in length")
    precondition(steps.isEmpty || steps.count == rows, "columns differ in length")
    precondition(doubts.isEmpty || doubts.count == rows, "columns differ in length")
    precondition(period > 0 && period.isFinite, "samples need a positive period")
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
    self.period = period
    self.steps = steps
    self.restarts = Self.rising(restarts, rows)
    self.holes = holes
    self.doubts = doubts
    self.largeBias = largeBias
  }

  public var rows: Int { gyroscope.count }

  private static func rising(_ restarts: [Int], _ rows: Int) -> [Int] {
    Set(restarts).filter { $0 > 0 && $0 < rows }.sorted()
  }

  @inline(__always)
  public func step(_ row: Int) -> Double { steps.isEmpty ? period : steps[row] }

  @inline(__always)
  public func sample(_ row: Int) -> InertialSample {
    InertialSample(
      gyroscope: gyroscope[row], accelerometer: accelerometer[row], magnetometer: magnetometer?[row],
      doubt: doubt(row))
  }

  @inline(__always)
  func doubt(_ row: Int) -> SampleDoubt { doubts.isEmpty ? [] : doubts[row] }
}

extension OrientationFilter {
  /// Runs the filter over all rows: one orientation a row.
  public mutating func series(over columns: SampleColumns) -> OrientationSeries {
    var series = OrientationSeries()
    series.reserveCapacity(columns.rows)
    var restarts = columns.restarts[...]
    for row in 0..<columns.rows {
      if restarts.first == row {
        restarts.removeFirst()
        restart(at: row, of: columns)
      }
      update(columns.sample(row), period: columns.step(row))
      series.append(self)
    }
    return series
  }

  /// Begins anew at a row, by what is known of the hole before it.
  @inline(never)
  public mutating func restart(at row: Int, of columns: SampleColumns) {
    if let hole = columns.holes[row] { restart(behind: hole) } else { restart() }
  }
}
