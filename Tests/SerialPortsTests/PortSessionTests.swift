import Foundation
import IMUProtocols
import Testing

@testable import SerialPorts

/// Reads until `enough` says so or `limit` [s] is over.
func take(
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

extension RawLogRecord {
  var isData: Bool { if case .received = content { true } else { false } }
  var isLost: Bool { if case .event(.lost) = content { true } else { false } }
  var sent: [UInt8]? { if case .sent(let bytes) = content { bytes } else { nil } }
  var note: String? { if case .event(.note(let text)) = content { text } else { nil } }
}

@Suite(.serialized) struct PortSessionTests {
  private let data: [UInt8] = [0xFA, 0xFF, 0x36, 0x03, 1, 2, 3, 0xC2]
  private let go: [UInt8] = [0xFA, 0xFF, 0x10, 0x00, 0xF1]
  private let acknowledge: [UInt8] = [0xFA, 0xFF, 0x11, 0x00, 0xF0]

  /// An Xsens that streams, and acknowledges between its data.
  private func sensor(link: String, answers: Bool = true) throws -> EmulatedDevice {
    let (data, acknowledge) = (data, acknowledge)
    return try EmulatedDevice(link: link) { received, _, _ in
      received.isEmpty || !answers ? data : data + acknowledge + data
    }
  }

  private func setup(_ link: String) -> PortSetup {
    var setup = PortSetup(.serial(path: link), patience: .init(settling: 50_000_000, retry: 20_000_000))
    setup.adopt(SerialProtocol.named("xsens")!)
    return setup
  }

  @Test func `start commands are sent after every opening, their acknowledge found between data`() throws {
    let link = freshLink()
    let first = try sensor(link: link)
    var reader = try PortReader(setup(link))
    let before = try take(&reader) { $0.note != nil }
    #expect(before.compactMap(\.sent) == [go])
    #expect(before.last?.note?.hasPrefix("FA FF 10 00 F1: acknowledged after") == true, "\(before)")
    first.pull()
    _ = try take(&reader) { $0.isLost }
    let second = try sensor(link: link)
    let after = try take(&reader) { $0.note?.contains("acknowledged") == true }
    #expect(after.compactMap(\.sent) == [go])
    #expect(second.received == go)
    #expect(after.contains { $0.content == .event(.reconnected(path: link)) })
    second.pull()
  }

  @Test func `a lost acknowledge is asked for three times and the data go on`() throws {
    let link = freshLink()
    let device = try sensor(link: link, answers: false)
    var settings = setup(link)
    settings.start[0].patience = 60_000_000
    var reader = try PortReader(settings)
    let records = try take(&reader) { $0.note != nil }
    #expect(records.compactMap(\.sent) == [go, go, go] || records.compactMap(\.sent).count == 4)
    #expect(records.last?.note == "FA FF 10 00 F1: no acknowledge to 3 attempts; going on without")
    let after = try take(&reader) { $0.isData }
    #expect(after.last?.isData == true)
    device.pull()
  }

  @Test func `stop commands are sent before closing, and a lost acknowledge does not hold it up`() throws {
    let link = freshLink()
    let device = try sensor(link: link, answers: false)
    var settings = setup(link)
    settings.start = []
    settings.stop[0].patience = 50_000_000
    var reader = try PortReader(settings)
    _ = try take(&reader) { $0.isData }
    reader.close()
    let asked = HostClock.monotonic()
    let records = try take(&reader) { _ in false }
    #expect(records.compactMap(\.sent).count == 3)
    #expect(records.last?.content == .event(.closed))
    #expect(HostClock.monotonic() - asked < 1_000_000_000)
    device.pull()
  }

  @Test func `a command of the user's goes between the data and is logged`() throws {
    let link = freshLink()
    let device = try sensor(link: link)
    var settings = setup(link)
    settings.start = []
    var reader = try PortReader(settings)
    _ = try take(&reader) { $0.isData }
    reader.send(PortCommand("config", [0xFA, 0xFF, 0x30, 0x00, 0xD1]))
    let records = try take(&reader) { $0.sent != nil }
    #expect(records.last?.sent == [0xFA, 0xFF, 0x30, 0x00, 0xD1])
    device.pull()
  }

  @Test func `a device that names itself otherwise is left, and looked for again`() throws {
    let link = freshLink()
    func named(_ name: String) throws -> EmulatedDevice {
      try EmulatedDevice(link: link) { received, _, _ in
        received.isEmpty ? Array("I,1\r\n".utf8) : Array("{\"ping\":\"\(name)\"}\r\n".utf8)
      }
    }
    var settings = PortSetup(.serial(path: link), patience: .init(settling: 50_000_000, retry: 20_000_000))
    settings.start = [
      PortCommand(
        "ping", XIMU3Command.ping.bytes, acknowledge: .answering(XIMU3Command.ping.bytes), isIdentity: true)
    ]
    var device = try named("A")
    var reader = try PortReader(settings)
    _ = try take(&reader) { record in
      if case .received(let bytes) = record.content { bytes.count > 10 } else { false }
    }
    _ = try take(&reader, limit: 0.1) { _ in false }
    device.pull()
    _ = try take(&reader) { $0.isLost }
    device = try named("B")
    let met = try take(&reader) { $0.note == "another device answers at this port" }
    #expect(met.last?.note == "another device answers at this port", "\(met)")
    device.pull()
  }

  @Test func `a board that boots begins with its first line, another one with its second`() throws {
    let text = Array("t,ax\n1,2\n".utf8)
    for (delay, isBoot) in [(0.0, false), (0.6, true)] {
      let device = try EmulatedDevice { _, time, _ in time < delay ? [] : text }
      var reader = try PortReader(path: device.path)
      let records = try take(&reader) { $0.isData }
      #expect(records.contains { $0.content == .event(.entered(.booted)) } == isBoot)
      device.pull()
    }
  }
}
