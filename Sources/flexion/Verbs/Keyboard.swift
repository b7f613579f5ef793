import Glibc

/// Lines that a person types at standard input, looked for without waiting.
struct Keyboard {
  private(set) var isClosed = false
  private var pending: [UInt8] = []

  /// The next whole line without its end; nil when none has come yet.
  mutating func line() -> String? {
    read()
    guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: pending[..<end], as: UTF8.self)
    pending.removeSubrange(...end)
    return line
  }

  /// Whatever was typed before a question was asked is no answer to it. A script may say everything beforehand.
  mutating func forget() {
    if isatty(STDIN_FILENO) == 0 { return }
    read()
    pending = []
  }

  private mutating func read() {
    var room = [UInt8](repeating: 0, count: 256)
    while !isClosed {
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 0) > 0 else { return }
      let count = Glibc.read(STDIN_FILENO, &room, room.count)
      if count > 0 {
        pending += room[..<count]
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        isClosed = true
      } else {
        return
      }
    }
  }
}
