import DecimalText
import Glibc

/// Bytes on their way to a descriptor, written in large pieces. The caller flushes at the end.
public struct OutputBuffer: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let room: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var handedOver = 0
  /// Bytes taken so far.
  public var count: Int { handedOver + filled }
  private static let capacity = 1 << 17

  /// `path` is what errors call the output.
  public init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    room = .allocate(capacity: Self.capacity)
  }

  deinit { room.deallocate() }

  public mutating func append(_ bytes: [UInt8]) throws(RecordingError) {
    for start in stride(from: 0, to: bytes.count, by: Self.capacity) {
      let count = min(Self.capacity, bytes.count - start)
      try makeRoom(count)
      bytes.withUnsafeBufferPointer { (room + filled).update(from: $0.baseAddress! + start, count: count) }
      filled += count
    }
  }

  public mutating func append(_ text: String) throws(RecordingError) { try append(Array(text.utf8)) }

  /// A comma, a line end, or another single byte.
  public mutating func append(byte: UInt8) throws(RecordingError) {
    try makeRoom(1)
    room[filled] = byte
    filled += 1
  }

  /// A number with so many decimals; nothing when it is not finite.
  public mutating func append(_ value: Double, decimals: Int) throws(RecordingError) {
    try makeRoom(DecimalText.longestFixed)
    filled += DecimalText.writeFixed(value, decimals: decimals, to: room + filled)
  }

  /// Hands everything to the system.
  public mutating func flush() throws(RecordingError) {
    var written = 0
    while written < filled {
      let count = Glibc.write(descriptor, room + written, filled - written)
      if count < 0 {
        if errno == EINTR { continue }
        throw .cannotWrite(path: path, code: errno)
      }
      written += count
    }
    handedOver += filled
    filled = 0
  }

  private mutating func makeRoom(_ count: Int) throws(RecordingError) {
    if Self.capacity - filled < count { try flush() }
  }
}
