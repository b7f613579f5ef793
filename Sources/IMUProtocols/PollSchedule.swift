/// Questions to devices that only answer: round robin, one outstanding at a time. An answer that does not come costs its own
/// sample and not the run.
public struct PollSchedule: Hashable, Sendable {
  /// One a sensor, asked in turn.
  public let questions: [[UInt8]]
  /// Between two rounds [ns].
  public let period: Int64
  /// An answer is awaited this long [ns].
  public let patience: Int64

  /// Questions without an answer.
  public private(set) var unanswered = 0
  private var turn = 0
  /// When the question that waits for its answer was sent [ns].
  private var askedAt: Int64?
  /// When the round under way is due, or the next one [ns].
  private var roundAt: Int64?
  /// Nothing is sent before this: a device needs a pause after a write [ns].
  private var pausedUntil: Int64 = .min

  /// `rate`: rounds a second [Hz].
  public init(questions: [[UInt8]], rate: Double, patience: Int64 = 50_000_000) {
    precondition(!questions.isEmpty && rate > 0, "something to ask, now and then")
    self.questions = questions
    period = Int64(1e9 / rate)
    self.patience = patience
  }

  /// What to send at host time `now` [ns]; nil while an answer is awaited or nothing is due.
  public mutating func next(at now: Int64) -> [UInt8]? {
    if let asked = askedAt {
      guard now &- asked >= patience else { return nil }
      unanswered += 1
      askedAt = nil
    }
    guard now >= pausedUntil, now >= roundAt ?? now else { return nil }
    askedAt = now
    defer { advance(now) }
    return questions[turn]
  }

  /// When `next` may have something [ns]; nil: at once.
  public var due: Int64? {
    if let askedAt { return askedAt &+ patience }
    return roundAt.map { max($0, pausedUntil) }
  }

  /// An answer is there.
  public mutating func hear() { askedAt = nil }

  /// Something else was sent at `now`, after which the devices need a pause [ns].
  public mutating func pause(at now: Int64, for pause: Int64) { pausedUntil = now &+ pause }

  /// Rounds that could not be asked in time are left out, so that a slow line does not build up a queue.
  private mutating func advance(_ now: Int64) {
    if turn == 0 { roundAt = max(roundAt ?? now, now &- period) }
    turn = (turn + 1) % questions.count
    if turn == 0 { roundAt = max((roundAt ?? now) &+ period, now) }
  }
}

extension WitMotionConfiguration {
  /// Reads the registers of the configuration from every configured address, or from the usual one.
  public func polls(rate: Double) -> PollSchedule {
    let addresses = sensors.compactMap { UInt8($0.name, radix: 16) }
    let questions = (addresses.isEmpty ? [WitMotionModbusRequest.addresses.lowerBound] : addresses).map {
      WitMotionModbusRequest.read(address: $0, first: UInt16(firstRegister), count: UInt16(registerCount))
        .bytes
    }
    return PollSchedule(questions: questions, rate: rate)
  }
}
