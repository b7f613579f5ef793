import IMUProtocols

/// Several ports read at once: one stream of records in the order of host time, each with the number of its port.
///
/// Used like a `PortReader`: `while !ports.isFinished { if let record = try ports.next(timeout: 100) { ... } }`.
public struct PortSet: ~Copyable {
  private let queue: RecordQueue
  private var threads: [RunningPort?]

  /// Room for so many ports, at most 256; each is read from the moment on in which it is started. Records can be taken
  /// after `begin`.
  public init(capacity: Int) throws(SerialPortError) {
    queue = try RecordQueue(path: "", ports: min(capacity, 256), isHeld: true)
    threads = [RunningPort?](repeating: nil, count: min(capacity, 256))
  }

  /// Opens all ports in order and starts reading. One that cannot be opened closes the others.
  public static func open(_ setups: [PortSetup]) throws(SerialPortError) -> PortSet {
    var set = try PortSet(capacity: setups.count)
    for (number, setup) in setups.prefix(256).enumerated() {
      try set.start(try OpenedPort(setup, number: UInt8(number)))
    }
    set.begin()
    return set
  }

  /// All ports have started: what they have delivered so far is put in order of host time.
  public mutating func begin() { queue.release() }

  /// Reads a port that is open; its number is that with which it was opened. An opened port starts once.
  public mutating func start(_ port: OpenedPort) throws(SerialPortError) {
    guard var loop = port.take() else { return }
    let number = Int(loop.number)
    // What it heard before is in the queue before `begin` puts the ports in order.
    for record in loop.takeWaiting() { queue.put(record, loop.state) }
    precondition(number < threads.count, "no room for port \(number)")
    threads[number] = RunningPort(try PortThread(loop, queue))
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

  public mutating func send(_ command: PortCommand, to port: Int) { threads[port]?.thread.send(command) }

  /// Ends the reading of all; what was read before stays to be taken.
  public mutating func close() { for running in threads { running?.thread.stop() } }
}
