import Glibc
import IMUProtocols
import Recordings
import SerialPorts

/// Where the records of a stream come from: a port, a raw log that is replayed, or standard input.
struct StreamSource {
  let path: String
  /// A replay has no sample age and needs no log of its own.
  let isReplay: Bool
  private let port: OpenPort?
  private var log: RawLogDecoder?
  private var inputEnded = false

  /// A port has one owner; the class only makes that owner a member that may be absent.
  private final class OpenPort {
    var reader: PortReader

    init(_ reader: consuming PortReader) { self.reader = reader }
  }

  /// How long a port that disappeared is waited for [s].
  static let patience: Int64 = 5

  init(_ path: String, baud: Int) throws {
    self.path = path
    if path != "-", RawLogFile.isRawLog(path) {
      isReplay = true
      log = try RawLogFile.records(of: path)
      port = nil
    } else {
      isReplay = false
      let patience = PortReader.Patience(reconnect: Self.patience * 1_000_000_000)
      port =
        path == "-"
        ? nil
        : OpenPort(try PortReader(path: path, settings: LineSettings(baud: baud), patience: patience))
    }
  }

  /// The header of the log that is replayed.
  var header: RawLogHeader? { log?.header }

  var line: String { port?.reader.settings.text ?? "" }

  /// The port was lost and did not come back.
  var hasFailed: Bool { port?.reader.state == .failed }

  var isFinished: Bool { port?.reader.isFinished ?? inputEnded }

  /// Ends the reading. What a port had read before is still to be taken.
  mutating func close() {
    port?.reader.close()
    inputEnded = true
  }

  /// The next record; nil when nothing came within `timeout` [ms] or nothing more will come.
  mutating func next(timeout: Int32) throws -> RawLogRecord? {
    if let port { return try port.reader.next(timeout: timeout) }
    guard var log else { return readInput(timeout) }
    self.log = nil
    let record = log.next()
    self.log = log
    if record == nil { inputEnded = true }
    return record
  }

  private mutating func readInput(_ timeout: Int32) -> RawLogRecord? {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, timeout) > 0 else { return nil }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(STDIN_FILENO, &room, room.count)
    if count > 0 { return RawLogRecord(time: HostClock.monotonic(), .received(Array(room[..<count]))) }
    if count == 0 || errno != EINTR { inputEnded = true }
    return nil
  }
}
