import CSerial
import Glibc

/// A serial port without hardware: what is written here is read by whoever opens `path`.
public struct PseudoTerminal: ~Copyable {
  /// The path to open: the link where one was asked for, else the terminal.
  public let path: String
  private let link: OwnedLink
  private let main: OwnedDescriptor
  /// Held open so that raw mode outlives a reader; an unread terminal keeps 16 to 22 kB.
  private let other: OwnedDescriptor

  /// `link`: a symbolic link to the terminal, as /dev/serial/by-id has; an older link in its place is moved.
  public init(link: String? = nil) throws(SerialPortError) {
    var numbers: (main: Int32, other: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 64)
    let code = flexion_openpty(&numbers.main, &numbers.other, &name, Int32(name.count))
    guard code == 0 else { throw .failed(path: "pty", operation: .createTerminal, code: code) }
    let main = OwnedDescriptor(numbers.main), other = OwnedDescriptor(numbers.other)
    try Self.setUp(numbers)
    let terminal = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.link = try OwnedLink(link ?? "", to: terminal)
    self.main = main
    self.other = other
    path = link ?? terminal
  }

  /// Bytes that the terminal takes now: all, some, or 0 when nobody reads.
  public mutating func write(_ bytes: ArraySlice<UInt8>) throws(SerialPortError) -> Int {
    if bytes.isEmpty { return 0 }
    let count = bytes.withUnsafeBytes { Glibc.write(main.number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    throw .failed(path: path, operation: .write, code: errno)
  }

  /// Bytes written that nobody has read yet.
  public var unreadBytes: Int {
    var count: Int32 = 0
    return ioctl(other.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// The speed that the reader of the port has set [baud]; 0 when it says none. It changes nothing here.
  public var speed: Int { Int(flexion_get_speed(other.number)) }

  /// What the reader of the port has sent; empty when nothing is there.
  public mutating func read() throws(SerialPortError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(main.number, &buffer, buffer.count)
    if count >= 0 { return Array(buffer.prefix(count)) }
    if errno == EAGAIN || errno == EINTR { return [] }
    throw .failed(path: path, operation: .read, code: errno)
  }

  private static func setUp(_ numbers: (main: Int32, other: Int32)) throws(SerialPortError) {
    var settings = termios()
    guard tcgetattr(numbers.other, &settings) == 0 else {
      throw .failed(path: "pty", operation: .createTerminal, code: errno)
    }
    settings.makeRaw()
    let flags = fcntl(numbers.main, F_GETFL)
    guard tcsetattr(numbers.other, TCSANOW, &settings) == 0,
      fcntl(numbers.main, F_SETFL, flags | O_NONBLOCK) == 0
    else { throw .failed(path: "pty", operation: .createTerminal, code: errno) }
  }
}

/// A symbolic link that is removed at the end of its life, unless it has been swung elsewhere.
struct OwnedLink: ~Copyable {
  private let path: String
  private let target: String

  /// Made in one step, so that the path never names nothing. An empty path makes no link.
  init(_ path: String, to target: String) throws(SerialPortError) {
    if !path.isEmpty { try Self.make(path, target) }
    self.path = path
    self.target = target
  }

  private static func make(_ path: String, _ target: String) throws(SerialPortError) {
    let temporary = path + ".new"
    unlink(temporary)
    guard symlink(target, temporary) == 0 else {
      throw .failed(path: path, operation: .createLink, code: errno)
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw .failed(path: path, operation: .createLink, code: code)
    }
  }

  deinit {
    var text = [CChar](repeating: 0, count: 256)
    let length = readlink(path, &text, text.count)
    let isOurs = length > 0 && text.prefix(length).elementsEqual(target.utf8.map { CChar(bitPattern: $0) })
    if isOurs { unlink(path) }
  }
}
