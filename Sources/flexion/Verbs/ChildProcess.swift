import Glibc

/// A program that runs beside this one, with nothing on its input and its output dropped.
///
/// Foundation's `Process` waits for a run loop that a task of the concurrency pool does not have. The program leads a
/// process group of its own, so that it ends with all it started, and it takes signals as a program of a shell does: the
/// threads of the pool block nearly all of them, and a child inherits that.
final class ChildProcess {
  struct CannotStart: Error { let code: Int32 }

  private let id: pid_t
  private var waitStatus: Int32?

  /// - Parameters:
  ///   - words: path of the program and its arguments.
  ///   - errors: file that takes its standard error.
  init(_ words: [String], errors: String) throws(CannotStart) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.startAfresh(&attributes)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw CannotStart(code: code) }
    self.id = id
  }

  /// A group of its own, no signal blocked, every signal at its default.
  private static func startAfresh(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t(), all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  var hasEnded: Bool {
    var status: Int32 = 0
    if waitStatus == nil, waitpid(id, &status, WNOHANG) == id { waitStatus = status }
    return waitStatus != nil
  }

  /// Exit status, 128 and the signal for a process that a signal ended; 0 while it runs.
  var status: Int32 {
    guard let waitStatus else { return 0 }
    let signal = waitStatus & 0x7F
    return signal == 0 ? waitStatus >> 8 & 0xFF : 128 + signal
  }

  /// Ends it and what it started at once, and waits until it is gone.
  func kill() {
    guard !hasEnded else { return }
    Glibc.kill(-id, SIGKILL)
    var status: Int32 = 0
    if waitpid(id, &status, 0) == id { waitStatus = status }
  }
}
