import Glibc
import JSONText
import Recordings

/// Where a verb writes a table: a file, or `-` for standard output.
struct Destination {
  let path: String
  let force: Bool
  /// Files that must not be written to.
  let inputs: [String]

  var isStandardOutput: Bool { path == "-" }

  /// Finds out before the work what would fail after it.
  func check() throws(RecordingError) {
    if !isStandardOutput { try AtomicFile.check(path, force: force, inputs: inputs) }
  }

  /// Writes what the body gives, whole or not at all, and returns the number of bytes.
  @discardableResult
  func write(_ body: (inout OutputBuffer) throws(RecordingError) -> Void) throws(RecordingError) -> Int {
    guard !isStandardOutput else { return try Self.fill(STDOUT_FILENO, "standard output", body) }
    var bytes = 0
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try body(&output)
      bytes = output.count
    }
    return bytes
  }

  /// The number of bytes that `write` would write; writes nothing.
  func measure(_ body: (inout OutputBuffer) throws(RecordingError) -> Void) throws(RecordingError) -> Int {
    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return try Self.fill(descriptor, path, body)
  }

  private static func fill(
    _ descriptor: Int32, _ name: String, _ body: (inout OutputBuffer) throws(RecordingError) -> Void
  ) throws(RecordingError) -> Int {
    var output = OutputBuffer(descriptor: descriptor, path: name)
    try body(&output)
    try output.flush()
    return output.count
  }
}

/// One file that a run wrote, or with `--dry-run` would have written.
struct WrittenFile {
  let path: String
  let bytes: Int
  let rows: Int

  var json: JSONValue {
    .object(["path": .string(path), "bytes": .integer(bytes), "rows": .integer(rows)])
  }

  func words(dryRun: Bool) -> String {
    "\(dryRun ? "would write" : "wrote") \(path), \(rows) rows, \(bytes) bytes\n"
  }
}
