import Glibc

/// Where /dev, /sys and /proc are looked for: the system itself, or a folder that holds a copy of them.
public struct SystemRoot: Hashable, Sendable {
  /// Put in front of every absolute path; empty for the system itself.
  public let folder: String

  public init(_ folder: String = "") {
    self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The path that the system knows.
  public func path(_ path: String) -> String { folder + path }

  func exists(_ path: String) -> Bool { access(self.path(path), F_OK) == 0 }

  /// Names in a folder in the order of their bytes; nil when there is no such folder.
  func names(_ path: String) -> [String]? {
    guard let folder = opendir(self.path(path)) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The first 64 kB of a file without the blanks around; nil when it cannot be read.
  func text(_ path: String) -> String? {
    let number = open(self.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { return nil }
    let owned = OwnedDescriptor(number)
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(owned.number, &room, room.count)
    guard count >= 0 else { return nil }
    let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0]
    let text = room[..<count].drop { blank.contains($0) }
    return String(decoding: text.reversed().drop { blank.contains($0) }.reversed(), as: UTF8.self)
  }

  /// What a symbolic link says, without following it; nil for what is no link.
  func link(_ path: String) -> String? {
    var text = [CChar](repeating: 0, count: 4096)
    let length = readlink(self.path(path), &text, text.count - 1)
    guard length > 0 else { return nil }
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder behind all links, as the system knows it.
  func resolved(_ path: String) -> String? {
    guard let found = realpath(self.path(path), nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  func status(_ path: String) -> stat? {
    var status = stat()
    return stat(self.path(path), &status) == 0 ? status : nil
  }
}

extension String {
  /// What stands behind the last slash.
  var lastComponent: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }
  /// What stands before the last slash.
  var parentFolder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
