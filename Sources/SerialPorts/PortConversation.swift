/// Commands on their way, one after the other, while data go on: sends, waits for the acknowledge between the data,
/// sends again a bounded number of times, and goes on without it.
struct PortConversation {
  enum Step: Equatable {
    case wait
    case send([UInt8])
    case note(String)
    /// The answer to a command that asks who the device is.
    case identified([UInt8])
    case done
  }

  private var commands: [PortCommand]
  private var heard: [UInt8] = []
  private var sentAt: Int64?
  private var attempts = 0
  /// A device that is booting hears nothing: commands without an acknowledge wait until then [ns].
  private let settledAt: Int64

  init(_ commands: [PortCommand], settledAt: Int64) {
    self.commands = commands
    self.settledAt = settledAt
  }

  mutating func add(_ command: PortCommand) { commands.append(command) }

  mutating func hear(_ bytes: ArraySlice<UInt8>) {
    guard sentAt != nil else { return }
    heard += bytes
    // An acknowledge is short and comes within half a second: older bytes are data.
    if heard.count > 1 << 17 { heard.removeFirst(heard.count - 1 << 16) }
  }

  /// What is to be done at host time `now` [ns].
  mutating func step(_ now: Int64) -> Step {
    guard let command = commands.first else { return .done }
    guard let acknowledge = command.acknowledge else { return sendBlindly(command, now) }
    guard let sentAt else { return send(command, now) }
    if let place = acknowledge.find(heard[...]) {
      let answer = Array(heard[place])
      next()
      return command.isIdentity
        ? .identified(answer) : .note("\(command.name): acknowledged after \((now - sentAt) / 1_000_000) ms")
    }
    guard now - sentAt >= command.patience else { return .wait }
    if attempts < command.attempts || now < settledAt { return send(command, now) }
    next()
    return .note("\(command.name): no acknowledge to \(attemptsText(command.attempts)); going on without")
  }

  private func attemptsText(_ count: Int) -> String { count == 1 ? "one attempt" : "\(count) attempts" }

  private mutating func sendBlindly(_ command: PortCommand, _ now: Int64) -> Step {
    guard now >= settledAt else { return .wait }
    next()
    return .send(command.bytes)
  }

  private mutating func send(_ command: PortCommand, _ now: Int64) -> Step {
    attempts = now < settledAt ? 1 : attempts + 1
    sentAt = now
    return .send(command.bytes)
  }

  private mutating func next() {
    commands.removeFirst()
    heard.removeAll(keepingCapacity: true)
    sentAt = nil
    attempts = 0
  }
}
