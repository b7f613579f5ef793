import Glibc

/// An instant of the system clock, printed as RFC 3339 in UTC.
struct WallClock: Sendable, Equatable {
  /// Whole seconds since 1970-01-01T00:00:00Z, and the milliseconds behind them.
  let seconds: Int
  let milliseconds: Int

  static func now() -> WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallClock(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
  }

  /// Seconds of a clock that only goes forward.
  static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  var text: String {
    var whole = time_t(seconds)
    var parts = tm()
    gmtime_r(&whole, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let millis = String(String(1000 + milliseconds).dropFirst())
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(millis)Z"
  }
}
