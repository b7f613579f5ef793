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
  /// Entries whose stamp was made here; empty when none was.
  var interpolated: [Bool] = []
  /// Nominal period [s].
  var period: Double
  var source: SensorReport.TimeSource

  /// Output time of an entry [s]; `zero` is the stamp of second 0 [ns].
  @inline(__always)
  func time(_ entry: Int, zero: Int64) -> Double {
    switch clock {
    case .rate(let rate): return Double(entry) / rate
    case .stamps(let stamps): return Double.seconds(from: zero, to: stamps[entry])
    }
  }
}

extension Double {
  /// Seconds between two nanosecond stamps; exact in integers, and no trap at the ends of Int64.
  @inline(__always)
  static func seconds(from zero: Int64, to stamp: Int64) -> Double {
    let (difference, overflow) = stamp.subtractingReportingOverflow(zero)
    return overflow ? (Double(stamp) - Double(zero)) / 1e9 : Double(difference) / 1e9
  }
}
