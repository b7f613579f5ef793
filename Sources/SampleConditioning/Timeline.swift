import Inertial

/// The rows of one sensor in order, on a strictly increasing clock.
struct Timeline {
  enum Clock {
    /// Row number over rate [Hz].
    case rate(Double)
    /// Nanoseconds, one an entry.
    case stamps([Int64])
  }

  var clock: Clock
  /// Raw row behind each entry; nil when entry i is row i.
  var rows: [Int32]?
  var count: Int
  /// Entries that nothing connects with the entry before, in order.
  var restarts: [Int] = []
  /// True where the stamp was made here; empty when none was.
  var interpolated: [Bool] = []
  var periods = LocalPeriods(1)
  var source = SensorReport.TimeSource.stamps
  var rateStated: Double?
  var log = TimelineLog()
  /// Output time of stamp 0 is the file's own.
  var keepsFileTime = true

  @inline(__always)
  func row(_ entry: Int) -> Int { rows.map { Int($0[entry]) } ?? entry }

  /// Output time of an entry [s]; `zero` is the stamp of second 0 [ns].
  @inline(__always)
  func time(_ entry: Int, zero: Int64) -> Double {
    switch clock {
    case .rate(let rate): return Double(row(entry)) / rate
    case .stamps(let stamps): return .seconds(from: zero, to: stamps[entry])
    }
  }

  /// Stamp of the first entry [ns]; nil without stamps.
  var firstStamp: Int64? {
    if case .stamps(let stamps) = clock { return stamps.first }
    return nil
  }
}

/// What was done to the time of one sensor: how often, and the first raw row.
struct TimelineLog {
  struct Count {
    var count = 0
    var firstRow = 0

    mutating func add(row: Int) {
      if count == 0 { firstRow = row }
      count += 1
    }
  }

  /// Rows without any value that were left out.
  var emptyRows = Count()
  /// Repeated rows left out.
  var duplicates = Count()
  /// Rows that shared a stamp and were spread.
  var bursts = Count()
  /// Missing or senseless stamps that were made from their neighbours.
  var madeStamps = Count()
  /// Senseless ones among them.
  var strays = Count()
  /// Stamps that whoever read the device made from host time.
  var hostStamps = Count()
  /// Samples that were damaged on the way to a host that made the stamps.
  var unplacedLosses = 0
  /// Rows that came late and were sorted.
  var sorted = Count()
  /// Segments put in front of one that came before them.
  var joined = Count()
  /// Places where the clock started again or jumped ahead.
  var newSegments = Count()
  /// Largest jump of the clock [s].
  var longestJump = 0.0
}
