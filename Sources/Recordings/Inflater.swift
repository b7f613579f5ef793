import CZlib

/// Unpacks a zlib stream, keeps its front and counts its length.
struct Inflater: ~Copyable {
  private(set) var front: [UInt8] = []
  private(set) var length = 0
  /// The stream has ended and its checksum was right.
  private(set) var isAtEnd = false
  private let keeping: Int
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableBufferPointer<UInt8>

  init(keeping: Int) {
    self.keeping = keeping
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    room = .allocate(capacity: 1 << 16)
    // Fails only without memory; then the first piece fails.
    _ = inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  /// False for a stream that is damaged, or for bytes behind its end.
  mutating func take(_ piece: [UInt8]) -> Bool {
    var piece = piece
    return piece.withUnsafeMutableBufferPointer { bytes in
      stream.pointee.next_in = bytes.baseAddress
      stream.pointee.avail_in = UInt32(bytes.count)
      repeat {
        guard !isAtEnd else { return false }
        stream.pointee.next_out = room.baseAddress
        stream.pointee.avail_out = UInt32(room.count)
        let state = inflate(stream, Z_NO_FLUSH)
        guard state == Z_OK || state == Z_STREAM_END else { return false }
        let made = room.count - Int(stream.pointee.avail_out)
        if front.count < keeping { front.append(contentsOf: room[..<min(made, keeping - front.count)]) }
        length += made
        isAtEnd = state == Z_STREAM_END
      } while stream.pointee.avail_in > 0 || (stream.pointee.avail_out == 0 && !isAtEnd)
      return true
    }
  }
}
