import IMUProtocols

/// The sending side of a port's loop.
extension PortLoop {
  /// Begins with commands that are sent after every opening.
  mutating func converse(_ commands: [PortCommand]) {
    conversation = commands.isEmpty ? nil : PortConversation(commands, settledAt: settledAt())
  }

  /// Asks a sensor that is polled, once the commands are over, and returns how long to listen [ms].
  mutating func ask(_ timeout: Int32) -> Int32 {
    guard let poll = setup.poll, conversation == nil, !isStopping else { return timeout }
    let now = HostClock.monotonic()
    var polling = polling ?? poll
    if let question = polling.question(now) { write(question) }
    self.polling = polling
    let left = (polling.wait(now) + 999_999) / 1_000_000
    return Int32(clamping: max(0, min(Int64(timeout), left)))
  }

  /// Adds a command of the user's.
  mutating func send(_ command: PortCommand) {
    guard channel != nil else {
      return append(.event(.note("\(command.name): not sent, the port is not there")))
    }
    if conversation == nil { conversation = PortConversation([], settledAt: 0) }
    conversation?.add(command)
  }

  /// As far as the conversation goes without waiting.
  mutating func goOnTalking() {
    while let step = conversation?.step(HostClock.monotonic()) {
      switch step {
      case .wait: return
      case .send(let bytes): write(bytes)
      case .note(let text): append(.event(.note(text)))
      case .identified(let answer): if !identify(answer) { return }
      case .done:
        conversation = nil
        if isStopping { finish() }
      }
    }
  }

  private mutating func write(_ bytes: [UInt8]) {
    let time = HostClock.monotonic()
    do throws(SerialPortError) {
      guard try channel?.write(bytes, timeout: 200) == true else {
        return append(.event(.note("the port did not take \(bytes.count) bytes")))
      }
      append(.sent(bytes), at: time)
    } catch {
      // The next read says what became of the port.
      append(.event(.note("\(bytes.count) bytes could not be sent")))
    }
  }

  /// False for another device than before: it is left, and the right one is looked for.
  private mutating func identify(_ answer: [UInt8]) -> Bool {
    guard let known = answeredIdentity, known != answer else {
      answeredIdentity = answer
      return true
    }
    append(.event(.note("another device answers at this port")))
    lose("another device", HostClock.monotonic())
    // Every look opens the stranger, which may reset it.
    nextRetry = HostClock.monotonic() + 1_000_000_000
    return false
  }
}
