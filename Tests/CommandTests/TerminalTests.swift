import Foundation
import Testing

@Suite struct `On a terminal` {
  /// Runs with standard error on a pseudo terminal and returns what appeared on it.
  private func onTerminal(_ line: String, in folder: TestFolder) throws -> (
    output: String, screen: String, exit: Int32
  ) {
    var (main, other): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&main, &other, nil, nil, &size) == 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = line.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = BuiltProgram.environment(home: folder.path).merging(["TERM": "xterm"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    try process.run()
    close(other)
    var screen: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while case let count = read(main, &room, room.count), count > 0 { screen += room[..<count] }
    close(main)
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self), String(decoding: screen, as: UTF8.self),
      process.terminationStatus
    )
  }

  @Test func `a bar is drawn, fits the width, and is cleared`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder, "a.csv")
    try Fixtures.leg(in: folder, "b.csv")
    let seen = try onTerminal("process a.csv b.csv --progress always", in: folder)
    #expect(seen.exit == 0)
    #expect(seen.screen.contains("\r[") && seen.screen.contains("/2"))
    let bars = seen.screen.split(separator: "\r").filter { $0.hasPrefix("[") }
    #expect(bars.allSatisfy { $0.prefix { $0 != "\u{1B}" }.count < 60 })
    #expect(seen.screen.contains("\r\u{1B}[K"))
    let piped = try flexion("process a.csv b.csv --progress always", in: folder)
    #expect(piped.output == seen.output)
    #expect(!piped.errors.contains("\r"))
  }

  @Test func `nothing is drawn before two seconds of work`() throws {
    let folder = try TestFolder()
    let seen = try onTerminal("version", in: folder)
    #expect(seen.screen == "")
  }

  @Test func `an error is coloured, unless NO_COLOR says no`() throws {
    let folder = try TestFolder()
    #expect(try onTerminal("proces", in: folder).screen.hasPrefix("\u{1B}[1;31m"))
    #expect(try !onTerminal("proces --color never", in: folder).screen.contains("\u{1B}"))
  }
}
