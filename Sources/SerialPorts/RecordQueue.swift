import Glibc
import IMUProtocols
import Synchronization

/// Records from the reading threads to the one that takes them; it only grows while nobody takes.
///
/// Host times never go back along the queue, whatever thread was held up between its clock and the queue.
final class RecordQueue: Sendable {
  private struct Content {
    var records: [(record: RawLogRecord, state: PortReader.State)] = []
    /// Records before this place have been taken.
    var first = 0
    var lastTime = Int64.min
    /// Until all ports have begun: then what they have delivered is put in order of host time.
    var isHeld: Bool
    var states: [PortReader.State]
    var isEnded: [Bool]
    var failure: SerialPortError?
  }

  private let content: Mutex<Content>
  /// A byte lies in the pipe while the queue may hold something.
  private let wakeRead: OwnedDescriptor
  private let wakeWrite: OwnedDescriptor

  /// `ports`: how many threads put records; `isHeld`: nothing can be taken before `release`.
  init(path: String, ports: Int, isHeld: Bool = false) throws(SerialPortError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(path: path, operation: .open, code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    wakeRead = OwnedDescriptor(ends[0])
    wakeWrite = OwnedDescriptor(ends[1])
    content = Mutex(
      Content(
        isHeld: isHeld, states: [PortReader.State](repeating: .settling, count: ports),
        isEnded: [Bool](repeating: false, count: ports)))
  }

  // MARK: The reading threads

  func put(_ record: RawLogRecord, _ state: PortReader.State) {
    content.withLock {
      var record = record
      if !$0.isHeld {
        $0.lastTime = max($0.lastTime, record.time)
        record.time = $0.lastTime
      }
      $0.records.append((record, state))
    }
    ring()
  }

  /// From now on records can be taken. Ports begin at different moments, some with what they heard while they were found out.
  func release() {
    content.withLock {
      let order = $0.records.indices.sorted { [records = $0.records] a, b in
        (records[a].record.time, a) < (records[b].record.time, b)
      }
      $0.records = order.map { [records = $0.records] in records[$0] }
      $0.lastTime = $0.records.last?.record.time ?? .min
      $0.isHeld = false
    }
    ring()
  }

  func end(_ port: UInt8, _ failure: SerialPortError?) {
    content.withLock {
      $0.isEnded[Int(port)] = true
      $0.failure = $0.failure ?? failure
    }
    ring()
  }

  private func ring() {
    var byte: UInt8 = 1
    // A full pipe rings already.
    _ = write(wakeWrite.number, &byte, 1)
  }

  // MARK: The taking thread

  var count: Int { content.withLock { $0.records.count - $0.first } }
  var isFinished: Bool {
    content.withLock { !$0.isEnded.contains(false) && $0.failure == nil && $0.first == $0.records.count }
  }
  func state(of port: Int) -> PortReader.State { content.withLock { $0.states[port] } }

  /// nil when nothing came within `timeout` [ms], when a signal came, or at the end.
  func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    let deadline = HostClock.monotonic() + Int64(timeout) * 1_000_000
    while true {
      if let record = try take() { return record }
      if isFinished { return nil }
      let left = max(0, (deadline - HostClock.monotonic() + 999_999) / 1_000_000)
      var watch = pollfd(fd: wakeRead.number, events: Int16(POLLIN), revents: 0)
      guard poll(&watch, 1, Int32(left)) > 0 else { return nil }
      // The pipe may still ring for a record that was taken before.
      var room = [UInt8](repeating: 0, count: 64)
      while read(wakeRead.number, &room, room.count) == room.count {}
    }
  }

  private func take() throws(SerialPortError) -> RawLogRecord? {
    let (record, failure) = content.withLock { content -> (RawLogRecord?, SerialPortError?) in
      guard !content.isHeld, content.first < content.records.count else {
        defer { content.failure = nil }
        return (nil, content.failure)
      }
      let entry = content.records[content.first]
      content.states[Int(entry.record.port)] = entry.state
      content.first += 1
      if content.first == content.records.count || content.first >= max(1024, content.records.count / 2) {
        content.records.removeFirst(content.first)
        content.first = 0
      }
      return (entry.record, nil)
    }
    if let failure { throw failure }
    return record
  }
}
