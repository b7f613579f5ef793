import Testing

@testable import flexion

private let state = ProgressState(
  done: 119, failed: 1, skipped: 0, total: 1000, current: "recordings/walking_left.csv", elapsed: 0.442)

@Suite struct `Progress` {
  @Test(arguments: [1, 10, 20, 39, 40, 60, 80, 132, 400]) func `fits the width`(width: Int) {
    #expect(ProgressText.bar(state, width: width).count <= width)
  }

  @Test func `shows bar, counts, rate, time left and name`() {
    let bar = ProgressText.bar(state, width: 110)
    #expect(bar.hasPrefix("[\u{2588}\u{2588}"))
    #expect(bar.hasSuffix("] 120/1000, 1 failed, 271.5/s, 4 s left  recordings/walking_left.csv"))
  }

  @Test func `shortens a long name at its beginning`() {
    #expect(ProgressText.bar(state, width: 90).hasSuffix("\u{2026}rdings/walking_left.csv"))
  }

  @Test func `is a plain line for a log`() {
    #expect(
      ProgressText.line(state) == "120 of 1000, 1 failed, 271.5/s, 4 s left: recordings/walking_left.csv")
  }

  @Test func `is JSON with the keys that scripts read`() {
    #expect(ProgressText.json(state) == #"{"done":120,"total":1000,"failed":1,"rate":271.5,"eta_s":3.2}"#)
  }

  @Test func `promises nothing before the first is finished`() {
    let start = ProgressState(total: 7, current: "a.csv", elapsed: 3)
    #expect(ProgressText.line(start) == "0 of 7: a.csv")
    #expect(ProgressText.json(start) == #"{"done":0,"total":7,"failed":0,"rate":null,"eta_s":null}"#)
  }

  @Test func `ends with a summary`() {
    let end = ProgressState(done: 2, failed: 1, skipped: 3, total: 6, elapsed: 12.34)
    #expect(ProgressText.summary(end) == "done 2, failed 1, skipped 3, 12.3 s")
  }

  @Test(arguments: [
    (3.2, "4 s"), (59.0, "59 s"), (61, "1 min 1 s"), (3600, "1 h 0 min"), (90_061, "25 h 1 min"),
  ])
  func `speaks of time in round words`(seconds: Double, words: String) {
    #expect(ProgressText.duration(seconds) == words)
  }

  @Test func `is a bar on a terminal only, and nothing when quiet`() {
    func form(_ wish: String, terminal: Bool, quiet: Bool = false) -> ProgressMeter.Form {
      let values = quiet ? ["quiet": [""]] : [:]
      return ProgressMeter.form(wish, Console(values: values, environment: [:], errorIsTerminal: terminal))
    }
    #expect(form("auto", terminal: true) == .bar(after: 2))
    #expect(form("auto", terminal: false) == .lines(after: 10))
    #expect(form("always", terminal: false) == .lines(after: 0))
    #expect(form("json", terminal: true) == .json)
    #expect(form("never", terminal: true) == .none)
    #expect(form("always", terminal: true, quiet: true) == .none)
    let log = Console(values: ["log-format": ["json"]], environment: [:], errorIsTerminal: true)
    #expect(ProgressMeter.form("auto", log) == .lines(after: 10))
  }
}

@Suite struct `A result table` {
  private let table: ResultTable = {
    var table = ResultTable(columns: [
      .init("name", "name"), .init("range_deg", "range"), .init("count", "count"),
      .init("share", "share", decimals: 3),
    ])
    table.rows = [
      [.words("a, \"b\""), .number(12.345), .count(3), .number(0.5)],
      [.words("c"), .number(.nan), .missing, .optional(nil as Double?)],
    ]
    return table
  }()

  @Test func `prints text`() {
    #expect(
      table.text == """
        name    range  count  share
        ------  -----  -----  -----
        a, "b"  12.35      3  0.500
        c           -      -      -

        """)
  }

  @Test func `prints CSV`() {
    #expect(table.csv == "name,range_deg,count,share\n\"a, \"\"b\"\"\",12.35,3,0.500\nc,,,\n")
  }

  @Test func `prints JSON without a number that is none`() {
    #expect(
      table.json.map(\.compactText) == [
        #"{"name":"a, \"b\"","range_deg":12.35,"count":3,"share":0.500}"#,
        #"{"name":"c","range_deg":null,"count":null,"share":null}"#,
      ])
  }
}

@Suite struct `Colour` {
  private func hasColour(_ wish: String?, environment: [String: String] = [:], terminal: Bool = true) -> Bool
  {
    Console(values: wish.map { ["color": [$0]] } ?? [:], environment: environment, errorIsTerminal: terminal)
      .hasColour
  }

  @Test func `is for terminals that want it`() {
    #expect(hasColour(nil))
    #expect(!hasColour(nil, terminal: false))
    #expect(!hasColour(nil, environment: ["NO_COLOR": "1"]))
    #expect(hasColour(nil, environment: ["NO_COLOR": ""]))
    #expect(!hasColour(nil, environment: ["TERM": "dumb"]))
    #expect(!hasColour("never"))
    #expect(hasColour("always", environment: ["NO_COLOR": "1"], terminal: false))
  }
}
