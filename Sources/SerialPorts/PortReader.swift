import Glibc
import IMUProtocols

/// Reads a port as records with host times, and finds it again after it was unplugged.
///
/// A thread of its own does the reading, so that whoever takes the records may be slow without losing any:
/// `while !reader.isFinished { if let record = try reader.next(timeout: 100) { ... } }`.
public struct PortReader: ~Copyable {
  public enum State: String, Sendable { case settling, streaming, stalled, lost, failed, closed }

  /// A port that is silent for so long after its opening and then sends begins at a beginning [ns]: within a frame the
  /// bytes follow one another, whatever collects them on the way.
  static let bootSilence: Int64 = 300_000_000

  /// How long each state may last [ns].
  public struct Patience: Hashable, Sendable {
    /// Silence after opening that is no stall: boards boot.
    public var settling: Int64
    /// Silence between data that is a stall.
    public var stall: Int64
    /// How long a lost port is looked for; nil: for ever; 0: not at all.
    public var reconnect: Int64?
    /// Between two looks for a lost port.
    public var retry: Int64

    /// Silence that is a stall at a rate [Hz]: 1 s, or ten periods where these are longer.
    public static func stall(nominalRate: Double?) -> Int64 {
      guard let nominalRate, nominalRate > 0 else { return 1_000_000_000 }
      return max(1_000_000_000, Int64(min(10 / nominalRate, 86_400) * 1e9))
    }

    public init(
      settling: Int64 = 2_500_000_000, stall: Int64 = 1_000_000_000, reconnect: Int64? = nil,
      retry: Int64 = 100_000_000
    ) {
      self.settling = settling
      self.stall = stall
      self.reconnect = reconnect
      self.retry = retry
    }
  }

  public let setup: PortSetup
  /// What stays the same when the device is plugged in again.
  public let identity: PortIdentity
  private let queue: RecordQueue
  private let thread: PortThread

  /// Opens the port and starts reading.
  public init(_ setup: PortSetup) throws(SerialPortError) {
    try self.init(try PortLoop(setup), setup)
  }

  /// Goes on with a loop that is set up already.
  init(_ loop: consuming PortLoop, _ setup: PortSetup) throws(SerialPortError) {
    let queue = try RecordQueue(path: setup.source.text, ports: 1)
    let identity = loop.address.identity
    thread = try PortThread(loop, queue)
    self.identity = identity
    self.queue = queue
    self.setup = setup
  }

  public init(
    path: String, settings: LineSettings = LineSettings(), patience: Patience = Patience()
  ) throws(SerialPortError) {
    try self.init(PortSetup(.serial(path: path), settings: settings, patience: patience))
  }

  public var path: String { setup.source.text }
  public var settings: LineSettings { setup.settings }

  /// What had become of the port at the last record taken.
  public var state: State { queue.state(of: 0) }

  /// True when nothing more will come: closed, or lost for longer than the patience.
  public var isFinished: Bool { queue.isFinished }

  /// Records that were read and not taken yet.
  public var backlog: Int { queue.count }

  /// What the reading has used of a processor so far [ns].
  var processorTime: Int64 { thread.processorTime }

  /// The next record; nil when nothing happened within `timeout` [ms] or a signal came.
  public mutating func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    try queue.next(timeout: timeout)
  }

  /// Sends a command between the data. What comes of it are records: what was sent, and a note on the acknowledge.
  public mutating func send(_ command: PortCommand) { thread.send(command) }

  /// Ends the reading; what was read before stays to be taken, and one more record says so.
  public mutating func close() { thread.stop() }
}
