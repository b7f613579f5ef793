import IMUProtocols

/// Several ports read at once: one stream of records in the order of host time, each with the number of its port.
///
/// Used like a `PortReader`: `while !ports.isFinished { if let record = try ports.next(timeout: 100) { ... } }`.
public struct PortSet: ~Copyable {
  public let setups: [PortSetup]
  public let identities: [PortIdentity]
  private let queue: RecordQueue
  private let threads: [RunningPort]

  /// Opens all ports in order and starts reading; at most 256. One that cannot be opened closes the others.
  public init(_ setups: [PortSetup]) throws(SerialPortError) {
    let queue = try RecordQueue(path: setups.first?.source.text ?? "", ports: setups.count)
    var threads: [RunningPort] = []
    var identities: [PortIdentity] = []
    for (number, setup) in setups.prefix(256).enumerated() {
      let loop = try PortLoop(setup, number: UInt8(number))
      identities.append(loop.address.identity)
      threads.append(RunningPort(try PortThread(loop, queue)))
    }
    self.queue = queue
    self.threads = threads
    self.setups = setups
    self.identities = identities
  }

  /// A thread has one owner; the class only makes that owner a member of a list.
  private final class RunningPort {
    let thread: PortThread

    init(_ thread: consuming PortThread) { self.thread = thread }
  }

  /// What had become of a port at the last record of it that was taken.
  public func state(of port: Int) -> PortReader.State { queue.state(of: port) }

  /// True when nothing more will come from any port.
  public var isFinished: Bool { queue.isFinished }

  /// Records that were read and not taken yet.
  public var backlog: Int { queue.count }

  /// The next record; nil when nothing happened within `timeout` [ms] or a signal came.
  public mutating func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    try queue.next(timeout: timeout)
  }

  public mutating func send(_ command: PortCommand, to port: Int) { threads[port].thread.send(command) }

  /// Ends the reading of all; what was read before stays to be taken.
  public mutating func close() { for running in threads { running.thread.stop() } }
}
