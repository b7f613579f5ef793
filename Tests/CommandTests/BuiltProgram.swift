import Foundation
import Testing

/// The program as a user has it: the built binary, run as a process of its own.
struct BuiltProgram {
  struct Outcome: Equatable {
    var exit: Int32
    var output: String
    var errors: String
    /// Lines of standard error.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  struct TimedOut: Error { var arguments: [String] }

  /// Beside the test bundle: `.build/<configuration>/flexion`.
  static let path: String = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: Bundle.main.executablePath ?? own ?? CommandLine.arguments[0])
    let candidates = [folder, URL(fileURLWithPath: CommandLine.arguments[0])].map {
      $0.deletingLastPathComponent().appendingPathComponent("flexion").path
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
  }()

  /// What every run sees: no settings of the person who tests.
  static func environment(home: String) -> [String: String] {
    ["HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"]
  }
}

/// Runs `flexion` with words separated by blanks, as one types them; `{}` in a word is the folder of the test.
///
/// Output goes to files, so that no amount of it can block the program.
func flexion(
  _ line: String, in folder: TestFolder, more: [String] = [], input: String? = nil,
  environment: [String: String] = [:], timeout: Double = 60
) throws -> BuiltProgram.Outcome {
  let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "{}", with: folder.path) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
  process.arguments = words + more
  process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
  process.environment = BuiltProgram.environment(home: folder.path).merging(environment) { $1 }
  let streams = try StreamFiles(input: input)
  process.standardInput = streams.input
  process.standardOutput = streams.output
  process.standardError = streams.errors
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  try process.run()
  if ended.wait(timeout: .now() + timeout) == .timedOut {
    kill(process.processIdentifier, SIGKILL)
    ended.wait()
    throw BuiltProgram.TimedOut(arguments: words)
  }
  let status = process.terminationStatus
  let code = process.terminationReason == .uncaughtSignal ? 128 + status : status
  return BuiltProgram.Outcome(
    exit: code, output: streams.text(streams.output), errors: streams.text(streams.errors))
}

/// Files without names behind the three streams of a process.
private struct StreamFiles {
  let input: FileHandle
  let output: FileHandle
  let errors: FileHandle

  init(input text: String?) throws {
    input = try text.map { try Self.temporary(Array($0.utf8)) } ?? .nullDevice
    output = try Self.temporary([])
    errors = try Self.temporary([])
  }

  func text(_ handle: FileHandle) -> String {
    try? handle.seek(toOffset: 0)
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }

  private static func temporary(_ bytes: [UInt8]) throws -> FileHandle {
    var name = Array("/tmp/flexion-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    unlink(name)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    handle.write(Data(bytes))
    try handle.seek(toOffset: 0)
    return handle
  }
}

/// An empty folder that is gone after the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    var name = Array("/tmp/flexion-folder-XXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let target = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Names of all files below, sorted.
  var names: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path))?.sorted() ?? [] }
}
