import Glibc
import Synchronization

/// The wish to stop: the first SIGINT, SIGTERM or SIGHUP is noted, the second ends the program at once.
///
/// Whoever works on many things asks between two of them; whoever waits is woken with EINTR.
enum Interruption {
  private static let noted = Atomic<Int32>(0)

  static func install() {
    // Touched here, so that the handler never has to initialise it.
    noted.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var before = sigaction()
      sigaction(number, nil, &before)
      // `nohup` and shells in the background have said that a signal is to be ignored.
      if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1 { continue }
      var action = sigaction()
      // Without SA_RESTART a waiting call returns with EINTR.
      action.__sigaction_handler.sa_handler = { Interruption.note($0) }
      sigaction(number, &action, nil)
    }
  }

  /// Runs inside the signal handler: an atomic store and `_exit`, nothing else.
  private static func note(_ number: Int32) {
    if noted.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
  }

  static var isRequested: Bool { noted.load(ordering: .relaxed) != 0 }

  /// The code of a run that was asked to stop; nil if it was not.
  static var exitCode: ExitCode? {
    switch noted.load(ordering: .relaxed) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }
}
