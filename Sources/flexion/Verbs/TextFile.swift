import Glibc

/// A small text file that a verb reads whole: a plan, a description of a device.
enum TextFile {
  /// - Throws: `Failure` with file and reason; more than 64 MiB is refused.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &room, room.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += room[..<count]
        guard bytes.count <= 64 << 20 else {
          throw Failure("tooLarge", "more than 64 MiB are no such file", exit: .dataRefused, file: path)
        }
      } else if errno != EINTR {
        throw failure(path, errno)
      }
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    switch code {
    case ENOENT, ENOTDIR:
      Failure("noSuchFile", "there is no such file", exit: .noInput, file: path, hint: "check the spelling")
    case EISDIR:
      Failure(
        "isFolder", "a folder stands where a file is expected", exit: .noInput, file: path,
        hint: "name a file in it")
    default:
      Failure(
        "cannotRead", "cannot be read: \(Faults.text(of: code))", exit: Faults.reading(code), file: path)
    }
  }
}
