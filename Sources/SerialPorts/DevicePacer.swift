import Glibc

/// Writes the bytes of a simulated device in real time, as a board does that does not care who listens.
public struct DevicePacer: ~Copyable {
  /// Bytes written, and lines that nobody took.
  public private(set) var bytesWritten = 0
  public private(set) var linesDropped = 0

  private var terminal: PseudoTerminal
  /// Rest of a line whose beginning is out: it must follow before any other.
  private var unfinished: [UInt8] = []

  public init(_ terminal: consuming PseudoTerminal) { self.terminal = terminal }

  public var path: String { terminal.path }

  /// Waits until somebody reads the port, so that the motion begins with its still seconds for whoever connects.
  ///
  /// Ends after `limit` seconds all the same; nil waits until `shouldStop` says so.
  public mutating func waitForReader(
    atMost limit: Double?, shouldStop: () -> Bool = { StopSignal.received != nil }
  ) throws(SerialPortError) {
    let end = limit.map { HostClock.monotonic() + Int64($0 * 1e9) } ?? .max
    // A line end: a reader drops what it finds before the first one.
    _ = try terminal.write([UInt8(ascii: "\n")])
    while terminal.unreadBytes > 0, !shouldStop(), HostClock.monotonic() < end {
      HostClock.sleep(until: HostClock.monotonic() + 2_000_000)
    }
  }

  /// Until `duration` [s] is over or `shouldStop` says so. `bytes` gives what the device has sent up to a time [s]
  /// since the start and was not given before; `received` takes what the reader sends to the device.
  public mutating func run(
    duration: Double?, tick: Double = 0.002, shouldStop: () -> Bool = { StopSignal.received != nil },
    received: ([UInt8]) -> Void = { _ in }, bytes: (Double) -> [UInt8]
  ) throws(SerialPortError) {
    let start = HostClock.monotonic()
    let step = max(100_000, Int64(tick * 1e9))
    var deadline = start
    while !shouldStop() {
      let elapsed = Double(HostClock.monotonic() - start) * 1e-9
      let time = min(elapsed, duration ?? elapsed)
      try send(bytes(time))
      let answer = try terminal.read()
      if !answer.isEmpty { received(answer) }
      if let duration, elapsed >= duration { return }
      // A late tick is not made up for by a burst of ticks.
      deadline = max(deadline + step, HostClock.monotonic() - step)
      HostClock.sleep(until: deadline)
    }
  }

  /// Writes what the terminal takes; of the rest it drops whole lines only.
  private mutating func send(_ fresh: [UInt8]) throws(SerialPortError) {
    let outgoing = unfinished + fresh
    if outgoing.isEmpty { return }
    let written = try terminal.write(outgoing[...])
    bytesWritten += written
    let rest = outgoing[written...]
    let wasMidLine = written > 0 ? outgoing[written - 1] != UInt8(ascii: "\n") : !unfinished.isEmpty
    let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
    unfinished = wasMidLine ? Array(rest[..<end]) : []
    let dropped = wasMidLine ? rest[end...] : rest
    linesDropped += dropped.count { $0 == UInt8(ascii: "\n") }
  }
}
