import Glibc
import IMUProtocols
import Synchronization

/// Reads a port as records with host times, and finds it again after it was unplugged.
///
/// A thread of its own does the reading, so that whoever takes the records may be slow without losing any:
/// `while !reader.isFinished { if let record = try reader.next(timeout: 100) { ... } }`.
public struct PortReader: ~Copyable {
  public enum State: String, Sendable { case settling, streaming, stalled, lost, failed, closed }

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

  public let path: String
  public let settings: LineSettings
  private let queue: RecordQueue
  private let thread: PortThread

  /// Opens the port and starts reading.
  public init(
    path: String, settings: LineSettings = LineSettings(), patience: Patience = Patience()
  ) throws(SerialPortError) {
    let loop = try PortLoop(path: path, settings: settings, patience: patience)
    let queue = try RecordQueue(path: path)
    thread = try PortThread(loop, queue)
    self.queue = queue
    self.path = path
    self.settings = settings
  }

  /// What had become of the port at the last record taken, or now when none waits.
  public var state: State { queue.state }

  /// True when nothing more will come: closed, or lost for longer than the patience.
  public var isFinished: Bool { queue.isFinished }

  /// Records that were read and not taken yet.
  public var backlog: Int { queue.count }

  /// The next record; nil when nothing happened within `timeout` [ms] or a signal came.
  public mutating func next(timeout: Int32) throws(SerialPortError) -> RawLogRecord? {
    try queue.next(timeout: timeout)
  }

  /// Ends the reading; what was read before stays to be taken, and one more record says so.
  public mutating func close() { thread.stop() }
}

/// The thread that runs a port's loop; stopped and waited for at the end of its life.
struct PortThread: ~Copyable {
  private let work: PortWork
  private let thread: pthread_t

  init(_ loop: consuming PortLoop, _ queue: RecordQueue) throws(SerialPortError) {
    let path = loop.path
    let work = PortWork(loop, queue)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work).toOpaque()
    // Signals are for the program's main thread: a new thread inherits the mask of its maker.
    var all = sigset_t(), before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = pthread_create(&thread, nil, runPort, context)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard code == 0 else {
      Unmanaged<PortWork>.fromOpaque(context).release()
      throw .failed(path: path, operation: .open, code: code)
    }
    self.work = work
    self.thread = thread
  }

  deinit {
    stop()
    pthread_join(thread, nil)
  }

  borrowing func stop() { work.shouldStop.store(true, ordering: .relaxed) }
}

private func runPort(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<PortWork>.fromOpaque(context!).takeRetainedValue().run()
  return nil
}

/// The loop on its way to its thread.
private final class PortWork: @unchecked Sendable {
  let shouldStop = Atomic(false)
  private let queue: RecordQueue
  /// Touched by the thread alone once it runs.
  private var loop: PortLoop

  init(_ loop: consuming PortLoop, _ queue: RecordQueue) {
    self.loop = loop
    self.queue = queue
  }

  func run() {
    do throws(SerialPortError) {
      while !loop.isFinished {
        if shouldStop.load(ordering: .relaxed) { loop.close() }
        if let record = try loop.next(timeout: 50) { queue.put(record, loop.state) }
      }
      queue.end(nil)
    } catch { queue.end(error) }
  }
}
