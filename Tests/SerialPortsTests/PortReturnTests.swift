import Foundation
import IMUProtocols
import Testing

@testable import SerialPorts

/// Unplugging and plugging in again, under the names of a system of its own.
@Suite(.serialized) struct PortReturnTests {
  private let id = "usb-FTDI_A5-if00-port0"

  private func board(_ text: String) throws -> EmulatedDevice {
    try EmulatedDevice { _, _, _ in Array("\(text)\n".utf8) }
  }

  private func plug(
    _ system: FakeSystem, _ name: String, socket: String = "1-2", serial: String = "A5", _ node: String
  ) throws {
    try system.plug(
      name, socket: socket, vendor: "0403", product: "6001", serial: serial.isEmpty ? nil : serial,
      driver: "ftdi_sio", id: serial.isEmpty ? nil : "usb-FTDI_\(serial)-if00-port0", node: node)
  }

  private func reader(_ system: FakeSystem, _ name: String) throws -> PortReader {
    try PortReader(
      PortSetup(
        .serial(path: system.folder + "/dev/" + name),
        patience: .init(settling: 50_000_000, retry: 20_000_000), system: system.root))
  }

  private func text(_ record: RawLogRecord?) -> String {
    if case .received(let bytes)? = record?.content {
      String(decoding: bytes.prefix(5), as: UTF8.self)
    } else {
      ""
    }
  }

  @Test func `a port named by number is found again by its serial number, under another number`() throws {
    let system = try FakeSystem()
    let first = try board("mine")
    try plug(system, "ttyUSB0", first.path)
    var reader = try reader(system, "ttyUSB0")
    let identity = reader.identity
    #expect(identity == .device(link: system.folder + "/dev/serial/by-id/" + id))
    _ = try take(&reader) { $0.isData }
    try system.unplug("ttyUSB0", socket: "1-2", id: id)
    first.pull()
    _ = try take(&reader) { $0.isLost }
    // a stranger takes the old number
    let stranger = try board("none")
    try plug(system, "ttyUSB0", socket: "1-3", serial: "B7", stranger.path)
    let waiting = try take(&reader, limit: 0.2) { $0.isData }
    #expect(!waiting.contains { $0.isData })
    let second = try board("mine")
    try plug(system, "ttyUSB1", socket: "1-4", second.path)
    let after = try take(&reader) { $0.isData }
    #expect(after.contains { $0.content == .event(.reconnected(path: identity.text)) }, "\(after)")
    #expect(text(after.last) == "mine\n")
    for device in [stranger, second] { device.pull() }
  }

