import Foundation
import IMUProtocols
import Inertial
import SerialPorts
import Testing

@Suite(.serialized) struct PortReaderTests {
  /// Records until `enough` says so or `limit` [s] is over.
  private func records(
    _ reader: inout PortReader, limit: Double = 5, until enough: (RawLogRecord) -> Bool
  ) throws -> [RawLogRecord] {
    var records: [RawLogRecord] = []
    let end = HostClock.monotonic() + Int64(limit * 1e9)
    while HostClock.monotonic() < end, !reader.isFinished {
      guard let record = try reader.next(timeout: 20) else { continue }
      records.append(record)
      if enough(record) { break }
    }
    return records
  }

  @Test func `samples of a simulated board arrive whole, in order and with an age`() throws {
    let board = try PluggedBoard(link: freshLink())
    var reader = try PortReader(path: board.link)
    var stream = SensorStream(
      decoder: TextLineDecoder(configuration: boardConfiguration), now: { HostClock.monotonic() })
    var numbers: [[Int]] = [[], []]
    _ = try records(&reader, limit: 10) { record in
      stream.push(record) { numbers[$0.sensor].append(Int(($0.sample.gyroscope.x * 1000).rounded())) }
      return numbers[1].count >= 100
    }
    #expect(numbers[0].count >= 100)
    for sensor in numbers { #expect(zip(sensor, sensor.dropFirst()).allSatisfy { $1 == $0 + 1 }) }
    #expect(stream.rejectedByReason.isEmpty)
    #expect(stream.statistics.missing == 0)
    #expect(stream.statistics.age.count == stream.statistics.samples)
    board.pull()
  }

  @Test func `whoever takes the records slowly loses none`() throws {
    let board = try PluggedBoard(link: freshLink(), rate: 1000)
    var reader = try PortReader(path: board.link)
    var stream = SensorStream(decoder: TextLineDecoder(configuration: boardConfiguration))
    _ = try records(&reader) { if case .received = $0.content { true } else { false } }
    // 60 kB, three times what a terminal keeps
    usleep(500_000)
    let backlog = reader.backlog
    #expect(backlog > 0)
    board.pull()
    for record in try records(&reader, until: { if case .event(.lost) = $0.content { true } else { false } })
    {
      stream.push(record) { _ in }
    }
    #expect(stream.statistics.bytes > 50_000)
    #expect(stream.statistics.missing == 0)
  }

  @Test func `a closed reader gives what it had read and then its end`() throws {
    var terminal = try PseudoTerminal()
    var reader = try PortReader(path: terminal.path)
    _ = try terminal.write(Array("x\n".utf8)[...])
    _ = try records(&reader) { if case .received = $0.content { true } else { false } }
    reader.close()
    let last = try records(&reader) { _ in false }
    let (isFinished, state) = (reader.isFinished, reader.state)
    #expect(last.map(\.content) == [.event(.closed)])
    #expect(isFinished)
    #expect(state == .closed)
    // the port is free again once the reader is gone
    _ = consume reader
    _ = try SerialPort(path: terminal.path)
  }

  @Test func `a pulled board is noticed within 200 ms`() throws {
    let board = try PluggedBoard(link: freshLink())
    var reader = try PortReader(path: board.link, patience: .init(reconnect: 0))
    _ = try records(&reader) { if case .received = $0.content { true } else { false } }
    board.pull()
    let pulled = HostClock.monotonic()
    let after = try records(&reader) { if case .event(.lost) = $0.content { true } else { false } }
    let lost = try #require(after.last)
    #expect(lost.time - pulled < 200_000_000)
    let end = try records(&reader) { _ in false }.map(\.content)
    #expect(end.suffix(2) == [.event(.failed(cause: "the port was lost (hang-up)")), .event(.closed)])
    let (isFinished, state) = (reader.isFinished, reader.state)
    #expect(isFinished)
    #expect(state == .failed)
  }

  @Test func `a board that comes back at its path goes on in the same stream`() throws {
    let link = freshLink()
    let board = try PluggedBoard(link: link)
    var reader = try PortReader(path: link, patience: .init(retry: 20_000_000))
    _ = try records(&reader) { if case .received = $0.content { true } else { false } }
    board.pull()
    _ = try records(&reader) { if case .event(.lost) = $0.content { true } else { false } }
    let back = try PluggedBoard(link: link)
    let after = try records(&reader) { if case .received = $0.content { true } else { false } }
    let events = after.dropLast().filter { if case .event(.note) = $0.content { false } else { true } }
    #expect(
      events.map(\.content) == [
        .event(.entered(.opening)), .event(.reconnected(path: link)), .event(.entered(.streaming)),
      ])
    let state = reader.state
    #expect(state == .streaming)
    back.pull()
  }

  @Test func `silence is a stall and data end it`() throws {
    var terminal = try PseudoTerminal()
    let patience = PortReader.Patience(settling: 30_000_000, stall: 30_000_000)
    var reader = try PortReader(path: terminal.path, patience: patience)
    let quiet = try records(&reader) { if case .event(.stalled) = $0.content { true } else { false } }
    let content = quiet.map(\.content).dropLast()
    #expect(content == [.event(.entered(.opening)), .event(.opened(path: terminal.path))])
    _ = try terminal.write(Array("x\n".utf8)[...])
    let after = try records(&reader) { if case .received = $0.content { true } else { false } }
    #expect(after.map(\.content) == [.event(.resumed), .received(Array("x\n".utf8))])
  }

  @Test func `a board that nobody reads loses whole lines only`() throws {
    var pacer = DevicePacer(try PseudoTerminal())
    var board = CountingBoard()
    var late = 0.0
    // 60 s of the board in 30 ms: far more than a terminal keeps
    try pacer.run(duration: 0.03) { _ in
      late += 4
      return board.bytes(until: late)
    }
    let dropped = pacer.linesDropped
    #expect(dropped > 0)
    var port = try SerialPortBytes(path: pacer.path)
    var stream = SensorStream(decoder: TextLineDecoder(configuration: boardConfiguration))
    stream.push(RawLogRecord(time: 0, .event(.opened(path: "")))) { _ in }
    try pacer.run(duration: 0.05) { _ in
      late += 0.1
      return board.bytes(until: late)
    }
    for chunk in try port.all() { stream.push(RawLogRecord(time: 0, .received(chunk))) { _ in } }
    #expect(stream.statistics.samples > 0)
    #expect(stream.rejectedByReason.isEmpty)
  }

  /// Reads what is there.
  private struct SerialPortBytes: ~Copyable {
    private var port: SerialPort

    init(path: String) throws { port = try SerialPort(path: path) }

    mutating func all() throws -> [[UInt8]] {
      var chunks: [[UInt8]] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case .bytes(let count) = try buffer.withUnsafeMutableBytes({
        try port.read(into: $0, timeout: 20)
      }) {
        chunks.append(Array(buffer[..<count]))
      }
      return chunks
    }
  }
}
