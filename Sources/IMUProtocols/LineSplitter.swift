/// Cuts chunks of bytes into lines; a line that lies in one chunk is not copied.
struct LineSplitter: Sendable {
  enum Piece {
    /// A whole line without its line feed, as a range of the chunk.
    case inChunk(Range<Int>)
    /// A whole line that began in an earlier chunk: the first `count` bytes of `stored`.
    case joined(count: Int, arrivalTime: Int64)
    /// Too long: what was kept of it, as above. Its remaining bytes are skipped up to the next line feed.
    case tooLong(count: Int, arrivalTime: Int64)
  }

  let capacity: Int
  private(set) var stored: [UInt8]
  private var count = 0
  private var arrivalTime: Int64 = 0
  private var isSkipping = false
  private var skipped = 0

  init(capacity: Int) {
    self.capacity = capacity
    stored = [UInt8](repeating: 0, count: capacity)
  }

  /// The next line of `chunk` from `cursor` on; nil when the rest of the chunk was kept for later.
  mutating func next(in chunk: UnsafeRawBufferPointer, at cursor: inout Int, arrivalTime: Int64) -> Piece? {
    while cursor < chunk.count {
      let start = cursor
      let end = Self.lineFeed(in: chunk, from: start)
      cursor = min(chunk.count, (end ?? chunk.count) + 1)
      if isSkipping {
        skipped += (end ?? chunk.count) - start
        isSkipping = end == nil
      } else if let end, count == 0, end - start <= capacity {
        return .inChunk(start..<end)
      } else if count + (end ?? chunk.count) - start > capacity {
        return giveUp(at: end ?? chunk.count, of: chunk, from: start, isOpen: end == nil, arrivalTime)
      } else {
        keep(chunk, start..<(end ?? chunk.count), arrivalTime)
        if end != nil { return takeJoined() }
      }
    }
    return nil
  }

  /// Bytes of lines that were too long and are not in `stored`, since the last call.
  mutating func takeSkipped() -> Int {
    defer { skipped = 0 }
    return skipped
  }

  /// Forgets the line that is not complete; nil when there is none.
  mutating func takeRest() -> (count: Int, arrivalTime: Int64)? {
    defer {
      count = 0
      isSkipping = false
    }
    return count > 0 ? (count, arrivalTime) : nil
  }

  private static func lineFeed(in chunk: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var i = start
    while i < chunk.count {
      if chunk[i] == UInt8(ascii: "\n") { return i }
      i += 1
    }
    return nil
  }

  private mutating func keep(_ chunk: UnsafeRawBufferPointer, _ range: Range<Int>, _ time: Int64) {
    if count == 0 { arrivalTime = time }
    for i in range {
      stored[count] = chunk[i]
      count += 1
    }
  }

  private mutating func takeJoined() -> Piece {
    defer { count = 0 }
    return .joined(count: count, arrivalTime: arrivalTime)
  }

  private mutating func giveUp(
    at end: Int, of chunk: UnsafeRawBufferPointer, from start: Int, isOpen: Bool, _ time: Int64
  ) -> Piece {
    let kept = min(capacity - count, end - start)
    keep(chunk, start..<start + kept, time)
    skipped += end - start - kept
    isSkipping = isOpen
    defer { count = 0 }
    return .tooLong(count: count, arrivalTime: arrivalTime)
  }
}
