/// The text of a file in pieces of whole lines; memory does not grow with the file.
struct TextStream: ~Copyable {
  private var input: InputFile
  private let encoding: TextEncoding
  private var decoder: UTF16Decoder
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var filled = 0
  private var isAtStart = true
  private var isAtEnd = false

  private static let capacity = 1 << 20
  /// A line that is longer than this is no row.
  static let longestLine = capacity - 8

  init(path: String, encoding: TextEncoding) throws(RecordingError) {
    input = try InputFile(path: path)
    self.encoding = encoding
    decoder = UTF16Decoder(isBigEndian: encoding == .utf16BigEndian)
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit { buffer.deallocate() }

  /// Gives the text piece by piece. The body returns how many bytes it has used; the rest comes again with more.
  ///
  /// `isEnd` marks the last piece. A piece of `longestLine` or more of which nothing is used is dropped: it has no
  /// line end.
  mutating func forEachPiece(
    _ body: (UnsafeBufferPointer<UInt8>, _ isEnd: Bool) throws(RecordingError) -> Int
  ) throws(RecordingError) {
    while true {
      try fill()
      let used = try body(UnsafeBufferPointer(rebasing: buffer[..<filled]), isAtEnd)
      if isAtEnd { return }
      let kept = used == 0 && filled >= Self.longestLine ? 0 : filled - used
      if kept > 0 {
        (buffer.baseAddress! + 0).update(from: buffer.baseAddress! + (filled - kept), count: kept)
      }
      filled = kept
    }
  }

  private mutating func fill() throws(RecordingError) {
    if encoding.isUTF16 { return try fillFromUTF16() }
    let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
    let count = try input.read(into: room)
    isAtEnd = count < room.count
    filled += count
    if isAtStart {
      isAtStart = false
      let mark = encoding.markLength
      buffer.baseAddress!.update(from: buffer.baseAddress! + mark, count: filled - mark)
      filled -= mark
    }
  }

  /// A unit of two bytes becomes three bytes at most, a pair of units four.
  private mutating func fillFromUTF16() throws(RecordingError) {
    var raw = [UInt8](repeating: 0, count: (buffer.count - filled) / 3 * 2)
    let count = try input.read(into: &raw)
    isAtEnd = count < raw.count
    var place = filled
    for byte in raw[..<count] {
      decoder.take(byte) {
        buffer[place] = $0
        place += 1
      }
    }
    filled = place
  }
}
