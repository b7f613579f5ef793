import Testing

@testable import SerialPorts

@Suite struct PortConversationTests {
  private let goToMeasurement = PortCommand(
    "go to measurement", [0xFA, 0xFF, 0x10, 0x00, 0xF1], acknowledge: .xbus(message: 0x11))
  /// A data message that holds the bytes of an acknowledge with a wrong sum.
  private let data: [UInt8] = [0xFA, 0xFF, 0x36, 0x05, 0xFA, 0xFF, 0x11, 0x00, 0x00, 0xBC]
  private let answer: [UInt8] = [0xFA, 0xFF, 0x11, 0x00, 0xF0]

  @Test func `an acknowledge is found between data`() {
    var talk = PortConversation([goToMeasurement], settledAt: 0)
    #expect(talk.step(0) == .send(goToMeasurement.bytes))
    talk.hear(data[...])
    #expect(talk.step(1_000_000) == .wait)
    talk.hear((data + answer + data)[...])
    #expect(talk.step(20_000_000) == .note("go to measurement: acknowledged after 20 ms"))
    #expect(talk.step(20_000_000) == .done)
  }

  @Test func `an acknowledge in pieces counts`() {
    var talk = PortConversation([goToMeasurement], settledAt: 0)
    _ = talk.step(0)
    talk.hear(answer[..<3])
    #expect(talk.step(1) == .wait)
    talk.hear(answer[3...])
    #expect(talk.step(2) == .note("go to measurement: acknowledged after 0 ms"))
  }

  @Test func `a lost acknowledge costs three attempts and not the stream`() {
    var talk = PortConversation([goToMeasurement], settledAt: 0)
    var sent = 0, notes: [String] = []
    for time in 0...40 {
      talk.hear(data[...])
      switch talk.step(Int64(time) * 50_000_000) {
      case .send: sent += 1
      case .note(let text): notes.append(text)
      default: break
      }
    }
    #expect(sent == 3)
    #expect(notes == ["go to measurement: no acknowledge to 3 attempts; going on without"])
  }

  @Test func `a board that boots is asked until it has settled, and then three times`() {
    var talk = PortConversation([goToMeasurement], settledAt: 2_500_000_000)
    var sent: [Int64] = []
    for time in stride(from: Int64(0), through: 6_000_000_000, by: 50_000_000) {
      if case .send = talk.step(time) { sent.append(time / 1_000_000) }
    }
    #expect(sent == [0, 500, 1000, 1500, 2000, 2500, 3000])
  }

  @Test func `what is not answered waits until the board has settled`() {
    var talk = PortConversation([PortCommand("start", Array("s\n".utf8))], settledAt: 2_500_000_000)
    #expect(talk.step(2_400_000_000) == .wait)
    #expect(talk.step(2_500_000_000) == .send(Array("s\n".utf8)))
    #expect(talk.step(2_500_000_000) == .done)
  }

  @Test func `a line is an answer when it is whole`() {
    let ping = Acknowledge.line(beginning: "{\"ping\"")
    let heard = Array("I,1,2,{\"ping\"\n{\"ping\":{\"name\":\"x\"}}\r\nI,3".utf8)
    #expect(
      ping.find(heard[...]).map { String(decoding: heard[$0], as: UTF8.self) }
        == "{\"ping\":{\"name\":\"x\"}}\r\n")
    #expect(ping.find(heard[..<20]) == nil)
  }
}
