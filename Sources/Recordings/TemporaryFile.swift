import Glibc

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
