import JSONText

/// One line of `doctor`: what was measured and what to do.
struct Finding {
  enum Level: String { case ok, warn, fail }

  let section: String
  let level: Level
  /// Stable word for scripts.
  let code: String
  let measured: String
  /// nil where nothing is to be done.
  var advice: String?
  /// What a failure ends the program with.
  var exit: ExitCode = .done

  init(
    _ section: String, _ level: Level, _ code: String, _ measured: String, advice: String? = nil,
    exit: ExitCode = .done
  ) {
    self.section = section
    self.level = level
    self.code = code
    self.measured = measured
    self.advice = advice
    self.exit = exit
  }

  /// "warn  ports: ttyUSB0 collects bytes for 16 ms; write 1 into ..."
  var line: String {
    let name = level.rawValue + String(repeating: " ", count: 4 - level.rawValue.count)
    let words = HelpText.wrapped(
      "\(section): \(measured)\(advice.map { "; \($0)" } ?? "")", indent: 6, hanging: 2)
    return name + words.dropFirst(name.count)
  }

  var json: JSONObject {
    [
      "section": .string(section), "level": .string(level.rawValue), "code": .string(code),
      "measured": .string(measured), "advice": .optional(advice),
    ]
  }
}
