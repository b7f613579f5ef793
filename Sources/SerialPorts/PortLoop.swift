import Glibc
import IMUProtocols

/// What the thread of a `PortReader` does: waits for bytes, notices what becomes of the port, looks for a lost one.
struct PortLoop: ~Copyable {
  let path: String
  let settings: LineSettings
  let patience: PortReader.Patience
  private(set) var state = PortReader.State.settling
  /// True when nothing more will come: closed, or lost for longer than the patience.
  var isFinished: Bool { waiting.isEmpty && (state == .failed || state == .closed) }

  private var port: SerialPort?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var waiting: [RawLogRecord] = []
  /// Since when the state counts [ns].
  private var quietSince: Int64
  private var nextRetry: Int64 = 0

  init(path: String, settings: LineSettings, patience: PortReader.Patience) throws(SerialPortError) {
    port = try SerialPort(path: path, settings: settings)
    self.path = path
    self.settings = settings
    self.patience = patience
    quietSince = HostClock.monotonic()
    waiting = [RawLogRecord(time: quietSince, .event(.opened(path: path)))]
  }

  /// The next record; nil when nothing happened within `timeout` [ms] or a signal came.
  mutating func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    switch state {
    case .failed, .closed: return nil
    case .lost: lookAgain(timeout)
    case .settling, .streaming, .stalled: try listen(timeout)
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Ends the reading; one more record says so.
  mutating func close() {
    guard state != .closed else { return }
    port = nil
    enter(.closed, .closed)
  }

  // MARK: Reading

  private mutating func listen(_ timeout: Int32) throws(SerialPortError) {
    guard let reading = try readPort(timeout) else { return }
    let now = HostClock.monotonic()
    switch reading {
    case .bytes(let count):
      if state == .stalled { waiting.append(RawLogRecord(time: now, .event(.resumed))) }
      state = .streaming
      quietSince = now
      waiting.append(RawLogRecord(time: now, .received(Array(buffer[..<count]))))
    case .silence:
      let allowed = state == .settling ? patience.settling : patience.stall
      if state != .stalled, now - quietSince >= allowed {
        enter(.stalled, .stalled(silence: now - quietSince))
      }
    case .gone(let cause):
      // Closed at once: a device that comes back while its old node is open gets another number.
      port = nil
      enter(.lost, .lost(cause: cause))
      if patience.reconnect == 0 { enter(.failed, .closed) }
    }
  }

  private mutating func readPort(_ timeout: Int32) throws(SerialPortError) -> SerialPort.Reading? {
    // withUnsafeMutableBytes rethrows no typed error, so it is carried out as a result
    let result = buffer.withUnsafeMutableBytes { bytes -> Result<SerialPort.Reading?, SerialPortError> in
      do throws(SerialPortError) {
        return .success(try port?.read(into: bytes, timeout: timeout))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private mutating func lookAgain(_ timeout: Int32) {
    let now = HostClock.monotonic()
    if let limit = patience.reconnect, now - quietSince >= limit { return enter(.failed, .closed) }
    if now >= nextRetry {
      nextRetry = now + patience.retry
      port = try? SerialPort(path: path, settings: settings)
      if port != nil { return enter(.settling, .reconnected(path: path)) }
    }
    HostClock.sleep(until: min(nextRetry, now + Int64(timeout) * 1_000_000))
  }

  private mutating func enter(_ state: PortReader.State, _ event: PortEvent) {
    let now = HostClock.monotonic()
    self.state = state
    if state != .stalled { quietSince = now }
    waiting.append(RawLogRecord(time: now, .event(event)))
  }
}
