import IMUProtocols
import Testing

@Suite struct PollScheduleTests {
  private static let ms: Int64 = 1_000_000

  @Test func `sensors are asked in turn, one question at a time`() throws {
    let json = #"{"sensors":{"50":"thigh","51":"shank"}}"#
    var polls = try WitMotionConfiguration(json: json).polls(rate: 100)
    #expect(polls.next(at: 0)?.first == 0x50)
    #expect(polls.next(at: 1 * Self.ms) == nil)
    polls.hear()
    #expect(polls.next(at: 2 * Self.ms)?.first == 0x51)
    polls.hear()
    #expect(polls.next(at: 3 * Self.ms) == nil)
    #expect(polls.due == 10 * Self.ms)
    #expect(polls.next(at: 10 * Self.ms)?.first == 0x50)
    #expect(polls.unanswered == 0)
  }

  @Test func `an answer that does not come costs its own sample`() {
    var polls = PollSchedule(questions: [[1], [2]], rate: 100, patience: 20 * Self.ms)
    var asked: [[UInt8]] = []
    for now in stride(from: Int64(0), to: 1000 * Self.ms, by: Int(Self.ms)) {
      guard let question = polls.next(at: now) else { continue }
      asked.append(question)
      // The second sensor is dead from the start.
      if question == [1] { polls.hear() }
    }
    let alive = asked.filter { $0 == [1] }.count
    #expect(abs(alive - 50) <= 2)
    #expect(polls.unanswered == alive || polls.unanswered == alive - 1)
  }

  @Test func `a line that was slow is not flooded afterwards`() {
    var polls = PollSchedule(questions: [[1]], rate: 100)
    _ = polls.next(at: 0)
    polls.hear()
    var count = 0
    for now in stride(from: 1000 * Self.ms, to: 1100 * Self.ms, by: Int(Self.ms)) {
      if polls.next(at: now) != nil { count += 1 }
      polls.hear()
    }
    #expect((10...12).contains(count))
  }

  @Test func `after a write the devices get their pause`() {
    var polls = PollSchedule(questions: [[1]], rate: 100)
    polls.pause(at: 0, for: WitMotionModbusRequest.turnAround)
    #expect(polls.next(at: 10 * Self.ms) == nil)
    #expect(polls.next(at: 20 * Self.ms) == [1])
  }
}
