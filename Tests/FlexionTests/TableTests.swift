import JSONText
import Testing

@testable import flexion

@Suite struct `The command table` {
  private let verbs = CommandTable.verbs

  @Test func `names every verb once`() {
    #expect(Set(verbs.map(\.name)).count == verbs.count)
    // A verb that is the beginning of another would make `VERB WORD` ambiguous.
    for verb in verbs {
      #expect(!verbs.contains { $0.path.count > verb.path.count && $0.path.starts(with: verb.path) })
    }
  }

  @Test func `names every flag of a verb once, in lower case with hyphens`() throws {
    for verb in verbs {
      let names = verb.allFlags.map(\.name)
      #expect(Set(names).count == names.count, "\(verb.name)")
      for name in names { #expect(try /[a-z][a-z0-9]*(-[a-z0-9]+)*/.wholeMatch(in: name) != nil, "\(name)") }
    }
  }

  @Test func `has no other short flags than h q v n o j`() {
    for verb in verbs {
      let letters = verb.allFlags.compactMap(\.short)
      #expect(Set(letters).isSubset(of: Set("hqvnoj")), "\(verb.name)")
      #expect(Set(letters).count == letters.count, "\(verb.name)")
    }
  }

  @Test func `explains every verb, argument and flag`() {
    for verb in verbs {
      #expect(!verb.purpose.isEmpty && !verb.purpose.hasSuffix("."), "\(verb.name)")
      #expect(verb.arguments.allSatisfy { !$0.help.isEmpty }, "\(verb.name)")
      for flag in verb.allFlags { #expect(flag.help.count >= 3, "\(verb.name) --\(flag.name)") }
    }
  }

  @Test func `every default fits its flag`() {
    for flag in verbs.flatMap(\.allFlags) {
      guard let value = flag.defaultValue else { continue }
      #expect(FlagCheck.objection(to: value, for: flag.value) == nil, "--\(flag.name)")
    }
  }

  @Test func `every default is shown in help`() {
    for verb in verbs {
      let screen = HelpText.screen(verb).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      for flag in verb.flags {
        #expect(screen.contains("--\(flag.name)"), "\(verb.name) --\(flag.name)")
        if let value = flag.defaultValue {
          #expect(screen.contains("(default \(value))"), "\(verb.name) --\(flag.name)")
        }
        if let name = flag.environment {
          #expect(screen.contains("[\(name)]"), "\(verb.name) --\(flag.name)")
        }
      }
    }
  }

  @Test func `one flag means one thing in every verb that has it`() {
    var kinds: [String: Flag.Value] = [:]
    for flag in verbs.flatMap(\.flags)
    where ["store", "participant", "side", "map", "rate", "force", "dry-run"].contains(flag.name) {
      let known = kinds[flag.name, default: flag.value]
      guard flag.name != "rate" else { continue }
      #expect(known == flag.value, "--\(flag.name)")
      kinds[flag.name] = flag.value
    }
  }

  @Test func `every screen of help is 80 by 40`() {
    let screens =
      verbs.map { ($0.name, HelpText.screen($0)) } + [
        ("overview", HelpText.overview), ("start", HelpText.startScreen),
        ("simulate", HelpText.group("simulate")),
      ]
    for (name, screen) in screens {
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 40, "\(name) has \(lines.count) lines")
      for line in lines { #expect(line.count <= 80, "\(name): \(line)") }
    }
  }

  @Test func `every verb that does something has examples that parse`() throws {
    for verb in verbs {
      let needed = verb.path == ["version"] || verb.path == ["help"] ? 2 : 3
      #expect(verb.examples.count >= needed, "\(verb.name)")
      for example in verb.examples {
        let words = example.line.split(separator: " ").map(String.init)
        #expect(words.first == "flexion")
        let request = try CommandParser(environment: [:]).parse(Array(words.dropFirst()))
        #expect(request.verb.name == verb.name, "\(example.line)")
        #expect(!example.meaning.isEmpty, "\(example.line)")
      }
    }
  }

  @Test func `every exit code has a meaning`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 65, 66, 69, 73, 74, 75, 77, 78, 130, 143])
    #expect(ExitCode.allCases.allSatisfy { !$0.meaning.isEmpty })
  }

  @Test func `of several causes the gravest is given`() {
    let order: [ExitCode] = [
      .configuration, .notPermitted, .inputOutput, .unreachable, .tryAgain, .cannotCreate, .noInput,
      .dataRefused,
    ]
    for (index, code) in order.enumerated() {
      #expect(ExitCode.worst(order[index...].reversed() + [.done]) == code)
    }
    #expect(ExitCode.worst([]) == .done)
    #expect(ExitCode.worst([.done, .interrupted]) == .interrupted)
  }
}

@Suite struct `A failure` {
  private let failure = Failure(
    "noSuchColumn", "column gyr_x is missing", exit: .dataRefused, field: "gyr_x", file: "walk.csv", line: 14,
    hint: "name it with --map")

  @Test func `is one line: where, what, what to do`() {
    #expect(failure.words == "walk.csv:14: column gyr_x is missing; name it with --map")
  }

  @Test func `has the shape that scripts read`() {
    let expected =
      #"{"schema":"flexion/error/1","ok":false,"error":{"code":"noSuchColumn","message":"column gyr_x is missing","#
      + #""field":"gyr_x","file":"walk.csv","line":14,"hint":"name it with --map"},"exit":65}"#
    #expect(JSONValue.object(failure.answer).compactText == expected)
  }

  @Test func `names a byte where there is no line`() {
    #expect(Failure("x", "cut", exit: .dataRefused, file: "a.mat", byte: 128).words == "a.mat: byte 128: cut")
  }

  @Test func `cannot steer a terminal`() {
    #expect(Failure("x", "a\u{1B}[2Jb\nc", exit: .noInput).words == "a?[2Jb?c")
  }
}
