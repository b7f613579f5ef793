import IMUProtocols

/// Adds to the records of a port what its reader would note: the opening, and silences of more than a second.
public struct StallWatch: Sendable {
  /// Silence that is a stall [ns].
  public static let patience: Int64 = 1_000_000_000

  private let port: UInt8
  private var last: Int64
  private var isOpen = true
  private var isStalled = false

  public init(port: Int) {
    self.port = UInt8(port)
    last = 0
  }

  /// The records of this port with those that belong before each; others pass as they are.
  public mutating func watch(_ record: RawLogRecord, emit: (RawLogRecord) -> Void) {
    guard record.port == port else { return emit(record) }
    look(at: record.time, emit)
    switch record.content {
    case .received:
      if isStalled { emit(RawLogRecord(time: record.time, port: port, .event(.resumed))) }
      isStalled = false
      last = record.time
    case .event(.lost): isOpen = false
    case .event(.reconnected):
      isOpen = true
      last = record.time
    case .event, .sent: break
    }
    emit(record)
  }

  /// Notes a stall that has lasted long enough by `time` [ns].
  public mutating func look(at time: Int64, _ emit: (RawLogRecord) -> Void) {
    guard isOpen, !isStalled, time - last > Self.patience else { return }
    isStalled = true
    emit(
      RawLogRecord(
        time: last + Self.patience, port: port, .event(.stalled(silence: Self.patience))))
  }
}
