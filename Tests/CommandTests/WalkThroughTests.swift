import Foundation
import TestSupport
import Testing

/// The commands of `docs/plans/README.md` with what they print, section by section.
struct WalkThrough {
  struct Step {
    var command: String
    /// Lines that must stand in its output, as they are written.
    var expected: [String] = []
  }

  var title: String
  var steps: [Step] = []

  static func all() throws -> [WalkThrough] {
    let text = try String(contentsOfFile: Fixtures.repository("docs/plans/README.md"), encoding: .utf8)
    var sections: [WalkThrough] = []
    var isConsole = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("## ") { sections.append(WalkThrough(title: String(line.dropFirst(3)))) }
      if line.hasPrefix("```") { isConsole = line == "```console" }
      guard isConsole, let last = sections.indices.last else { continue }
      if line.hasPrefix("$ ") {
        sections[last].steps.append(Step(command: String(line.dropFirst(2))))
      } else if !line.hasPrefix("```"), !line.isEmpty, let step = sections[last].steps.indices.last {
        sections[last].steps[step].expected.append(line)
      }
    }
    return sections.filter { !$0.steps.isEmpty }
  }
}

@Suite struct `The walk-throughs of the plans` {
  private func shell(_ command: String, in folder: TestFolder, _ environment: [String: String]) throws
    -> BuiltProgram.Outcome
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let programs = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    var all = BuiltProgram.environment(home: folder.path).merging(environment) { $1 }
    all["PATH"] = programs + ":/usr/bin:/bin"
    process.environment = all
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return BuiltProgram.Outcome(
      exit: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: words, as: UTF8.self))
  }

  @Test func `play each scenario to its full ring`() throws {
    let sections = try WalkThrough.all()
    #expect(sections.count == 3)
    for section in sections {
      let folder = try TestFolder()
      for name in ["recordings", "docs"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.file(name), withDestinationPath: Fixtures.repository(name))
      }
      var environment: [String: String] = [:]
      var last = ""
      for step in section.steps {
        if step.command.hasPrefix("export ") {
          let parts = step.command.dropFirst(7).split(separator: "=", maxSplits: 1).map(String.init)
          environment[parts[0]] = parts[1]
          continue
        }
        let run = try shell(step.command, in: folder, environment)
        let printed = run.output + run.errors
        // A command whose refusal is shown ends with the code that stands below it.
        let code = step.expected.last.flatMap { $0.hasPrefix("exit ") ? Int32($0.dropFirst(5)) : nil } ?? 0
        #expect(run.exit == code, "\(step.command): \(run.errors)")
        let lines = Set(printed.split(separator: "\n").map(String.init))
        for line in step.expected where !line.hasPrefix("exit ") {
          #expect(lines.contains(line), "\(step.command)\nlacks: \(line)\nprinted:\n\(printed)")
        }
        last = run.output
      }
      #expect(section.steps.last?.command.contains("flexion feed") == true)
      let ring = try #require(last.firstMatch(of: /(\d+) of (\d+) tasks? done/))
      #expect(ring.1 == ring.2, "\(section.title): \(last)")
    }
  }
}

@Suite struct `The table of seeds` {
  /// Names of all tests, as they are written between backticks.
  private func testNames() throws -> Set<String> {
    let root = URL(fileURLWithPath: Fixtures.repository("Tests")).resolvingSymlinksInPath().path
    var names: Set<String> = []
    for case let file as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      guard file.hasSuffix(".swift") else { continue }
      let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
      for match in text.matches(of: /func `([^`]+)`/) { names.insert(String(match.output.1)) }
    }
    return names
  }

  @Test func `proves each of the 58 rows by a test, or says that it needs the page`() throws {
    let text = try String(contentsOfFile: Fixtures.repository("docs/Seeds.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.firstMatch(of: /^\| [0-9]+ \|/) != nil }
    #expect(rows.map { Int($0.split(separator: "|")[0].filter(\.isNumber)) } == Array(1...58))
    let (tests, sections) = (try testNames(), try WalkThrough.all().map(\.title))
    for row in rows {
      let proofs = row.matches(of: /`([^`]+)`/).map { String($0.output.1) }
      #expect(!proofs.isEmpty || row.contains("needs the page"), "\(row)")
      for proof in proofs { #expect(tests.contains(proof), "no such test: \(proof)") }
      for match in row.matches(of: /walk-through ([A-C])/) {
        #expect(sections.contains { $0.hasPrefix("\(match.output.1). ") }, "\(row)")
      }
    }
  }
}
