import Care
import Glibc

/// Rights and place of the one file of a store, checked at every opening.
struct StoreFile {
  /// Absolute; no symbolic link in it.
  let path: String
  /// Others can read the file: worth a warning.
  let othersCanRead: Bool

  /// Makes missing parent folders (0700) and the file (0600) if `create`.
  init(_ given: String, create: Bool, forWriting: Bool) throws(StoreFault) {
    guard !given.isEmpty, !given.hasSuffix("/"), !given.utf8.contains(0) else {
      throw StoreFault(.badAddress, path: given)
    }
    let parts = given.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(parts[parts.count - 1])
    let folderText = parts.dropLast().joined(separator: "/")
    let folder = folderText.isEmpty ? (given.hasPrefix("/") ? "/" : ".") : folderText
    if create { try StoreFile.makeFolders(folder, for: given) }
    guard let resolved = realpath(folder, nil) else { throw StoreFault(.missing, path: given) }
    defer { free(resolved) }
    let parent = String(cString: resolved)
    path = parent == "/" ? "/" + name : parent + "/" + name
    if create { try StoreFile.makeFile(path) }
    let mode = try StoreFile.checkedMode(of: path, forWriting: forWriting)
    if forWriting { try StoreFile.checkFolder(parent, of: path) }
    othersCanRead = mode & (S_IRGRP | S_IROTH) != 0
  }

  private static func makeFolders(_ folder: String, for path: String) throws(StoreFault) {
    var partial = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + part
      if mkdir(partial, 0o700) != 0, errno != EEXIST, access(partial, F_OK) != 0 {
        throw StoreFault(creating: path)
      }
    }
  }

  /// The file is made empty by us, so that its rights never depend on the umask; SQLite gives `-wal` and `-shm` the same.
  private static func makeFile(_ path: String) throws(StoreFault) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw StoreFault(creating: path)
    }
  }

  private static func checkedMode(of path: String, forWriting: Bool) throws(StoreFault) -> mode_t {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw StoreFault(errno == ENOENT ? .missing : .notPermitted, path: path)
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFLNK else { throw StoreFault(.notPermitted, path: path, detail: "symbolic link") }
    guard kind == S_IFREG else { throw StoreFault(.notAStore, path: path, detail: "no regular file") }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw StoreFault(.othersCanWrite, path: path) }
    guard [geteuid(), 0].contains(status.st_uid) || geteuid() == 0 else {
      throw StoreFault(.othersCanWrite, path: path, detail: "other owner")
    }
    // The bit counts even for an administrator, who could write nevertheless.
    if forWriting, status.st_mode & S_IWUSR == 0 || access(path, W_OK) != 0 {
      throw StoreFault(.readOnly, path: path)
    }
    guard access(path, R_OK) == 0 else { throw StoreFault(.notPermitted, path: path) }
    return status.st_mode
  }

  /// Writing needs two files beside the store.
  private static func checkFolder(_ folder: String, of path: String) throws(StoreFault) {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IWUSR != 0, access(folder, W_OK) == 0 else {
      throw StoreFault(.readOnly, path: path, detail: "folder")
    }
  }
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

extension StoreFault {
  init(creating path: String) {
    let kind: Kind =
      switch errno {
      case EACCES, EPERM: .notPermitted
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .cannotCreate
      }
    self.init(kind, path: path, detail: "errno \(errno)")
  }
}
