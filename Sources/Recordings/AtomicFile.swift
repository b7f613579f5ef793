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
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
    defer { close(descriptor) }
    var output = OutputBuffer(descriptor: descriptor, path: path)
    try body(&output)
    try output.flush()
  }
}

/// Where an output goes, once everything that can be known before writing has been checked.
struct OutputTarget {
  let path: String
  let folder: String
  /// A device or pipe stands there: it is written to, not replaced.
  let isDevice: Bool
  let mayReplace: Bool

  init(path: String, force: Bool, inputs: [String]) throws(RecordingError) {
    self.path = path
    folder = Self.folder(of: path)
    mayReplace = force
    var status = stat()
    // A path with a folder's slash at its end names no file.
    guard !path.isEmpty, path.last != "/" else { throw .cannotCreate(path: path, code: EISDIR) }
    if lstat(path, &status) == 0 {
      try Self.refuseInput(path, inputs)
      var followed = stat()
      let kind = stat(path, &followed) == 0 ? followed.st_mode & S_IFMT : S_IFREG
      guard kind != S_IFDIR else { throw .cannotCreate(path: path, code: EISDIR) }
      isDevice = kind == S_IFCHR || kind == S_IFIFO
      guard isDevice || force else { throw .outputExists(path: path) }
    } else {
      let code = errno
      isDevice = false
      guard code == ENOENT || code == ENOTDIR else { throw .cannotCreate(path: path, code: code) }
      guard stat(folder, &status) == 0 else { throw .outputFolderMissing(folder: folder) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotCreate(path: path, code: ENOTDIR) }
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The same file behind both names, whatever their spelling: same device, same inode.
  private static func refuseInput(_ path: String, _ inputs: [String]) throws(RecordingError) {
    var output = stat()
    guard stat(path, &output) == 0, output.st_mode & S_IFMT != S_IFCHR else { return }
    for input in inputs {
      var status = stat()
      guard stat(input, &status) == 0 else { continue }
      if status.st_dev == output.st_dev, status.st_ino == output.st_ino {
        throw .outputIsInput(path: path, input: input)
      }
    }
  }
}

/// A new file beside its target; gone at the end of its life unless it was committed.
struct TemporaryFile: ~Copyable {
  static let prefix = ".flexion-"
  static let suffix = ".tmp"

  let descriptor: Int32
  private let name: String
  private let target: OutputTarget

  init(for target: OutputTarget) throws(RecordingError) {
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = target.folder + "/" + Self.prefix + mark + Self.suffix
    let opened = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw Self.fault(errno, target) }
    self.target = target
    self.name = name
    descriptor = opened
  }

  deinit {
    close(descriptor)
    unlink(name)
  }

  /// Gives the file its name. Without leave to replace, a file that has appeared meanwhile stays.
  consuming func commit() throws(RecordingError) {
    guard fsync(descriptor) == 0 else { throw .cannotWrite(path: target.path, code: errno) }
    if !target.mayReplace {
      if link(name, target.path) == 0 { return syncFolder() }
      let code = errno
      guard code == EPERM || code == ENOTSUP || code == ENOSYS || code == EMLINK else {
        throw code == EEXIST ? .outputExists(path: target.path) : .cannotCreate(path: target.path, code: code)
      }
      // The file system knows no links: the name was free when the work began.
    }
    guard rename(name, target.path) == 0 else { throw Self.fault(errno, target) }
    syncFolder()
  }

  private func syncFolder() {
    let folder = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// A full or failing disk is another thing than a folder that may not be written to.
  private static func fault(_ code: Int32, _ target: OutputTarget) -> RecordingError {
    [ENOSPC, EDQUOT, EIO].contains(code)
      ? .cannotWrite(path: target.path, code: code) : .cannotCreate(path: target.path, code: code)
  }
}
