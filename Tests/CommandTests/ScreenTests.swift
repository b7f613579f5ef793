import Foundation
import JSONText
import Testing

@testable import flexion

@Suite struct `Without a verb the program` {
  @Test func `shows a start screen and ends with 2`() throws {
    let run = try flexion("", in: TestFolder())
    #expect(run.exit == 2)
    #expect(run.output == "")
    #expect(run.errors == HelpText.startScreen)
  }

  @Test func `answers in JSON if asked to`() throws {
    let run = try flexion("--json", in: TestFolder())
    #expect(run.exit == 2)
    #expect(run.output.hasPrefix(#"{"schema":"flexion/error/1","ok":false,"error":{"code":"nothingAsked","#))
  }
}

@Suite struct `A usage error` {
  @Test func `is one line with the nearest name`() throws {
    let run = try flexion("proces a.csv", in: TestFolder())
    #expect(
      run == .init(exit: 2, output: "", errors: "flexion: unknown verb `proces`; did you mean `process`?\n"))
  }

  @Test func `is one JSON value on standard output`() throws {
    let run = try flexion("process a.csv --sied left --json --quiet", in: TestFolder())
    #expect(run.exit == 2)
    #expect(
      run.output == #"{"schema":"flexion/error/1","ok":false,"error":{"code":"unknownFlag","#
        + #""message":"unknown flag `--sied` for `process`","hint":"did you mean `--side`?"},"exit":2}"#
        + "\n")
    #expect(run.errorLines.count == 1)
  }

  @Test func `without a verb is a JSON line too where lines are JSON`() throws {
    let run = try flexion("--log-format json", in: TestFolder())
    #expect(run.exit == 2 && run.errorLines.count == 1)
    #expect(run.errors.contains(#""code":"nothingAsked""#))
  }

  @Test func `can be a JSON line on standard error`() throws {
    let run = try flexion("proces --log-format=json", in: TestFolder())
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains(#""level":"error","code":"unknownVerb""#))
  }
}

@Suite struct `Help` {
  @Test func `comes by verb and by flag alike`() throws {
    let folder = try TestFolder()
    let byVerb = try flexion("help simulate recording", in: folder)
    #expect(byVerb.exit == 0 && byVerb.errors == "")
    #expect(try flexion("simulate recording --help", in: folder) == byVerb)
    #expect(try flexion("simulate recording -h", in: folder) == byVerb)
  }

  @Test func `of every verb is printed`() throws {
    let folder = try TestFolder()
    for verb in CommandTable.verbs {
      let run = try flexion("help \(verb.name)", in: folder)
      #expect(run.exit == 0 && run.output == HelpText.screen(verb), "\(verb.name)")
    }
  }

  @Test func `of a group lists its verbs`() throws {
    let run = try flexion("help bench", in: TestFolder())
    #expect(run.exit == 0)
    #expect(run.output.contains("bench filters") && run.output.contains("bench speed"))
  }

  @Test func `of an unknown verb names the nearest`() throws {
    let run = try flexion("help strem", in: TestFolder())
    #expect(run.exit == 2)
    #expect(run.errors == "flexion: unknown verb `strem`; did you mean `stream`?\n")
  }

  @Test func `is the whole table as JSON`() throws {
    let run = try flexion("help --json", in: TestFolder())
    let value = try JSONValue(parsing: Array(run.output.utf8))
    guard case .object(let object) = value, case .array(let verbs)? = object["verbs"] else {
      Issue.record("no list of verbs")
      return
    }
    #expect(object["schema"] == .string("flexion/help/1"))
    #expect(verbs.count == CommandTable.verbs.count)
  }
}

@Suite struct `The version` {
  @Test func `states what the program is not, word by word`() throws {
    let run = try flexion("version --json", in: TestFolder())
    #expect(run.exit == 0)
    #expect(
      run.output.contains(
        "flexion is research and self-monitoring software. It is not a medical device and is not intended for "
          + "diagnosis, for decisions about treatment, or for watching vital functions. It has not been evaluated under "
          + "Regulation (EU) 2017/745 or by the FDA. Each report states its measurement error."))
    #expect(run.output.contains(#""licence":"GPL-3.0-or-later""#))
  }

  @Test func `needs no home, no store and no input`() throws {
    let run = try flexion(
      "version", in: TestFolder(), environment: ["HOME": "/nonexistent", "FLEXION_STORE": "x"])
    #expect(run.exit == 0 && run.errors == "")
  }
}

@Suite struct `The clock` {
  @Test func `is set by flag or environment, and must be a time`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let byFlag = try flexion("plan show plan.json --now 2026-11-05T23:30:00Z", in: folder)
    #expect(byFlag.output.contains("from 2026-11-05"))
    let clock = ["FLEXION_NOW": "2026-11-05T23:30:00Z", "TZ": "Asia/Kolkata"]
    #expect(
      try flexion("plan show plan.json", in: folder, environment: clock).output.contains("from 2026-11-06"))
    #expect(try flexion("plan show plan.json --now yesterday", in: folder).exit == 2)
  }
}

@Suite struct `The two streams` {
  @Test func `colour is for terminals only, and stays away when told`() throws {
    let folder = try TestFolder()
    #expect(try !flexion("proces", in: folder).errors.contains("\u{1B}"))
    #expect(try flexion("--color always proces", in: folder).errors.contains("\u{1B}[1;31m"))
    #expect(try !flexion("--color never proces", in: folder).errors.contains("\u{1B}"))
  }

  @Test func `a reader that leaves ends the program by SIGPIPE, silently`() throws {
    let run = try shell(
      "'\(BuiltProgram.path)' help --json 2>errors | true; echo ${PIPESTATUS[0]}; cat errors")
    #expect(run == "141\n" || run == "0\n")
    let full = try shell("for i in 1 2 3 4 5 6 7 8; do '\(BuiltProgram.path)' help --json; done | head -c 1")
    #expect(full == "{")
  }

  @Test func `a full disk is an input-output error`() throws {
    let run = try shell("'\(BuiltProgram.path)' version >/dev/full; echo $?")
    #expect(run == "74\n")
  }

  private func shell(_ script: String) throws -> String {
    let folder = try TestFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
