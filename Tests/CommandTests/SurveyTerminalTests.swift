import Foundation
import Testing

/// A program on a pseudo terminal: what appears on it, and keys that are typed.
private final class TerminalRun {
  private let process = Process()
  private var main: Int32 = -1
  private let output = Pipe()
  private(set) var screen = ""

  init(_ line: String, in folder: TestFolder) throws {
    var other: Int32 = -1
    try #require(openpty(&main, &other, nil, nil, nil) == 0)
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = line.split(separator: " ").map {
      $0.replacingOccurrences(of: "{}", with: folder.path)
    }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = BuiltProgram.environment(home: folder.path).merging([
      "TERM": "xterm", "FLEXION_NOW": "2026-03-02T09:00:00Z",
    ]) { $1 }
    process.standardInput = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    process.standardOutput = output
    process.standardError = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    try process.run()
    close(other)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(main)
  }

  /// Waits until the words appear behind what was seen before, then types a line.
  func answer(_ words: String, with line: String?) {
    let start = screen.endIndex
    var seen = false
    let end = Date(timeIntervalSinceNow: 30)
    while !seen, Date() < end {
      read(for: 50)
      seen = screen[start...].contains(words) && screen.hasSuffix("> ")
    }
    #expect(seen, "\(words): \(screen.suffix(400))")
    if let line { _ = (line + "\n").withCString { write(main, $0, strlen($0)) } }
  }

  /// Ctrl-C: the terminal of the test is nobody's controlling one, so the signal is sent as it would send it.
  func interrupt() { kill(process.processIdentifier, SIGINT) }

  func end() -> (exit: Int32, output: String) {
    let text = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    read(for: 50)
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private func read(for milliseconds: Int32) {
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, milliseconds) > 0 else { return }
      let count = Glibc.read(main, &room, room.count)
      guard count > 0 else { return }
      screen += String(decoding: room[..<count], as: UTF8.self).replacingOccurrences(of: "\r", with: "")
    }
  }
}

@Suite struct `A survey at the terminal` {
  private let store = "--store sqlite:{}/care.db"

  private func ready(_ plan: String) throws -> TestFolder {
    let folder = try TestFolder()
    let clock = ["FLEXION_NOW": "2026-03-02T09:00:00Z"]
    let file = Fixtures.repository("docs/plans/\(plan).json")
    for line in [
      "plan apply \(file)", "event complete --task onboarding",
      "survey answer vaccinationCheck --set vaccinated=yes",
    ].prefix(plan == "symptoms" ? 3 : 1) {
      let run = try flexion("\(line) \(store)", in: folder, environment: clock)
      try #require(run.exit == 0, "\(run.errors)")
    }
    return folder
  }

  @Test func `is answered by keyboard alone`() throws {
    let folder = try ready("symptoms")
    let terminal = try TerminalRun("survey answer checkIn --json \(store)", in: folder)
    terminal.answer("Tiredness now", with: "12")
    terminal.answer("! must be at most 10", with: "3")
    terminal.answer("1 (none) to 10 (worst); Enter takes 5", with: "<")
    terminal.answer("Enter takes 3", with: "4")
    terminal.answer("Headache now", with: "")
    terminal.answer("Muscle pain now", with: "2")
    terminal.answer("Body temperature [°C]", with: "36,8")
    terminal.answer("may stay empty", with: "-")
    let (exit, output) = terminal.end()
    #expect(exit == 0, "\(terminal.screen)")
    #expect(output.contains(#""stored":true"#))
    for value in [
      #""kind":"tiredness","type":"double","value":4"#, #""kind":"headache","type":"double","value":5"#,
      #""kind":"fever","type":"double","value":36.8"#,
    ] { #expect(output.contains(value), "\(value): \(output)") }
    #expect(!output.contains("nausea"))
  }

  @Test func `left by Ctrl-C stores nothing`() throws {
    let folder = try ready("symptoms")
    let terminal = try TerminalRun("survey answer checkIn --json \(store)", in: folder)
    terminal.answer("Tiredness now", with: "3")
    terminal.answer("Headache now", with: nil)
    terminal.interrupt()
    let (exit, output) = terminal.end()
    #expect(exit == 130)
    #expect(output.contains(#""code":"cancelled""#))
    let feed = try flexion("feed --json --now 2026-03-02T09:00:00Z \(store)", in: folder)
    #expect(feed.output.contains(#""done":1,"due":2"#))
  }

  @Test func `a panel counts taps by keys, and cancel stores nothing`() throws {
    let folder = try ready("three-buttons")
    for (key, isStored) in [("c", false), ("d", true)] {
      let terminal = try TerminalRun("event complete --task TapThreeButtons --json \(store)", in: folder)
      terminal.answer("[1] Button One: 0", with: "1")
      terminal.answer("[1] Button One: 1", with: "7")
      terminal.answer("There is no such button.", with: "3")
      terminal.answer("[3] Button Three: 1", with: "1")
      terminal.answer("[1] Button One: 2", with: key)
      let (exit, output) = terminal.end()
      #expect(exit == 0, "\(terminal.screen)")
      #expect(output.contains(#""stored":\#(isStored)"#), "\(output)")
      if isStored {
        #expect(output.contains(#""details":{"Button One":2,"Button Two":0,"Button Three":1}"#))
      }
    }
  }
}
