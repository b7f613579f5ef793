import Care
import Glibc

/// An empty file (0600) in the folder of its target; gone at the end unless it was published.
final class TemporaryFile {
  let path: String
  private var isPublished = false

  /// Throws `StoreFault`.
  init(beside target: String) throws {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    var name = Array("\(folder).flexion-XXXXXX.tmp".utf8CString)
    let descriptor = mkstemps(&name, 4)
    guard descriptor >= 0 else { throw StoreFault(creating: target) }
    close(descriptor)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { if !isPublished { remove() } }

  /// Also what SQLite may have left beside it.
  private func remove() { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) } }

  func fill(_ text: String) throws {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw StoreFault(creating: path) }
    defer { close(descriptor) }
    try TemporaryFile.write(Array(text.utf8)[...], to: descriptor, path)
  }

  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let kind: StoreFault.Kind = [ENOSPC, EDQUOT].contains(errno) ? .full : .inputOutput
        throw StoreFault(kind, path: path, detail: "errno \(errno)")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Durable under its name, whole or not at all.
  func publish(as target: String, replacing: Bool) throws {
    try synchronise(path, target)
    if replacing {
      guard rename(path, target) == 0 else { throw StoreFault(creating: target) }
    } else {
      guard link(path, target) == 0 else { throw StoreFault(creating: target) }
      remove()
    }
    isPublished = true
    try synchronise(target.lastIndex(of: "/").map { String(target[...$0]) } ?? ".", target)
  }

  /// `target`, else `target-2` and so on: nothing is ever overwritten.
  func publish(asFirstFreeOf target: String) throws -> String {
    for number in 1...999 {
      let name = number == 1 ? target : "\(target)-\(number)"
      if fileExists(name) { continue }
      try publish(as: name, replacing: false)
      return name
    }
    throw StoreFault(.cannotCreate, path: target)
  }

  private func synchronise(_ path: String, _ target: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFault(creating: target) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreFault(.inputOutput, path: target) }
  }
}

/// nil for a file that does not exist; a fault for a link and for more than 64 MB.
func readFile(_ path: String) throws -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  if descriptor < 0, errno == ENOENT { return nil }
  guard descriptor >= 0 else { throw StoreFault(.notPermitted, path: path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = read(descriptor, &room, room.count), count != 0 {
    guard count > 0, bytes.count < 1 << 26 else { throw StoreFault(.inputOutput, path: path) }
    bytes += room[..<count]
  }
  return bytes
}
