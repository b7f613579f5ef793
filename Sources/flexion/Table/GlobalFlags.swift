/// The flags of every verb.
enum GlobalFlags {
  static let all: [Flag] = [
    Flag("json", .nothing, "print exactly one JSON value"),
    Flag("jsonl", .nothing, "print one JSON value a line"),
    Flag("quiet", .nothing, short: "q", "errors only on standard error"),
    Flag("verbose", .count, short: "v", "more notes on standard error"),
    Flag("color", .choice(["auto", "always", "never"]), default: "auto", "colours on standard error"),
    Flag(
      "progress", .choice(["auto", "always", "never", "json"]), default: "auto", "bar or lines"),
    Flag("log-format", .choice(["text", "json"]), default: "text", "lines on standard error"),
    Flag("now", .instant, environment: "FLEXION_NOW", "the clock, for tests"),
    Flag("help", .nothing, short: "h", "this text"),
  ]
}
