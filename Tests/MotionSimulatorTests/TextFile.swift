import Glibc

/// Files for tests, without Foundation.
enum TextFile {
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { return count == 0 ? all : nil }
      all += chunk[..<count]
    }
  }

  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// A new folder for one test; the test removes it with `remove`.
  static func temporaryFolder() -> String {
    var name = Array("/tmp/flexion-test-XXXXXX".utf8CString)
    return String(cString: mkdtemp(&name))
  }

  static func remove(_ folder: String) {
    for name in names(in: folder) { unlink(folder + "/" + name) }
    rmdir(folder)
  }
}
