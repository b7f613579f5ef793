import Assessment
import DecimalText
import Glibc
import IMUProtocols
import JSONText

/// Shows a live measurement: a line on the terminal that is drawn anew, or a JSON line a sample.
struct LiveView {
  private let console: Console
  private let isDrawing: Bool
  /// What is replayed waits for its reader; a port does not.
  private let isReplay: Bool
  private var nextDraw = 0.0
  private var isDrawn = false
  private var lastPicture = 0.0
  /// After this long a number is no longer shown as if it were live [s].
  private static let staleAfter = 0.5
  /// JSON lines that a slow reader did not take.
  private var skipped = 0

  init(_ call: Invocation, isReplay: Bool) {
    console = call.console
    self.isReplay = isReplay
    isDrawing =
      console.errorIsTerminal && !console.isQuiet && !console.logsJSON && console.style != .jsonLines
  }

  mutating func show(_ picture: LivePicture) {
    if console.style == .jsonLines { print(picture) }
    lastPicture = WallClock.monotonic()
    guard isDrawing, lastPicture >= nextDraw else { return }
    nextDraw = lastPicture + 0.05
    console.drawOnError("\r" + picture.line(width: Terminal.width - 1) + "\u{1B}[K")
    isDrawn = true
  }

  /// Nothing came: a number that has become old gives way to a dash.
  mutating func wait() {
    let silence = WallClock.monotonic() - lastPicture
    guard isDrawn, silence > Self.staleAfter, WallClock.monotonic() >= nextDraw else { return }
    nextDraw = WallClock.monotonic() + 0.25
    console.drawOnError("\r     -\u{B0} no sample for \(DecimalText.fixed(silence, decimals: 1)) s\u{1B}[K")
  }

  /// What happens on a port, in words.
  mutating func tell(_ event: PortEvent, at port: String) {
    switch event {
    case .opened, .closed, .note, .entered, .failed, .mark, .gap, .placed: return
    case .stalled: say("no data from \(port)")
    case .resumed: say("data are back from \(port)")
    case .lost(let cause): say("\(port) lost (\(cause)); waiting for it")
    case .reconnected: say("\(port) is back")
    }
  }

  /// What a device says beside its samples, in words.
  mutating func tell(_ event: DecoderEvent, of port: String) {
    guard let remark = event.remark else { return }
    clear()
    if remark.isWarning {
      console.warn("\(port): \(remark.words)", code: "device")
    } else {
      console.detail("\(port): \(remark.words)", code: "device")
    }
  }

  /// Makes room for words.
  mutating func pause() { clear() }

  mutating func end() {
    clear()
    if skipped > 0 { console.warn("\(skipped) lines were not printed because the reader was too slow") }
  }

  private mutating func say(_ words: String) {
    clear()
    console.warn(words, code: "port")
  }

  private mutating func clear() {
    if isDrawn { console.drawOnError("\r\u{1B}[K") }
    isDrawn = false
  }

  /// A slow reader must not hold up the port: its line is skipped and counted. A replay waits for it.
  private mutating func print(_ picture: LivePicture) {
    guard isReplay || Self.isReaderReady else {
      skipped += 1
      return
    }
    try? console.write(picture.json)
  }

  private static var isReaderReady: Bool {
    var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}
