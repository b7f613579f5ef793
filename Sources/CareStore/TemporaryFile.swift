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
