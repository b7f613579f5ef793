import Glibc
import IMUProtocols
import Synchronization

/// The thread that runs a port's loop; stopped and waited for at the end of its life.
struct PortThread: ~Copyable {
  private let work: PortWork
  private let thread: pthread_t

  init(_ loop: consuming PortLoop, _ queue: RecordQueue) throws(SerialPortError) {
    let path = loop.setup.source.text
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

  /// What the thread has used of a processor so far [ns].
  var processorTime: Int64 {
    var clock = clockid_t(), time = timespec()
    guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  borrowing func send(_ command: PortCommand) { work.outgoing.withLock { $0.append(command) } }
}

private func runPort(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<PortWork>.fromOpaque(context!).takeRetainedValue().run()
  return nil
}

/// The loop on its way to its thread.
private final class PortWork: @unchecked Sendable {
  let shouldStop = Atomic(false)
  let outgoing = Mutex<[PortCommand]>([])
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
        for command in outgoing.withLock({ commands in
          defer { commands.removeAll() }
          return commands
        }) { loop.send(command) }
        if let record = try loop.next(timeout: 50) { queue.put(record, loop.state) }
      }
      queue.end(loop.number, nil)
    } catch { queue.end(loop.number, error) }
  }
}
