import DecimalText
import JSONText

/// How far a run over many things has come.
struct ProgressState: Sendable, Equatable {
  var done = 0
  var failed = 0
  var skipped = 0
  var total = 0
  /// Name of what is being worked on.
  var current = ""
  /// Seconds since the start.
  var elapsed = 0.0

  var finished: Int { done + failed + skipped }
  /// Things a second; nil before the first.
  var rate: Double? { finished > 0 && elapsed > 0 ? Double(finished) / elapsed : nil }
  /// Seconds left; nil before the first thing is finished.
  var timeLeft: Double? { rate.map { Double(total - finished) / $0 } }
}

/// The forms in which progress is shown. Pure: the state and a width in, text out.
enum ProgressText {
  /// A bar with counts, rate, time left and name, at most `width` columns.
  static func bar(_ state: ProgressState, width: Int) -> String {
    var words = " \(state.finished)/\(state.total)"
    if state.failed > 0 { words += ", \(state.failed) failed" }
    if let rate = state.rate { words += ", \(DecimalText.fixed(rate, decimals: 1))/s" }
    if let left = state.timeLeft { words += ", \(duration(left)) left" }
    let cells = min(24, width - words.count - 2)
    var text = ""
    if cells >= 6 {
      let filled = state.total > 0 ? cells * state.finished / state.total : 0
      let rest = String(repeating: "\u{B7}", count: cells - filled)
      text = "[" + String(repeating: "\u{2588}", count: filled) + rest + "]"
    }
    text += words
    let room = width - text.count - 2
    if room >= 8, !state.current.isEmpty { text += "  " + shortened(state.current, to: room) }
    return String(text.prefix(max(width, 0)))
  }

  /// One plain line for a log.
  static func line(_ state: ProgressState) -> String {
    var words = "\(state.finished) of \(state.total)"
    if state.failed > 0 { words += ", \(state.failed) failed" }
    if let rate = state.rate { words += ", \(DecimalText.fixed(rate, decimals: 1))/s" }
    if let left = state.timeLeft { words += ", \(duration(left)) left" }
    return state.current.isEmpty ? words : words + ": " + state.current
  }

  /// `{"done":120,"total":1000,"failed":1,"rate":271.4,"eta_s":3.2}`.
  static func json(_ state: ProgressState) -> String {
    JSONValue.object([
      "done": .integer(state.finished), "total": .integer(state.total), "failed": .integer(state.failed),
      "rate": .optional(state.rate, decimals: 1), "eta_s": .optional(state.timeLeft, decimals: 1),
    ]).compactText
  }

  /// The last line of a run.
  static func summary(_ state: ProgressState) -> String {
    "done \(state.done), failed \(state.failed), skipped \(state.skipped), "
      + "\(DecimalText.fixed(state.elapsed, decimals: 1)) s"
  }

  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  /// The end of a name says more than its beginning.
  private static func shortened(_ name: String, to width: Int) -> String {
    name.count <= width ? name : "\u{2026}" + name.suffix(width - 1)
  }
}
