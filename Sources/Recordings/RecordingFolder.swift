import Glibc

/// The files of a folder that may be recordings.
public enum RecordingFolder {
  /// Every recording below a folder, sorted by bytes, as paths that begin with the folder as given.
  ///
  /// Left out: `*.truth.csv`, hidden files, licences, documents, and files that are no recordings. Folders are not entered
  /// through links. A folder without recordings throws `folderWithoutRecordings`.
  public static func recordings(in folder: String) throws(RecordingError) -> [String] {
    let files = try files(in: folder)
    let found = files.filter(isRecording)
    guard !found.isEmpty else { throw .folderWithoutRecordings(folder: folder, files: files.count) }
    return found
  }

  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Every file below a folder, sorted by bytes.
  static func files(in folder: String) throws(RecordingError) -> [String] {
    var found: [String] = []
    var waiting = [folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder]
    while let next = waiting.popLast() {
      for (name, isFolder) in try entries(of: next) where !name.hasPrefix(".") {
        let path = next == "/" ? "/" + name : next + "/" + name
        if isFolder { waiting.append(path) } else { found.append(path) }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A file whose content a reader recognises.
  ///
  /// A file that cannot be opened, and one that is empty or binary under the name of a table, counts too: it is
  /// refused by name later instead of being passed over in silence. Other tables, such as results, do not count.
  static func isRecording(_ path: String) -> Bool {
    let name = path.lowercased()
    guard !notRecordings.contains(where: name.hasSuffix) else { return false }
    guard let head = try? FileHead(path: path) else { return true }
    if RecordingReaders.all.contains(where: { $0.recognise(head) != nil }) { return true }
    guard [".csv", ".tsv", ".mat", ".hdf5", ".h5"].contains(where: name.hasSuffix) else { return false }
    return head.bytes.isEmpty || TextEncoding.firstBinaryByte(head.bytes) != nil
  }

  /// Truth beside a recording, and documents: a table in a read-me may look like a recording.
  private static let notRecordings = [".truth.csv", ".license", ".md", ".html", ".svg"]

  private static func entries(of folder: String) throws(RecordingError) -> [(name: String, isFolder: Bool)] {
    guard let handle = opendir(folder) else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR
        ? .noSuchFile(file: folder) : .cannotOpen(file: folder, code: code)
    }
    defer { closedir(handle) }
    var found: [(String, Bool)] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: found.append((name, true))
      case S_IFREG: found.append((name, false))
      case S_IFLNK:
        var target = stat()
        guard stat(folder + "/" + name, &target) == 0, target.st_mode & S_IFMT == S_IFREG else { continue }
        found.append((name, false))
      default: continue
      }
    }
    return found
  }
}
