import CSerial
import Glibc
import IMUProtocols

/// Plays what simulated devices send onto pseudo terminals, in real time: bytes when they are due, and ports that vanish
/// and come back.
public struct PortPlayer: ~Copyable {
  /// What the devices behind the ports do, on the player's time [ns since the start].
  public protocol Devices {
    /// What happens up to `time` and was not given before, in order of time.
    mutating func records(until time: Int64) -> [RawLogRecord]
    /// Bytes that the host wrote to a port.
    mutating func receive(_ bytes: [UInt8], port: Int, at time: Int64)
    /// Speed that the host has set on a port [baud].
    mutating func listen(port: Int, at baud: Int)
  }

  /// Bytes written, and chunks that nobody took.
  public private(set) var bytesWritten = 0
  public private(set) var chunksDropped = 0
  /// Seconds played.
  public private(set) var elapsed = 0.0

  private var ports: [PlayedPort] = []

  /// One port for each of `links`: the name of a link to it, or nil for the terminal alone.
  public init(links: [String?]) throws(SerialPortError) {
    for link in links { ports.append(try PlayedPort(link: link)) }
  }

  /// What to open, port by port.
  public var paths: [String] { ports.map(\.path) }

  /// Waits until somebody reads a port, so that the motion begins with its still seconds for whoever connects.
  ///
  /// Ends after `limit` seconds all the same; nil waits until `shouldStop` says so.
  public mutating func waitForReader(
    atMost limit: Double?, shouldStop: () -> Bool = { StopSignal.received != nil }
  ) throws(SerialPortError) {
    let end = limit.map { HostClock.monotonic() + Int64($0 * 1e9) } ?? .max
    // A line end: a reader of lines drops what it finds before the first one.
    for port in ports { _ = try port.write([UInt8(ascii: "\n")]) }
    while ports.allSatisfy({ $0.unreadBytes > 0 }), !shouldStop(), HostClock.monotonic() < end {
      HostClock.sleep(until: HostClock.monotonic() + 2_000_000)
    }
  }

  /// Until `duration` [s] is over or `shouldStop` says so. `moved` is told when a port has another path than before.
  public mutating func run(
    _ devices: inout some Devices, duration: Double?, tick: Double = 0.002,
    shouldStop: () -> Bool = { StopSignal.received != nil }, moved: (Int, String) -> Void = { _, _ in }
  ) throws(SerialPortError) {
    let start = HostClock.monotonic()
    let step = max(100_000, Int64(tick * 1e9))
    let last = duration.map { Int64($0 * 1e9) } ?? .max
    var deadline = start
    while !shouldStop() {
      let now = min(HostClock.monotonic() - start, last)
      elapsed = Double(now) * 1e-9
      try listen(&devices, now)
      for record in devices.records(until: now) { try play(record, moved) }
      if now >= last { return }
      // A late tick is not made up for by a burst of ticks.
      deadline = max(deadline + step, HostClock.monotonic() - step)
      HostClock.sleep(until: deadline)
    }
  }

  private mutating func listen(_ devices: inout some Devices, _ now: Int64) throws(SerialPortError) {
    for (number, port) in ports.enumerated() {
      let bytes = try port.read()
      if !bytes.isEmpty { devices.receive(bytes, port: number, at: now) }
      if let speed = port.changedSpeed() { devices.listen(port: number, at: speed) }
    }
  }

  private mutating func play(_ record: RawLogRecord, _ moved: (Int, String) -> Void) throws(SerialPortError) {
    let number = Int(record.port), port = ports[number]
    switch record.content {
    case .received(let bytes):
      if let written = try port.send(bytes) { bytesWritten += written } else { chunksDropped += 1 }
    case .event(.lost): port.unplug()
    case .event(.reconnected(let name)):
      let before = port.path
      try port.plug(as: name)
      if port.path != before { moved(number, port.path) }
    case .event, .sent: break
    }
  }
}

/// One pseudo terminal that can be pulled out and plugged in again.
final class PlayedPort {
  private let link: String?
  private var terminal: PseudoTerminal?
  private(set) var path: String
  /// Rest of a chunk whose beginning is out: it must follow before any other.
  private var unfinished: [UInt8] = []
  private var speed = 0
  /// What the device was called at its last return.
  private var name: String

  init(link: String?) throws(SerialPortError) {
    let terminal = try PseudoTerminal(link: link)
    self.link = link
    path = terminal.path
    name = terminal.path
    self.terminal = consume terminal
  }

  var unreadBytes: Int { terminal?.unreadBytes ?? 0 }

  func write(_ bytes: [UInt8]) throws(SerialPortError) -> Int { try terminal?.write(bytes[...]) ?? 0 }

  func read() throws(SerialPortError) -> [UInt8] { try terminal?.read() ?? [] }

  /// Bytes written; nil when nobody takes them and the chunk was dropped.
  func send(_ bytes: [UInt8]) throws(SerialPortError) -> Int? {
    let rest = try write(unfinished)
    unfinished.removeFirst(rest)
    guard unfinished.isEmpty else { return nil }
    let written = try write(bytes)
    if written == 0, !bytes.isEmpty { return nil }
    unfinished = Array(bytes[written...])
    return rest + written
  }

  /// The speed that the host has set since the last call [baud]; nil when it is the same.
  func changedSpeed() -> Int? {
    guard let now = terminal?.speed, now != speed else { return nil }
    speed = now
    return now
  }

  /// Whoever reads sees a hang-up.
  func unplug() {
    terminal = nil
    unfinished = []
  }

  /// A new terminal under the same link. Another `name` than at the last time takes another number for sure.
  func plug(as name: String) throws(SerialPortError) {
    if name == self.name { return try open() }
    self.name = name
    try open(beside: try PseudoTerminal(link: nil))
  }

  /// While the other terminal is there the old number is taken.
  private func open(beside other: borrowing PseudoTerminal) throws(SerialPortError) { try open() }

  private func open() throws(SerialPortError) {
    let terminal = try PseudoTerminal(link: link)
    path = terminal.path
    self.terminal = consume terminal
    speed = 0
  }
}
