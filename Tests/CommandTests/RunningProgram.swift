import Foundation
import Testing

/// The built program while it runs: lines of its output as they come, a signal, and its end.
final class RunningProgram {
  private let process = Process()
  private let outputPath: String
  private let errorPath: String
  private let ended = DispatchSemaphore(value: 0)
  private let keyboard = Pipe()

  /// Output and errors go to files in the folder, so that the program never waits for the test.
  ///
  /// `hasKeyboard`: standard input is `type`'s; else it is empty.
  init(
    _ line: String, in folder: TestFolder, name: String, environment: [String: String] = [:],
    hasKeyboard: Bool = false
  ) throws {
    outputPath = folder.file(".\(name).out")
    errorPath = folder.file(".\(name).err")
    for path in [outputPath, errorPath] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = line.split(separator: " ").map {
      $0.replacingOccurrences(of: "{}", with: folder.path)
    }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = BuiltProgram.environment(home: folder.path).merging(environment) { $1 }
    process.standardInput = hasKeyboard ? keyboard as Any : FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorPath)
    let ended = ended
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }
  var isRunning: Bool { process.isRunning }

  /// Types a line.
  func type(_ line: String = "") throws {
    try keyboard.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Looks again and again until the condition holds or the program has ended.
  @discardableResult
  func wait(seconds: Double = 30, until condition: (RunningProgram) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if condition(self) { return true }
      if !process.isRunning { return condition(self) }
      usleep(2000)
    }
    return false
  }

  /// The path behind `port ` on the first line.
  func port() throws -> String {
    wait { $0.output.contains("\n") }
    let line = try #require(output.split(separator: "\n").first)
    try #require(line.hasPrefix("port "), "\(line) \(errors)")
    return String(line.dropFirst(5))
  }

  /// Waits for the end; a program that does not end in time is killed and fails the test.
  func end(seconds: Double = 60) throws -> BuiltProgram.Outcome {
    if ended.wait(timeout: .now() + seconds) == .timedOut {
      send(SIGKILL)
      ended.wait()
      Issue.record("the program did not end within \(seconds) s: \(errors.suffix(500))")
    }
    let status = process.terminationStatus
    let code = process.terminationReason == .uncaughtSignal ? 128 + status : status
    return BuiltProgram.Outcome(exit: code, output: output, errors: errors)
  }
}
