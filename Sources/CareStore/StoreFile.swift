import Care
import Glibc

/// Rights and place of the one file of a store, checked at every opening.
struct StoreFile {
  /// Absolute; no symbolic link in it.
  let path: String
  /// Others can read the file: worth a warning.
  let othersCanRead: Bool

  /// Of `sqlite:PATH`; makes missing parent folders (0700) and the file (0600) if `create`.
  init(address: String, create: Bool, forWriting: Bool) throws(StoreFault) {
    let given = try StoreFile.path(ofAddress: address)
    if create { try StoreFile.makeFolders(of: given) }
    path = try StoreFile.resolved(given)
    if create { try StoreFile.makeFile(path) }
    let mode = try StoreFile.checkedMode(of: path, forWriting: forWriting)
    if forWriting { try StoreFile.checkFolder(StoreFile.folder(of: path), of: path) }
    othersCanRead = mode & (S_IRGRP | S_IROTH) != 0
  }

  static func path(ofAddress address: String) throws(StoreFault) -> String {
    guard address.hasPrefix("sqlite:") else { throw StoreFault(.badAddress, path: address) }
    let path = String(address.dropFirst("sqlite:".count))
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else {
      throw StoreFault(.badAddress, path: path)
    }
    return path
  }

  private static func folder(of path: String) -> String {
    guard let cut = path.lastIndex(of: "/") else { return "." }
    return cut == path.startIndex ? "/" : String(path[..<cut])
  }

  /// Absolute and without links but for the last part; the folder must exist.
  static func resolved(_ given: String) throws(StoreFault) -> String {
    guard let resolved = realpath(folder(of: given), nil) else { throw StoreFault(.missing, path: given) }
    defer { free(resolved) }
    let parent = String(cString: resolved)
    let name = given.lastIndex(of: "/").map { given[given.index(after: $0)...] } ?? given[...]
    return parent == "/" ? "/" + name : parent + "/" + name
  }

  /// Gives the folders that were missing, outermost first.
  @discardableResult
  static func makeFolders(of path: String) throws(StoreFault) -> [String] {
    let folder = folder(of: path)
    var partial = folder.hasPrefix("/") ? "/" : ""
    var made: [String] = []
    for part in folder.split(separator: "/") {
      partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + part
      if mkdir(partial, 0o700) == 0 {
        made.append(partial)
      } else if errno != EEXIST, access(partial, F_OK) != 0 {
        let fault = StoreFault(creating: path)
        for folder in made.reversed() { rmdir(folder) }
        throw fault
      }
    }
    return made
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
