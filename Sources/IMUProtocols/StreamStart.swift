/// The bytes from an opening to the first frame end: dropped, for they may be the end of a frame, unless the decoder
/// knows that nothing of them is missing.
struct StreamStart: Sendable {
  private var bytes: [UInt8] = []
  /// Bytes that came and were too many to keep.
  private var lost = 0
  /// The frame end has not come yet.
  private(set) var isOpen = true
  /// Bytes before the first frame that counts.
  private(set) var dropped = 0

  private static let longest = 4096

  mutating func take(_ chunk: UnsafeRawBufferPointer, _ decoder: some SerialDecoder) {
    guard let end = chunk.firstIndex(where: { $0 == decoder.frameEnd }) else {
      let kept = max(0, min(chunk.count, Self.longest - bytes.count))
      bytes += chunk.prefix(kept)
      lost += chunk.count - kept
      return
    }
    isOpen = false
    bytes += chunk[...end]
    if lost > 0 || !bytes.withUnsafeBytes({ decoder.isWhole(firstFrame: $0) }) {
      dropped = bytes.count + lost
      bytes = []
    }
    bytes += chunk[(end + 1)...]
  }

  /// Begins anew without a frame end; gives the number of bytes that came.
  mutating func dropRest() -> Int {
    defer { self = StreamStart() }
    return bytes.count + lost
  }

  /// What the decoder is to hear; afterwards this stands at the next opening.
  mutating func takeRest() -> [UInt8] {
    defer { self = StreamStart() }
    return bytes
  }
}
