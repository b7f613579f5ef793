/// The bytes of a raw log back into records.
public struct RawLogDecoder: Sendable {
  public let header: RawLogHeader
  /// Where the next record starts [byte].
  public private(set) var position: Int
  /// First byte of an end that forms no whole record: a write cut by a crash or a full disk. nil when there is none.
  public private(set) var tornFrom: Int?

  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) throws(RawLogError) {
    guard RawLog.isRawLog(bytes) else { throw .notARawLog }
    let headStart = RawLog.magic.count
    guard bytes.count >= headStart + 6 else { throw .damagedHeader }
    let format = UInt16(Self.number(bytes, headStart, 2))
    guard format == RawLog.format else { throw .unknownFormat(format) }
    let length = Int(Self.number(bytes, headStart + 2, 4))
    let start = headStart + 6
    guard length <= RawLog.maximumLength, start + length + 4 <= bytes.count,
      UInt64(CRC32.sum(bytes[..<(start + length)])) == Self.number(bytes, start + length, 4),
      let header = RawLogHeader(json: bytes[start..<start + length])
    else { throw .damagedHeader }
    self.header = header
    self.bytes = bytes
    position = start + length + 4
  }

  /// The next whole record; nil at the end. Records of a kind this program does not know are passed over.
  public mutating func next() -> RawLogRecord? {
    while position < bytes.count {
      guard let end = wholeRecordEnd() else {
        tornFrom = position
        return nil
      }
      defer { position = end }
      let payload = bytes[(position + RawLog.recordHeadLength)..<(end - 4)]
      if let content = Self.content(bytes[position], payload) {
        let time = Int64(bitPattern: Self.number(bytes, position + 6, 8))
        return RawLogRecord(time: time, port: bytes[position + 1], content)
      }
    }
    return nil
  }

  /// Behind the record at `position`; nil when it is cut or damaged.
  private func wholeRecordEnd() -> Int? {
    let body = position + RawLog.recordHeadLength
    guard tornFrom == nil, body + 4 <= bytes.count else { return nil }
    let length = Int(Self.number(bytes, position + 2, 4))
    guard length <= RawLog.maximumLength, body + length + 4 <= bytes.count else { return nil }
    let sum = CRC32.sum(bytes[position..<(body + length)])
    return UInt64(sum) == Self.number(bytes, body + length, 4) ? body + length + 4 : nil
  }

  private static func content(_ kind: UInt8, _ payload: ArraySlice<UInt8>) -> RawLogRecord.Content? {
    switch RawLog.Kind(rawValue: kind) {
    case .received: .received(Array(payload))
    case .sent: .sent(Array(payload))
    case .event: PortEvent(payload: payload).map { .event($0) }
    case nil: nil
    }
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
  }
}
