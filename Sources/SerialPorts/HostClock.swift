import Glibc

/// The host's clocks, for the rooms that may not look at one.
public enum HostClock {
  /// Monotonic time [ns]; its zero means nothing.
  public static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

  /// [ns since 1970-01-01T00:00:00Z]
  public static func wall() -> Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until monotonic time `deadline` [ns] or until a signal arrives.
  static func sleep(until deadline: Int64) {
    var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }
}
