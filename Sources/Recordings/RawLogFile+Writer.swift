import Glibc
import IMUProtocols

/// Keeps what a port sent: a new file that only grows, whole up to the last record whenever the program dies.
///
/// Every record is handed to the system at once, so a kill loses none. A full disk ends the log, not the stream.
public struct RawLogWriter: ~Copyable {
  public let path: String
  /// True after a write failed: the log holds all records before it, and nothing more is written.
  public private(set) var isStopped = false
  /// Bytes of whole records and header.
  public private(set) var size: Int

  private let descriptor: LogDescriptor
  private var bytes: [UInt8] = []

  /// Creates the file, readable by its owner only, and writes the header. Throws `outputExists` for a name that is
  /// taken, `outputFolderMissing`, `cannotCreate`, `cannotWrite`.
  public init(path: String, header: RawLogHeader) throws(RecordingError) {
    let target = try OutputTarget(path: path, force: false, inputs: [])
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_APPEND | (target.isDevice ? 0 : O_CREAT | O_EXCL)
    let number = open(path, flags, 0o600)
    guard number >= 0 else { throw .cannotCreate(path: path, code: errno) }
    let descriptor = LogDescriptor(number: number)
    var head: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &head)
    let code = descriptor.write(head)
    guard code == 0 else {
      if !target.isDevice { unlink(path) }
      throw .cannotWrite(path: path, code: code)
    }
    self.path = path
    self.descriptor = descriptor
    size = head.count
  }

  /// Adds one record. Throws `cannotWrite` the first time that the disk refuses; after that it does nothing.
  public mutating func append(_ record: RawLogRecord) throws(RecordingError) {
    if isStopped { return }
    bytes.removeAll(keepingCapacity: true)
    RawLogEncoder.append(record, to: &bytes)
    let code = descriptor.write(bytes)
    guard code == 0 else {
      isStopped = true
      // The part of a record that did fit is no use to a reader.
      ftruncate(descriptor.number, size)
      throw .cannotWrite(path: path, code: code)
    }
    size += bytes.count
  }

  /// Waits until the disk holds everything.
  public mutating func sync() throws(RecordingError) {
    guard fdatasync(descriptor.number) != 0, errno != EINVAL, errno != EROFS else { return }
    throw .cannotWrite(path: path, code: errno)
  }
}

struct LogDescriptor: ~Copyable {
  let number: Int32

  deinit { close(number) }

  /// 0, or the errno of the write that failed.
  func write(_ bytes: [UInt8]) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(number, $0.baseAddress! + written, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
