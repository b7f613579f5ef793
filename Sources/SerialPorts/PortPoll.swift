import IMUProtocols

/// A sensor that sends only when it is asked: the questions of a schedule, and how long an answer is.
public struct PortPoll: Hashable, Sendable {
  public private(set) var schedule: PollSchedule
  /// Length of the answer to each of the questions [bytes].
  public let answerLength: Int
  /// Bytes still missing of the answer that is waited for; 0: none is.
  private var missing = 0

  public init(_ schedule: PollSchedule, answerLength: Int) {
    self.schedule = schedule
    self.answerLength = answerLength
  }

  /// The question that is due at host time `now` [ns].
  mutating func question(_ now: Int64) -> [UInt8]? {
    guard let question = schedule.next(at: now) else { return nil }
    missing = answerLength
    return question
  }

  mutating func hear(_ count: Int) {
    guard missing > 0 else { return }
    missing = max(0, missing - count)
    if missing == 0 { schedule.hear() }
  }

  /// Until the next question may be due [ns].
  func wait(_ now: Int64) -> Int64 { max(0, (schedule.due ?? now) - now) }
}
