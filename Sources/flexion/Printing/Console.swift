import Glibc
import JSONText

/// The two streams: results to standard output, everything else to standard error.
struct Console: Sendable {
  enum Level: String, Sendable { case error, warning, note, detail }
  enum Style: Sendable { case json, jsonLines, text }

  var style: Style
  var isQuiet: Bool
  var verbosity: Int
  var logsJSON: Bool
  var hasColour: Bool
  var errorIsTerminal: Bool

  /// From the flags that were given; usable also when the rest of the command line is wrong.
  init(values: [String: [String]], environment: [String: String], errorIsTerminal: Bool) {
    style = values["json"] != nil ? .json : values["jsonl"] != nil ? .jsonLines : .text
    isQuiet = values["quiet"] != nil
    verbosity = values["verbose"]?.count ?? 0
    logsJSON = values["log-format"]?.last == "json"
    self.errorIsTerminal = errorIsTerminal
    let wanted = values["color"]?.last ?? "auto"
    let allowed = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    hasColour = wanted == "always" || (wanted == "auto" && errorIsTerminal && allowed)
  }

  // MARK: Standard output

  func write(_ text: String) throws { try Self.write(Array(text.utf8), to: STDOUT_FILENO) }

  func write(_ value: JSONValue) throws { try write(value.compactText + "\n") }

  /// Everything, however many calls it takes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw OutputError.standardOutput(errno: errno)
      }
    }
  }

  // MARK: Standard error

  func fail(_ failure: Failure) { log(.error, failure.words, code: failure.code) }
  func warn(_ words: String, code: String = "warning") { log(.warning, words, code: code) }
  func note(_ words: String, code: String = "note") { log(.note, words, code: code) }
  /// Shown only with `--verbose`.
  func detail(_ words: String, code: String = "detail") { log(.detail, words, code: code) }

  /// A line that is no message: a part of the live view or of progress.
  func drawOnError(_ text: String) { try? Self.write(Array(text.utf8), to: STDERR_FILENO) }

  private func log(_ level: Level, _ words: String, code: String) {
    guard level == .error || !isQuiet, level != .detail || verbosity > 0 else { return }
    if logsJSON {
      let line: JSONObject = [
        "time": .string(WallClock.now().text), "level": .string(level.rawValue), "code": .string(code),
        "message": .string(words),
      ]
      return drawOnError(JSONValue.object(line).compactText + "\n")
    }
    let label: String =
      switch level {
      case .error: coloured("flexion: ", 31)
      case .warning: coloured("warning: ", 33)
      case .note, .detail: ""
      }
    drawOnError(label + words + "\n")
  }

  private func coloured(_ text: String, _ code: Int) -> String {
    hasColour ? "\u{1B}[1;\(code)m\(text)\u{1B}[0m" : text
  }
}

/// What can go wrong while a result is printed.
enum OutputError: Error, Equatable {
  case standardOutput(errno: Int32)
}
