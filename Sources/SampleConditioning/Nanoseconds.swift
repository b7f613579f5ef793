/// Stamps are Int64 nanoseconds and may be anything, so their arithmetic saturates and never traps.
extension Int64 {
  /// What a reader writes where the time cell is missing.
  static let missingStamp = Int64.min
  static let nanosecondsPerSecond = 1e9

  @inline(__always)
  func minus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }

  @inline(__always)
  func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : sum
  }

  /// Whole nanoseconds of a duration in seconds, at the ends of the range where it does not fit.
  init(seconds: Double) { self.init(nanoseconds: seconds * Self.nanosecondsPerSecond) }

  init(nanoseconds: Double) {
    if nanoseconds.isNaN {
      self = 0
    } else {
      self = Int64(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max)
    }
  }
}

extension Double {
  /// Seconds between two stamps; exact in integers, and no trap at the ends of Int64.
  @inline(__always)
  static func seconds(from zero: Int64, to stamp: Int64) -> Double {
    let (difference, overflow) = stamp.subtractingReportingOverflow(zero)
    let nanoseconds = overflow ? Double(stamp) - Double(zero) : Double(difference)
    return nanoseconds / Int64.nanosecondsPerSecond
  }
}
