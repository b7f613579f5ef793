import Testing

@testable import flexion

private func parse(_ line: String, environment: [String: String] = [:]) throws(UsageError) -> Request {
  try CommandParser(environment: environment).parse(line.split(separator: " ").map(String.init))
}

@Suite struct `The parser` {
  @Test func `takes verb, arguments and flags in any order`() throws {
    let request = try parse("process a.csv --side left b.csv --json")
    #expect(request.verb.name == "process")
    #expect(request.arguments == ["a.csv", "b.csv"])
    #expect(request.text("side") == "left")
    #expect(request.has("json") && !request.has("quiet"))
  }

  @Test func `takes flags of every verb before the verb`() throws {
    let request = try parse("--quiet --color never version")
    #expect(request.verb.name == "version")
    #expect(request.has("quiet"))
    #expect(request.text("color") == "never")
  }

  @Test func `takes verbs of two words`() throws {
    #expect(try parse("simulate recording --out a.csv").verb.path == ["simulate", "recording"])
  }

  @Test func `a value may be attached or follow`() throws {
    #expect(try parse("process a --rate=100").number("rate") == 100)
    #expect(try parse("process a --rate 100").number("rate") == 100)
    #expect(try parse("process a --map=s1=thigh_r").list("map") == ["s1=thigh_r"])
  }

  @Test func `two dashes end the flags`() throws {
    #expect(try parse("process -- --json -x").arguments == ["--json", "-x"])
  }

  @Test func `a lone dash is an argument and a value`() throws {
    #expect(try parse("stream -").arguments == ["-"])
    #expect(try parse("orient a.csv --out -").text("out") == "-")
  }

  @Test func `short flags are their long ones`() throws {
    let request = try parse("process a.csv -q -n -o b.json -v -v")
    #expect(request.has("quiet") && request.has("dry-run"))
    #expect(request.text("out") == "b.json")
    #expect(request.count("verbose") == 2)
  }

  @Test func `a list gathers its values in order`() throws {
    #expect(try parse("process a --map x=thigh_l --map y=shank_l").list("map") == ["x=thigh_l", "y=shank_l"])
  }

  @Test func `a default stands in the table and is no given flag`() throws {
    let request = try parse("process a")
    #expect(request.text("filter") == "online")
    #expect(!request.has("filter"))
    #expect(request.text("store") == nil)
  }

  @Test func `the environment stands behind the flag`() throws {
    let environment = ["FLEXION_STORE": "sqlite:/e.db"]
    #expect(try parse("feed", environment: environment).text("store") == "sqlite:/e.db")
    #expect(try parse("feed --store sqlite:f.db", environment: environment).text("store") == "sqlite:f.db")
    #expect(try parse("feed", environment: ["FLEXION_STORE": ""]).text("store") == nil)
  }

  @Test func `help of a verb beats what is wrong with its arguments`() throws {
    let request = try parse("process --help")
    #expect(request.verb.name == "help")
    #expect(request.arguments == ["process"])
    #expect(try parse("process --help --json").has("json"))
    #expect(try parse("--help").verb.name == "help")
    #expect(try parse("--version").verb.name == "version")
  }
}

@Suite struct `A command line is refused` {
  private func refusal(_ line: String, environment: [String: String] = [:]) -> UsageError? {
    do throws(UsageError) {
      _ = try parse(line, environment: environment)
      return nil
    } catch { return error }
  }

  @Test func `when nothing is asked`() {
    #expect(refusal("") == .nothingAsked)
    #expect(refusal("--json") == .nothingAsked)
  }

  @Test(arguments: [
    ("proces", "process"), ("strem", "stream"), ("insp", "inspect"), ("simulte", "simulate"), ("xyz", nil),
  ]) func `for an unknown verb, with the nearest`(word: String, nearest: String?) {
    #expect(refusal("\(word) a.csv") == .unknownVerb(word, nearest: nearest))
  }

  @Test func `for half a verb`() {
    #expect(refusal("simulate") == .verbNeeded(after: "simulate", choices: ["recording", "device"]))
    #expect(refusal("simulate recordin") == .unknownVerb("simulate recordin", nearest: "simulate recording"))
  }

  @Test func `for an unknown flag, with the nearest`() {
    #expect(
      refusal("process a --angels b") == .unknownFlag("--angels", verb: "process", nearest: "angles"))
    #expect(refusal("process a -x") == .unknownFlag("-x", verb: "process", nearest: nil))
    #expect(refusal("process a -qv") == .unknownFlag("-qv", verb: "process", nearest: nil))
    #expect(refusal("--speed version") == .unknownFlag("--speed", verb: "", nearest: nil))
  }

  @Test func `for an abbreviated flag, naming the whole`() {
    #expect(
      refusal("process a --part me") == .unknownFlag("--part", verb: "process", nearest: "participant"))
  }

  @Test func `for a flag given twice`() {
    #expect(refusal("process a --side left --side left") == .repeatedFlag("side"))
    #expect(refusal("process a --json --json") == .repeatedFlag("json"))
    #expect(refusal("process a -o x --out y") == .repeatedFlag("out"))
  }

  @Test func `for a value that is missing`() {
    #expect(refusal("process a --rate") == .valueMissing(flag: "rate", placeholder: "HZ"))
    #expect(refusal("process a --out --json") == .valueMissing(flag: "out", placeholder: "FILE"))
    #expect(refusal("process a --out -q") == .valueMissing(flag: "out", placeholder: "FILE"))
  }

  @Test func `for a value where none belongs`() {
    #expect(refusal("process a --json=yes") == .valueNotTaken(flag: "json"))
  }

  @Test(arguments: [
    "process a --rate fast", "process a --rate 0", "process a --rate nan", "process a --rate inf",
    "process a --rate=",
    "process a --side both", "process a --day 2026-02-30", "process a --day yesterday", "process a --map s1",
    "process a --map =thigh_l", "process a --map s1=", "stream p --baud 9600.5", "stream p --baud 1",
    "version --now 2026-11-23", "version --now 2026-11-23T08:00:00", "version --now 2026-11-23T25:00:00Z",
    "simulate recording --seed -1", "orient a --out=",
  ]) func `for a value of the wrong kind`(line: String) {
    guard case .invalidValue = refusal(line) else {
      Issue.record("\(line) gave \(String(describing: refusal(line)))")
      return
    }
  }

  @Test func `for a wrong value of the environment`() {
    let error = refusal("version", environment: ["FLEXION_NOW": "soon"])
    guard case .invalidValue(flag: "now", value: "soon", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `for a flag that the verb needs`() {
    #expect(
      refusal("simulate recording") == .flagMissing("out", placeholder: "FILE", verb: "simulate recording"))
  }

  @Test func `for arguments that are missing or too many`() {
    #expect(refusal("process") == .argumentMissing("FILE", verb: "process"))
    #expect(refusal("inspect a b") == .argumentUnexpected("b", verb: "inspect"))
    #expect(refusal("version x") == .argumentUnexpected("x", verb: "version"))
  }
}

@Suite struct `The nearest name` {
  @Test func `counts edits and swaps`() {
    #expect(NearestName.distance("angels", "angles") == 1)
    #expect(NearestName.distance("", "abc") == 3)
    #expect(NearestName.distance("kitten", "sitting") == 3)
  }

  @Test func `is none if nothing is near`() { #expect(NearestName.of("zzzz", in: ["process"]) == nil) }

  @Test func `does not depend on the order of candidates`() {
    #expect(NearestName.of("bat", in: ["cat", "hat"]) == NearestName.of("bat", in: ["hat", "cat"]))
  }
}
