import Glibc
import Synchronization

/// Shows on standard error how a run over many things goes on, in the form that the surroundings allow.
///
/// On a terminal a bar, at most ten times a second and not before two seconds of work; elsewhere a plain line every
/// ten seconds, without carriage returns. Safe to call from several threads.
final class ProgressMeter: Sendable {
  enum Form: Sendable, Equatable {
    case none
    case bar(after: Double)
    case lines(after: Double)
    case json
  }

  private struct Shown {
    var state: ProgressState
    var last: Double
    var isBarVisible = false
  }

  private let console: Console
  private let form: Form
  private let start: Double
  private let shown: Mutex<Shown>

  init(_ request: Request, _ console: Console, total: Int) {
    self.console = console
    form = Self.form(request.text("progress") ?? "auto", console)
    start = WallClock.monotonic()
    shown = Mutex(Shown(state: ProgressState(total: total), last: -.infinity))
  }

  static func form(_ wish: String, _ console: Console) -> Form {
    switch wish {
    case _ where console.isQuiet || wish == "never": .none
    case "json": .json
    // A bar is no line that a log could hold.
    case "auto" where console.logsJSON: .lines(after: 10)
    case "always" where console.logsJSON: .lines(after: 0)
    case "always": console.errorIsTerminal ? .bar(after: 0) : .lines(after: 0)
    default: console.errorIsTerminal ? .bar(after: 2) : .lines(after: 10)
    }
  }

  /// Says what is worked on now.
  func begin(_ name: String) { change { $0.current = name } }

  func finish(done: Int = 0, failed: Int = 0, skipped: Int = 0) {
    change {
      $0.done += done
      $0.failed += failed
      $0.skipped += skipped
    }
  }

  /// Runs `body` with the line of the bar free, so that a message does not run into it.
  func aside(_ body: () -> Void) {
    shown.withLock { shown in
      clear(&shown)
      body()
    }
  }

  /// Removes the bar, prints the summary and gives the final counts.
  @discardableResult func end() -> ProgressState {
    shown.withLock { shown in
      clear(&shown)
      shown.state.elapsed = WallClock.monotonic() - start
      if form == .json { console.drawOnError(ProgressText.json(shown.state) + "\n") }
      console.note(ProgressText.summary(shown.state), code: "summary")
      return shown.state
    }
  }

  private func change(_ body: (inout ProgressState) -> Void) {
    shown.withLock { shown in
      body(&shown.state)
      let elapsed = WallClock.monotonic() - start
      shown.state.elapsed = elapsed
      draw(&shown, elapsed)
    }
  }

  private func draw(_ shown: inout Shown, _ elapsed: Double) {
    switch form {
    case .none: return
    case .bar(let after):
      guard elapsed >= after, elapsed - shown.last >= 0.1 else { return }
      console.drawOnError("\r" + ProgressText.bar(shown.state, width: Terminal.width - 1) + "\u{1B}[K")
      shown.isBarVisible = true
    case .lines(let after):
      guard elapsed >= after, elapsed - shown.last >= 10 else { return }
      console.note(ProgressText.line(shown.state), code: "progress")
    case .json:
      guard elapsed - shown.last >= 0.1 else { return }
      console.drawOnError(ProgressText.json(shown.state) + "\n")
    }
    shown.last = elapsed
  }

  private func clear(_ shown: inout Shown) {
    guard shown.isBarVisible else { return }
    console.drawOnError("\r\u{1B}[K")
    shown.isBarVisible = false
  }
}

/// What is known of the terminal behind standard error.
enum Terminal {
  /// Columns; 80 where they cannot be asked.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
