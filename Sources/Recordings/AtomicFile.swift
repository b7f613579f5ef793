import Glibc

/// A file that appears under its name whole or not at all.
///
/// It is written beside the target under a temporary name (`.flexion-*.tmp`), synced, and renamed. A kill leaves the
/// old file or the new one, never a part. Files are readable by their owner only.
public enum AtomicFile {
  /// Checks before the work is done what would fail after it; creates and changes nothing.
  ///
  /// Throws `outputExists` without `force`; `outputIsInput` for an output that is an input by any spelling or link,
  /// also with `force`; `outputFolderMissing`; `cannotCreate` for a folder in its place.
  public static func check(_ path: String, force: Bool, inputs: [String] = []) throws(RecordingError) {
    _ = try OutputTarget(path: path, force: force, inputs: inputs)
  }

  /// Writes what the body gives. A body that throws leaves nothing behind.
  ///
  /// Throws what `check` throws, `cannotCreate`, and `cannotWrite` when the disk is full or fails.
  public static func write(
    to path: String, force: Bool, inputs: [String] = [],
    _ body: (inout OutputBuffer) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let target = try OutputTarget(path: path, force: force, inputs: inputs)
    if target.isDevice { return try writeThrough(path, body) }
    let temporary = try TemporaryFile(for: target)
    var output = OutputBuffer(descriptor: temporary.descriptor, path: path)
    try body(&output)
    try output.flush()
    try temporary.commit()
  }

  public static func write(
    _ bytes: [UInt8], to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try output.append(bytes)
    }
  }

  /// True for a name that a killed run leaves behind.
  public static func isLeftOver(name: String) -> Bool {
    name.hasPrefix(TemporaryFile.prefix) && name.hasSuffix(TemporaryFile.suffix)
  }

  /// `/dev/null`, `/dev/stdout` or a pipe: there is nothing to replace.
  private static func writeThrough(
    _ path: String, _ body: (inout OutputBuffer) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
    defer { close(descriptor) }
    var output = OutputBuffer(descriptor: descriptor, path: path)
    try body(&output)
    try output.flush()
  }
}
