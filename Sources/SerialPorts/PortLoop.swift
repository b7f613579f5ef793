import Glibc
import IMUProtocols

/// What the thread of a `PortReader` does: waits for bytes, notices what becomes of the port, looks for a lost one.
struct PortLoop: ~Copyable {
  let setup: PortSetup
  /// Place of the port among those that are read together.
  let number: UInt8
  let address: PortAddress
  var patience: PortReader.Patience { setup.patience }
  var state = PortReader.State.settling
  /// True when nothing more will come: closed, or lost for longer than the patience.
  var isFinished: Bool { waiting.isEmpty && (state == .failed || state == .closed) }

  var channel: ByteChannel?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var waiting: [RawLogRecord] = []
  /// Since when the state counts [ns].
  private var quietSince: Int64
  private var openedAt: Int64
  var nextRetry: Int64 = 0
  /// Said once for each stranger that sits in the device's place.
  private var stranger: String?
  var conversation: PortConversation?
  var polling: PortPoll?
  var isStopping = false
  /// The answer by which the device named itself.
  var answeredIdentity: [UInt8]?

  init(_ setup: PortSetup, number: UInt8 = 0) throws(SerialPortError) {
    let opening = HostClock.monotonic()
    let address = PortAddress(setup.source, setup.system)
    self.init(try ByteChannel.open(setup.source, settings: setup.settings), setup, address, number, [])
    waiting.insert(RawLogRecord(time: opening, port: number, .event(.entered(.opening))), at: 0)
  }

  /// Goes on with a channel that is open already; `before` is what happened on it so far.
  init(
    _ channel: consuming ByteChannel, _ setup: PortSetup, _ address: PortAddress, _ number: UInt8,
    _ before: [RawLogRecord]
  ) {
    self.setup = setup
    self.number = number
    self.address = address
    self.channel = consume channel
    openedAt = HostClock.monotonic()
    quietSince = openedAt
    waiting = before
    if before.isEmpty { append(.event(.opened(path: setup.source.text)), at: openedAt) }
    converse(setup.start)
  }

  /// What happened before anybody asked.
  mutating func takeWaiting() -> [RawLogRecord] {
    defer { waiting = [] }
    return waiting
  }

  /// The next record; nil when nothing happened within `timeout` [ms] or a signal came.
  mutating func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    switch state {
    case .failed, .closed: return nil
    case .lost: lookAgain(timeout)
    case .settling, .streaming, .stalled:
      goOnTalking()
      guard waiting.isEmpty else { break }
      let patience = ask(timeout)
      // What was sent is told before what comes of it.
      if waiting.isEmpty { try listen(patience) }
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Ends the reading: stop commands first, then one more record says so.
  mutating func close() {
    guard state != .closed, !isStopping else { return }
    isStopping = true
    if channel == nil || setup.stop.isEmpty { return finish() }
    conversation = PortConversation(setup.stop, settledAt: 0)
  }

  mutating func finish() {
    channel = nil
    enter(.closed, .closed)
  }

  func settledAt() -> Int64 { openedAt + patience.settling }

  mutating func append(_ content: RawLogRecord.Content, at time: Int64 = HostClock.monotonic()) {
    waiting.append(RawLogRecord(time: time, port: number, content))
  }

  // MARK: Reading

  private mutating func listen(_ timeout: Int32) throws(SerialPortError) {
    guard let reading = try readPort(timeout) else { return }
    let now = HostClock.monotonic()
    switch reading {
    case .bytes(let count): take(count, now)
    case .silence:
      let allowed = state == .settling ? patience.settling : patience.stall
      if state != .stalled, now - quietSince >= allowed {
        enter(.stalled, .stalled(silence: now - quietSince))
      }
    case .gone(let cause): lose(cause, now)
    }
  }

  private mutating func take(_ count: Int, _ now: Int64) {
    if state == .stalled { append(.event(.resumed), at: now) }
    if state == .settling {
      if now - openedAt >= PortReader.bootSilence { append(.event(.entered(.booted)), at: now) }
      append(.event(.entered(.streaming)), at: now)
    }
    state = .streaming
    quietSince = now
    let bytes = Array(buffer[..<count])
    conversation?.hear(bytes[...])
    polling?.hear(count)
    append(.received(bytes), at: now)
  }

  /// Closed at once: a device that comes back while its old node is open gets another number.
  mutating func lose(_ cause: String, _ now: Int64) {
    channel = nil
    conversation = nil
    polling = nil
    nextRetry = 0
    if !setup.source.mayReturn || isStopping { return enter(.closed, .closed) }
    enter(.lost, .lost(cause: cause))
    if setup.source.hasSpeed, now - openedAt < PortWatch.shortLife {
      append(.event(.note(PortWatch.note(life: now - openedAt))))
    }
    if patience.reconnect == 0 { giveUp("the port was lost (\(cause))") }
  }

  private mutating func giveUp(_ cause: String) {
    enter(.failed, .failed(cause: cause))
    append(.event(.closed))
  }

  private mutating func readPort(_ timeout: Int32) throws(SerialPortError) -> ByteChannel.Reading? {
    // withUnsafeMutableBytes rethrows no typed error, so it is carried out as a result
    let result = buffer.withUnsafeMutableBytes { bytes -> Result<ByteChannel.Reading?, SerialPortError> in
      do throws(SerialPortError) {
        return .success(try channel?.read(into: bytes, timeout: timeout))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  // MARK: Looking for a lost port

  private mutating func lookAgain(_ timeout: Int32) {
    let now = HostClock.monotonic()
    if let limit = patience.reconnect, now - quietSince >= limit {
      return giveUp("the port did not come back within \(limit / 1_000_000_000) s")
    }
    if now >= nextRetry {
      nextRetry = now + patience.retry
      switch address.place {
      case .absent: break
      case .taken(let other): meet(other)
      case .at(let source): reopen(source)
      }
    }
    if state == .lost, waiting.isEmpty {
      HostClock.sleep(until: min(nextRetry, now + Int64(timeout) * 1_000_000))
    }
  }

  private mutating func meet(_ other: String) {
    guard stranger != other else { return }
    stranger = other
    append(
      .event(
        .note("another device (\(other)) sits where the port was; waiting for \(address.usb?.text ?? "it")")))
  }

  private mutating func reopen(_ source: PortSource) {
    let opening = HostClock.monotonic()
    channel = try? ByteChannel.open(source, settings: setup.settings)
    guard channel != nil else { return }
    append(.event(.entered(.opening)), at: opening)
    enter(.settling, .reconnected(path: source.text))
    openedAt = HostClock.monotonic()
    stranger = nil
    converse(setup.start)
  }

  private mutating func enter(_ state: PortReader.State, _ event: PortEvent) {
    let now = HostClock.monotonic()
    self.state = state
    if state != .stalled { quietSince = now }
    append(.event(event), at: now)
  }
}
