import Glibc

/// A folder of its own for one test, removed at the end.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/flexion-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    chmod(path, 0o700)
    Self.remove(path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) -> String {
    let path = file(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    return path
  }

  @discardableResult
  func write(_ text: String, as name: String) -> String { write(Array(text.utf8), as: name) }

  func folder(_ name: String) -> String {
    mkdir(file(name), 0o700)
    return file(name)
  }

  /// Names in the folder, hidden ones included.
  var names: [String] { Self.names(in: path).sorted() }

  static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    precondition(descriptor >= 0)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    precondition(read(descriptor, &bytes, bytes.count) == bytes.count)
    return bytes
  }

  static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

  private static func names(in path: String) -> [String] {
    guard let handle = opendir(path) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found
  }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = path + "/" + name
      if unlink(inner) != 0 { remove(inner) }
    }
    rmdir(path)
  }
}
