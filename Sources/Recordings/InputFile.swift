import Glibc

/// A file opened for reading; closed at the end of its life.
struct InputFile: ~Copyable {
  let path: String
  /// Size when it was opened.
  let size: Int
  private let descriptor: Int32
  private var position = 0

  init(path: String) throws(RecordingError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard opened >= 0 else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR ? .noSuchFile(file: path) : .cannotOpen(file: path, code: code)
    }
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw .cannotOpen(file: path, code: code)
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      close(opened)
      // A recording is read more than once, which a pipe does not allow.
      throw kind == S_IFDIR ? .isFolder(file: path) : .cannotOpen(file: path, code: ESPIPE)
    }
    self.path = path
    size = Int(status.st_size)
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Fills the room as far as the file allows and returns the number of bytes; 0 at the end.
  mutating func read(into room: inout [UInt8]) throws(RecordingError) -> Int {
    let result = room.withUnsafeMutableBytes { bytes -> Result<Int, RecordingError> in
      do throws(RecordingError) { return .success(try read(into: bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  mutating func read(into room: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
    var filled = 0
    while filled < room.count {
      let count = Glibc.read(descriptor, room.baseAddress! + filled, room.count - filled)
      if count == 0 { break }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw .cannotRead(file: path, byte: position + filled, code: code)
      }
      filled += count
    }
    position += filled
    return filled
  }

  /// Like `read(into:)` from a place in the file.
  mutating func read(at place: Int, into room: inout [UInt8]) throws(RecordingError) -> Int {
    guard lseek(descriptor, place, SEEK_SET) >= 0 else {
      throw .cannotRead(file: path, byte: place, code: errno)
    }
    position = place
    return try read(into: &room)
  }
}
