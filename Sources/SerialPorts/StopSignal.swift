import CSerial

/// SIGINT, SIGTERM and SIGHUP as a question that a loop asks; the second signal ends the program at once.
public enum StopSignal {
  /// From now on the first stop signal is noted instead of ending the program.
  public static func watch() { flexion_watch_stop_signals() }

  /// Number of the signal that arrived; nil while none did.
  public static var received: Int32? {
    let signal = flexion_stop_signal()
    return signal == 0 ? nil : signal
  }
}
