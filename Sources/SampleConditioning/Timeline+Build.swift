import Inertial

extension Timeline {
  /// Puts the rows of one sensor on a clock: its stamps, else the rate it states, else the `rate` given.
  init(sensor: SensorRecording, rate: Double?, parameters: ConditioningParameters) throws(ConditioningError) {
    let present = PresentRows(sensor)
    guard !present.isEmpty else { throw .noUsableRow(sensor: sensor.id) }
    switch sensor.clock {
    case .rows(let stated):
      guard let applied = stated ?? rate else { throw .noTime(sensor: sensor.id) }
      guard SampleClock.rates.contains(applied) else { throw .invalidRate(applied) }
      self.init(rate: applied, present, source: stated == nil ? .givenRate : .statedRate)
    case .stamps(let stamps, let zero):
      self = try Timeline(stamps: stamps, sensor, present, rate: rate, parameters)
      if case .firstSample = zero { keepsFileTime = false }
    }
    log.emptyRows = present.left
    if sensor.isOnHostTime {
      log.hostStamps.count = count
      log.unplacedLosses = sensor.unplacedLosses
    }
    rateStated = rateStated ?? rate
  }

  private init(rate: Double, _ present: PresentRows, source: SensorReport.TimeSource) {
    self.init(clock: .rate(rate), rows: present.rows, count: present.count)
    periods = LocalPeriods(Double(present.stride) / rate)
    rateStated = rate
    self.source = source
  }

  private init(
    stamps: [Int64], _ sensor: SensorRecording, _ present: PresentRows, rate: Double?,
    _ parameters: ConditioningParameters
  ) throws(ConditioningError) {
    if present.rows == nil && Self.isSound(stamps, parameters) {
      self.init(clock: .stamps(stamps), rows: nil, count: present.count)
    } else {
      var repair = StampRepair(stamps: stamps, sensor: sensor, present: present, parameters: parameters)
      guard repair.distinctStamps > 1 else {
        guard let rate else {
          if repair.distinctStamps == 0 { throw .noTime(sensor: sensor.id) }
          throw .coarseTime(sensor: sensor.id, distinct: 1, rows: present.count)
        }
        self.init(rate: rate, present, source: .givenRate)
        return
      }
      self = try repair.run()
    }
    guard case .stamps(let repaired) = clock, let found = LocalPeriods(stamps: repaired) else {
      throw .noTime(sensor: sensor.id)
    }
    periods = found
  }

  /// Nothing to repair: every stamp there, each later than the one before, no jump, no bursts.
  private static func isSound(_ stamps: [Int64], _ parameters: ConditioningParameters) -> Bool {
    guard let first = stamps.first, first != .missingStamp, stamps.count > 1 else { return false }
    let jump = Int64(seconds: parameters.jumpLimit)
    for index in 1..<stamps.count {
      let step = stamps[index].minus(stamps[index - 1])
      if step <= 0 || step > jump { return false }
    }
    return !StepStatistics(count: stamps.count) { stamps[$0].minus(stamps[$0 - 1]) }.comeInBursts
  }
}

/// Which rows of a table are samples of a sensor. Empty rows before the first and after the last value are
/// not; those between are, unless the sensor fills only every second row or fewer.
struct PresentRows {
  /// nil when every row is present.
  private(set) var rows: [Int32]?
  private(set) var count: Int
  /// Usual distance of two samples in rows.
  private(set) var stride = 1
  /// Empty rows that are left out.
  private(set) var left = TimelineLog.Count()

  var isEmpty: Bool { count == 0 }

  init(_ sensor: SensorRecording) {
    let total = sensor.rows
    let rate = sensor.gyroscope.values
    let force = sensor.accelerometer.values
    count = total
    let isFilled = { (row: Int) in !(rate[row].isEmpty && force[row].isEmpty) }
    guard !(0..<total).allSatisfy(isFilled) else { return }
    keep((0..<total).filter(isFilled).map { Int32($0) }, of: total)
  }

  private mutating func keep(_ filled: [Int32], of total: Int) {
    var kept = filled
    if let first = filled.first, let last = filled.last {
      let distances = zip(filled.dropFirst(), filled).map { Int($0 - $1) }.sorted()
      stride = distances.isEmpty ? 1 : distances[distances.count / 2]
      if stride == 1 { kept = Array(first...last) }
    }
    rows = kept
    count = kept.count
    left.count = total - kept.count
    left.firstRow = Self.firstMissing(kept)
  }

  /// The first row number that is not in the list.
  private static func firstMissing(_ kept: [Int32]) -> Int {
    kept.indices.first { kept[$0] != Int32($0) } ?? kept.count
  }
}

extension Vector3 {
  /// No component has a value.
  var isEmpty: Bool { x.isNaN && y.isNaN && z.isNaN }
}
