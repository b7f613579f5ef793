import Glibc

/// Bytes both ways through one descriptor: of a serial port, a socket, or standard input.
public struct ByteChannel: ~Copyable {
  /// What a read found.
  public enum Reading: Equatable, Sendable {
    /// So many bytes stand at the start of the buffer.
    case bytes(Int)
    /// Nothing within the time, or a signal came.
    case silence
    /// The other side is gone; says what the system reported: "hang-up", "EIO".
    case gone(String)
  }

  public let path: String
  private let owned: OwnedDescriptor
  var descriptor: Int32 { owned.number }

  init(path: String, _ owned: consuming OwnedDescriptor) {
    self.path = path
    self.owned = owned
  }

  /// Waits up to `timeout` [ms] for bytes and reads as many as the buffer takes.
  public mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Int32
  ) throws(SerialPortError) -> Reading {
    var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&watch, 1, timeout)
    if ready < 0, errno != EINTR { throw .failed(path: path, operation: .read, code: errno) }
    if ready <= 0 { return .silence }
    if watch.revents & Int16(POLLIN) == 0 { return .gone("hang-up") }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .gone(watch.revents & Int16(POLLHUP) != 0 ? "hang-up" : "end of data") }
    return try Self.meaning(of: errno, path)
  }

  private static func meaning(of code: Int32, _ path: String) throws(SerialPortError) -> Reading {
    switch code {
    case EAGAIN:
      // Ready and yet empty: somebody else took the bytes, or the driver errs. Never a loop without a pause.
      usleep(1000)
      return .silence
    case EINTR: return .silence
    case EIO: return .gone("EIO")
    case ENXIO: return .gone("ENXIO")
    case ENODEV: return .gone("ENODEV")
    case ECONNRESET, ETIMEDOUT, EPIPE: return .gone("connection lost")
    default: throw .failed(path: path, operation: .read, code: code)
    }
  }

  /// Writes all bytes within `timeout` [ms]; false when the other side did not take them.
  public mutating func write(_ bytes: [UInt8], timeout: Int32 = 1000) throws(SerialPortError) -> Bool {
    let deadline = HostClock.monotonic() + Int64(timeout) * 1_000_000
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN || errno == EINTR {
        let left = (deadline - HostClock.monotonic()) / 1_000_000
        guard left > 0 else { return false }
        var watch = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&watch, 1, Int32(left))
      } else {
        throw .failed(path: path, operation: .write, code: errno)
      }
    }
    return true
  }
}