  @Test func `a port without links is found again by its USB ids and serial number`() throws {
    let system = try FakeSystem()
    let first = try board("mine")
    try plug(system, "ttyUSB0", first.path)
    try system.remove("/dev/serial")
    var reader = try reader(system, "ttyUSB0")
    _ = try take(&reader) { $0.isData }
    try system.remove("/dev/ttyUSB0")
    try system.remove("/sys/class/tty/ttyUSB0")
    first.pull()
    _ = try take(&reader) { $0.isLost }
    let second = try board("mine")
    try plug(system, "ttyUSB3", socket: "1-4", second.path)
    try system.remove("/dev/serial")
    let after = try take(&reader) { $0.isData }
    #expect(
      after.contains { $0.content == .event(.reconnected(path: system.folder + "/dev/ttyUSB3")) }, "\(after)")
    second.pull()
  }

  @Test func `another kind of device in the socket is not taken for the one that was there`() throws {
    let system = try FakeSystem()
    let first = try board("mine")
    try plug(system, "ttyUSB0", serial: "", first.path)
    var reader = try reader(system, "ttyUSB0")
    let socket = system.folder + "/dev/serial/by-path/pci-usb-1-2"
    let identity = reader.identity
    #expect(identity == .socket(link: socket))
    _ = try take(&reader) { $0.isData }
    try system.unplug("ttyUSB0", socket: "1-2")
    first.pull()
    _ = try take(&reader) { $0.isLost }
    let stranger = try board("none")
    try system.plug(
      "ttyUSB0", socket: "1-2", vendor: "10c4", product: "ea60", driver: "cp210x", node: stranger.path)
    let met = try take(&reader) { $0.note?.hasPrefix("another device") == true }
    #expect(met.last?.note == "another device (10c4:ea60) sits where the port was; waiting for 0403:6001")
    try system.unplug("ttyUSB0", socket: "1-2")
    stranger.pull()
    let second = try board("mine")
    try plug(system, "ttyUSB1", serial: "", second.path)
    let after = try take(&reader) { $0.isData }
    #expect(text(after.last) == "mine\n")
    second.pull()
  }

  @Test
  func `while a port is gone next to no processor time is used, and data are back in less than two seconds`()
    throws
  {
    let system = try FakeSystem()
    let first = try board("mine")
    try plug(system, "ttyUSB0", first.path)
    var reader = try PortReader(PortSetup(.serial(path: system.folder + "/dev/ttyUSB0"), system: system.root))
    _ = try take(&reader) { $0.isData }
    try system.unplug("ttyUSB0", socket: "1-2", id: id)
    first.pull()
    let pulled = HostClock.monotonic()
    let lost = try take(&reader) { $0.isLost }
    #expect(try #require(lost.last).time - pulled < 200_000_000)
    let before = reader.processorTime, begin = HostClock.monotonic()
    let isLong = ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1"
    _ = try take(&reader, limit: isLong ? 60 : 1) { _ in false }
    let used = Double(reader.processorTime - before) / Double(HostClock.monotonic() - begin)
    print("processor while waiting for a lost port: \(used * 100) %")
    #expect(used < 0.01)
    let second = try board("mine")
    try plug(system, "ttyUSB1", second.path)
    let plugged = HostClock.monotonic()
    let after = try take(&reader) { $0.isData }
    let back = Double(try #require(after.last).time - plugged) * 1e-9
    print("data back after \(back) s")
    #expect(after.last?.isData == true && back < 2)
    second.pull()
  }

  @Test func `a port that is lost right after it was opened is told to be taken away`() throws {
    let device = try board("mine")
    var reader = try PortReader(path: device.path, patience: .init(reconnect: 0))
    _ = try take(&reader) { $0.isData }
    device.pull()
    let records = try take(&reader) { _ in false }
    #expect(records.contains { $0.note?.contains("brltty") == true })
  }
}

@Suite(.serialized) struct PortSetTests {
  @Test func `records of two ports come in the order of host time, each with its number`() throws {
    let boards = try (0..<2).map { number in
      try EmulatedDevice { _, _, _ in Array("\(number),1\n".utf8) }
    }
    var ports = try PortSet.open(
      boards.map { PortSetup(.serial(path: $0.path), patience: .init(reconnect: 0)) })
    var records: [RawLogRecord] = []
    while records.count < 200, let record = try ports.next(timeout: 2000) { records.append(record) }
    #expect(zip(records, records.dropFirst()).allSatisfy { $0.time <= $1.time })
    for number in [0, 1] {
      let own = records.filter { $0.port == UInt8(number) && $0.isData }
      #expect(own.count > 20)
      #expect(
        own.allSatisfy {
          if case .received(let bytes) = $0.content { bytes[0] == 0x30 + UInt8(number) } else { false }
        })
    }
    boards[0].pull()
    // the other goes on
    var after: [RawLogRecord] = []
    while after.count < 50, let record = try ports.next(timeout: 2000) { after.append(record) }
    let (isFinished, states) = (ports.isFinished, [ports.state(of: 0), ports.state(of: 1)])
    #expect(!isFinished)
    #expect(states == [.failed, .streaming] || states[0] == .lost)
    #expect(after.suffix(10).allSatisfy { $0.port == 1 })
    boards[1].pull()
    while !ports.isFinished { _ = try ports.next(timeout: 100) }
  }

  @Test func `one port that cannot be opened closes the others`() throws {
    let board = try EmulatedDevice { _, _, _ in [] }
    #expect(throws: SerialPortError.noSuchPort(path: "/dev/flexion-none")) {
      _ = try PortSet.open([.init(.serial(path: board.path)), .init(.serial(path: "/dev/flexion-none"))])
    }
    _ = try SerialPort(path: board.path)
    board.pull()
  }
}
