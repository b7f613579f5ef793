import Glibc
import IMUProtocols
import Recordings
import SerialPorts

/// Where the records of a stream come from: a port, a raw log that is replayed, or standard input.
struct StreamSource: ~Copyable {
  let path: String
  /// A replay has no sample age and needs no log of its own.
  let isReplay: Bool
  private var reader: PortReader?
  private var log: RawLogDecoder?
  private var inputEnded = false

  /// How long a port that disappeared is waited for [s].
  static let patience: Int64 = 5

  init(_ path: String, baud: Int) throws {
    self.path = path
    if path != "-", let head = try? RawLogFile.beginning(of: path), RawLog.isRawLog(head) {
      isReplay = true
      log = try RawLogFile.records(of: path)
    } else {
      isReplay = false
      if path != "-" {
        reader = try PortReader(
          path: path, settings: LineSettings(baud: baud),
          patience: .init(reconnect: Self.patience * 1_000_000_000))
      }
    }
  }

  /// The header of the log that is replayed.
  var header: RawLogHeader? { log?.header }

  var line: String { reader?.settings.text ?? "" }

  /// The port was lost and did not come back.
  var hasFailed: Bool { reader?.state == .failed }

  var isFinished: Bool {
    if reader != nil { return reader!.isFinished }
    return inputEnded
  }

  /// The next record; nil when nothing came within `timeout` [ms] or nothing more will come.
  mutating func next(timeout: Int32) throws -> RawLogRecord? {
    if reader != nil { return try reader!.next(timeout: timeout) }
    let record = log == nil ? readInput(timeout) : log!.next()
    if log != nil, record == nil { inputEnded = true }
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
