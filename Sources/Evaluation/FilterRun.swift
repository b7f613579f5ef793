import Goniometry
import Inertial
import Orientation

/// One filter over one row of samples.
struct FilterRun {
  var method: FilterMethod
  var fieldLatency = 0.0

  func series(_ input: FilterSamples) -> OrientationSeries {
    var columns = input.columns
    if !method.usesField { columns.magnetometer = nil }
    return way.series(columns, fieldLatency: fieldLatency)
  }

  private var way: OrientationMethod {
    method.seesWholeRecording ? .offline(method.filter) : .online(method.filter)
  }

  /// What is timed: the filter alone, its attitudes into memory that is there, all else dropped.
  ///
  /// - Parameter columns: without a magnetometer for a method that does not use it.
  func run(_ columns: SampleColumns, into attitudes: inout [Quaternion]) {
    attitudes.removeAll(keepingCapacity: true)
    guard !method.seesWholeRecording else {
      attitudes = way.series(columns).earthFromSensor
      return
    }
    // By the type of the filter, so that the loop is compiled for it: through the protocol alone it is slower.
    switch method.filter.make(period: columns.period) {
    case let filter as OnlineFilter: forward(filter, columns, &attitudes)
    case let filter as GyroscopeIntegration: forward(filter, columns, &attitudes)
    case let filter as ComplementaryFilter: forward(filter, columns, &attitudes)
    case let filter as MahonyFilter: forward(filter, columns, &attitudes)
    case let filter as MadgwickFilter: forward(filter, columns, &attitudes)
    case let filter as ErrorStateFilter: forward(filter, columns, &attitudes)
    case let filter: forward(filter, columns, &attitudes)
    }
  }

  private func forward(
    _ initial: some OrientationFilter, _ columns: SampleColumns, _ attitudes: inout [Quaternion]
  ) {
    var filter = initial
    var restarts = columns.restarts[...]
    for row in 0..<columns.rows {
      if restarts.first == row {
        restarts.removeFirst()
        filter.restart(at: row, of: columns)
      }
      filter.update(columns.sample(row), period: columns.step(row))
      attitudes.append(filter.earthFromSensor)
    }
  }
}

extension SampleColumns {
  /// The first rows, as if the recording had ended there.
  func prefix(_ rows: Int) -> SampleColumns {
    SampleColumns(
      gyroscope: Array(gyroscope.prefix(rows)), accelerometer: Array(accelerometer.prefix(rows)),
      magnetometer: magnetometer.map { Array($0.prefix(rows)) }, period: period,
      steps: Array(steps.prefix(rows)), restarts: restarts.filter { $0 < rows }, holes: holes,
      doubts: Array(doubts.prefix(rows)))
  }

  /// Without a magnetometer.
  var withoutField: SampleColumns {
    var columns = self
    columns.magnetometer = nil
    return columns
  }
}
