import Glibc

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
      isDevice = kind == S_IFCHR || kind == S_IFIFO || Self.isDescriptor(path)
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

  /// The name of a stream that is open already: what it leads to is not ours to replace.
  private static func isDescriptor(_ path: String) -> Bool {
    ["/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/")
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
