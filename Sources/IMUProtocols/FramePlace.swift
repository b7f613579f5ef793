/// Where the bytes of a frame lie among all that a decoder was given; 0 bytes where nobody says.
@frozen public struct FramePlace: Hashable, Sendable {
  /// Bytes given to the decoder before the frame.
  public var start: Int
  public var count: Int

  @inlinable public init(start: Int = 0, count: Int = 0) {
    self.start = start
    self.count = count
  }
}

/// The last bytes given to a decoder, so that those of a sample can still be shown when the next one contradicts it.
struct RecentBytes: Sendable {
  private var storage = [UInt8](repeating: 0, count: capacity)
  /// Bytes before the chunk that is being decoded.
  private(set) var total = 0

  /// Two frames of the longest kind and what lies between them.
  private static let capacity = 4096

  /// A chunk was decoded.
  mutating func append(_ chunk: UnsafeRawBufferPointer) {
    let kept = chunk.suffix(Self.capacity)
    var slot = (total + chunk.count - kept.count) % Self.capacity
    for byte in kept {
      storage[slot] = byte
      slot = slot + 1 == Self.capacity ? 0 : slot + 1
    }
    total += chunk.count
  }

  /// The first bytes of a frame that lies in `chunk` or before it; none that are no longer there.
  func bytes(of frame: FramePlace, within chunk: UnsafeRawBufferPointer) -> [UInt8] {
    let end = min(frame.start + min(frame.count, RejectedFrames.bytesKept), total + chunk.count)
    guard frame.start >= max(0, total - Self.capacity), frame.start < end else { return [] }
    return (frame.start..<end).map { $0 < total ? storage[$0 % Self.capacity] : chunk[$0 - total] }
  }
}
