/// Finds frames in chunks of bytes and comes back to the byte after every false header: the one machine of all binary
/// framings.
///
/// A `FrameReader` only judges the front of a window. Nothing is skipped by an assumed length: after a bad frame
/// the scan goes on one byte further, so a lost byte costs only the frame that it was in. A long frame that does not
/// complete holds nothing back: once it has waited for `patience`, the first whole frame inside it wins.
struct FrameScanner: Sendable {
  /// [ns] between the first byte of a frame and a chunk that still does not complete it.
  let patience: Int64

  private var window: [UInt8]
  /// Bytes of the window that are filled, and how many of them came in earlier chunks.
  private var end = 0
  private var known = 0
  /// Bytes taken since the start.
  private var taken = 0
  /// Arrival of each byte that came in an earlier chunk.
  private var arrivals: [Int64]

  /// Bytes of a chunk that are looked at together.
  private static let slice = 4096

  init(longestFrame: Int, patience: Int64 = 100_000_000) {
    self.patience = patience
    window = [UInt8](repeating: 0, count: longestFrame + Self.slice)
    arrivals = [Int64](repeating: 0, count: longestFrame)
  }

  mutating func push(
    _ chunk: UnsafeRawBufferPointer, arrivalTime: Int64, into reader: inout some FrameReader,
    _ rejected: inout RejectedFrames, _ emit: (DecodedSample) -> Void
  ) {
    var cursor = 0
    while cursor < chunk.count {
      let count = min(chunk.count - cursor, window.count - end)
      window.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[end...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: chunk[cursor..<cursor + count]))
      }
      end += count
      taken += count
      cursor += count
      let scan = Scan(now: arrivalTime, isAll: cursor == chunk.count, isEnd: false)
      keepRest(from: run(scan, &reader, &rejected, emit), arrivalTime)
    }
  }

  /// End of input: what waits for more bytes is no frame; frames behind its header are still found.
  mutating func finish(
    into reader: inout some FrameReader, _ rejected: inout RejectedFrames, _ emit: (DecodedSample) -> Void
  ) {
    let scan = Scan(now: known > 0 ? arrivals[known - 1] : 0, isAll: true, isEnd: true)
    _ = run(scan, &reader, &rejected, emit)
    (end, known) = (0, 0)
  }

  // MARK: The scan

  private struct Scan {
    let now: Int64
    let isAll: Bool
    let isEnd: Bool
  }

  /// Judges place after place; the first that is undecided.
  private func run(
    _ scan: Scan, _ reader: inout some FrameReader, _ rejected: inout RejectedFrames,
    _ emit: (DecodedSample) -> Void
  ) -> Int {
    var place = 0
    // The end of input is one rejection, however many headers the rest holds.
    var isCut = false
    window.withUnsafeBytes { bytes in
      while place < end {
        let front = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
        let arrival = place < known ? arrivals[place] : scan.now
        switch judge(front, arrival, scan, reader) {
        case .needs: return
        case .frame(let length):
          let frame = UnsafeRawBufferPointer(rebasing: front[..<length])
          let accepted = reader.statistics.frames
          let incidents = reader.statistics.incidents
          let bytes = FramePlace(start: taken - (end - place), count: length)
          reader.read(frame, arrivalTime: arrival) { emit($0.behind(incidents, in: bytes)) }
          // Whole, but refused for what it says: an impossible time, an unknown sensor.
          if reader.statistics.frames == accepted, let reason = reader.statistics.lastRejection {
            rejected.append(frame, reason, at: arrival)
          }
          place += length
        case .bad(let reason):
          if !isCut { Self.reject(reason, front, skipping: 1, arrival, &reader, &rejected) }
          if isCut { reader.statistics.bytesSkipped += 1 }
          isCut = scan.isEnd
          place += 1
        case .damaged(let length, let reason):
          let frame = UnsafeRawBufferPointer(rebasing: front[..<length])
          Self.reject(reason, frame, skipping: length, arrival, &reader, &rejected)
          place += length
        case .none:
          reader.statistics.bytesSkipped += 1
          place += 1
        }
      }
    }
    return place
  }

  /// As the reader judges, but nothing is waited for beyond its time.
  private func judge(
    _ front: UnsafeRawBufferPointer, _ arrival: Int64, _ scan: Scan, _ reader: some FrameReader
  ) -> FrameVerdict {
    let verdict = scan.isEnd ? reader.judgeLast(front) : reader.judge(front, isAll: scan.isAll)
    guard case .needs(let count) = verdict else { return verdict }
    // A reader that asks for what it has, or for more than it may, would wait for ever.
    if count <= front.count || count > arrivals.count { return .bad(.length) }
    if scan.isEnd { return .bad(.incomplete) }
    guard scan.now &- arrival > patience else { return verdict }
    return Self.hasFrame(behind: front, scan, reader) ? .bad(.incomplete) : verdict
  }

  /// A whole frame begins somewhere behind the first byte.
  private static func hasFrame(
    behind front: UnsafeRawBufferPointer, _ scan: Scan, _ reader: some FrameReader
  ) -> Bool {
    for place in 1..<max(1, front.count) {
      let verdict = reader.judge(UnsafeRawBufferPointer(rebasing: front[place...]), isAll: scan.isAll)
      if case .frame = verdict { return true }
    }
    return false
  }

  private static func reject(
    _ reason: RejectionReason, _ bytes: UnsafeRawBufferPointer, skipping count: Int, _ arrival: Int64,
    _ reader: inout some FrameReader, _ rejected: inout RejectedFrames
  ) {
    reader.statistics.reject(reason, bytes: count)
    rejected.append(bytes, reason, at: arrival)
  }

  /// Moves what is undecided to the front of the window, each byte with its arrival.
  private mutating func keepRest(from start: Int, _ now: Int64) {
    let rest = end - start
    for i in 0..<rest { arrivals[i] = start + i < known ? arrivals[start + i] : now }
    if start > 0 {
      window.withUnsafeMutableBytes { bytes in
        bytes.baseAddress!.copyMemory(from: bytes.baseAddress! + start, byteCount: rest)
      }
    }
    (end, known) = (rest, rest)
  }
}
