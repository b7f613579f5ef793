/// The bytes of a raw log back into records.
///
/// A record that is cut or damaged is left out and the next whole one is looked for; an end without one is a write that
/// a crash or a full disk cut short.
public struct RawLogDecoder: Sendable {
  /// Where it is damaged beyond reading, its ports have no name, and a decoder only if their bytes tell it.
  public private(set) var header: RawLogHeader
  public private(set) var isHeaderDamaged: Bool
  /// The header was damaged beyond reading: nothing says any more where its sensors sat.
  public private(set) var hasLostPlaces = false
  /// Where the next record starts [byte].
  public private(set) var position: Int
  /// First byte of an end that forms no whole record; nil when there is none.
  public private(set) var tornFrom: Int?
  /// First byte of damage that whole records follow; nil when there is none.
  public private(set) var damagedFrom: Int?
  /// Bytes of such damage in all.
  public private(set) var damagedBytes = 0

  private let bytes: [UInt8]
  /// Records of other ports are damage.
  private var portCount: Int
  /// Bytes that may still be summed while looking for a whole record: bounds the time for hostile files.
  private var searchBudget: Int

  /// A damaged header of which whole records follow is no error: see `isHeaderDamaged`.
  public init(_ bytes: [UInt8]) throws(RawLogError) {
    guard RawLog.isRawLog(bytes) else { throw .notARawLog }
    let headStart = RawLog.magic.count
    guard bytes.count >= headStart + 6 else { throw .damagedHeader }
    let format = UInt16(Self.number(bytes, headStart, 2))
    // Behind a damaged mark nothing says that the format is meant.
    guard format == RawLog.format || !bytes.starts(with: RawLog.magic) else { throw .unknownFormat(format) }
    self.bytes = bytes
    searchBudget = 16 * bytes.count
    let length = Int(Self.number(bytes, headStart + 2, 4))
    let start = headStart + 6
    guard length <= RawLog.maximumLength, start + length + 4 <= bytes.count,
      UInt64(CRC32.sum(bytes[..<(start + length)])) == Self.number(bytes, start + length, 4),
      let header = RawLogHeader(json: bytes[start..<start + length])
    else {
      header = RawLogHeader(product: "", startWallClock: 0, startMonotonic: 0, ports: [])
      position = start
      isHeaderDamaged = true
      portCount = Self.mostPortsGuessed
      guard findNext() else { throw .damagedHeader }
      mendHeader(start..<position)
      return
    }
    self.header = header
    position = start + length + 4
    isHeaderDamaged = false
    portCount = header.ports.count
  }

  /// What still reads of a damaged header: all of it when only its sum is wrong, else how many ports there were, and
  /// the protocol where their bytes tell it.
  private mutating func mendHeader(_ place: Range<Int>) {
    if place.count > 4, let whole = RawLogHeader(json: bytes[place.lowerBound..<place.upperBound - 4]) {
      header = whole
      portCount = whole.ports.count
      return
    }
    hasLostPlaces = true
    var rest = self
    var windows: [[RawLogRecord]] = [[]]
    while let record = rest.next() {
      while windows.count <= Int(record.port) { windows.append([]) }
      guard case .received = record.content, windows[Int(record.port)].count < Self.windowGuessed else {
        continue
      }
      windows[Int(record.port)].append(record)
    }
    header.ports = windows.enumerated().map { number, window in
      let spoken = ProtocolDetection(window).match?.entry.name ?? ""
      return .init(path: "port\(number)", decoder: spoken)
    }
    portCount = windows.count
  }

  /// Records from which a lost decoder is recognised.
  private static let windowGuessed = 200
  private static let mostPortsGuessed = 8

  /// The next whole record; nil at the end. Records of a kind this program does not know are passed over.
  public mutating func next() -> RawLogRecord? {
    while position < bytes.count {
      guard let end = recordEnd(at: position, within: RawLog.maximumLength) else {
        if findNext() { continue }
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

  /// Moves behind damage to the next whole record of a known kind and port; false when the rest has none.
  private mutating func findNext() -> Bool {
    let start = position
    for candidate in (start + 1)..<max(start + 2, bytes.count) where looksLikeRecord(at: candidate) {
      searchBudget -= Int(Self.number(bytes, candidate + 2, 4))
      if searchBudget < 0 { break }
      guard recordEnd(at: candidate, within: Self.longestSearched) != nil else { continue }
      damagedFrom = damagedFrom ?? start
      damagedBytes += candidate - start
      position = candidate
      return true
    }
    tornFrom = start
    position = bytes.count
    return false
  }

  private static let longestSearched = 1 << 17

  private func looksLikeRecord(at place: Int) -> Bool {
    place + RawLog.recordHeadLength + 4 <= bytes.count && RawLog.Kind(rawValue: bytes[place]) != nil
      && Int(bytes[place + 1]) < portCount
      && Self.number(bytes, place + 2, 4) <= UInt64(Self.longestSearched)
  }

  /// Behind the record at `place`; nil when it is cut, damaged, or longer than `limit`.
  private func recordEnd(at place: Int, within limit: Int) -> Int? {
    let body = place + RawLog.recordHeadLength
    guard body + 4 <= bytes.count else { return nil }
    let length = Int(Self.number(bytes, place + 2, 4))
    guard length <= limit, body + length + 4 <= bytes.count else { return nil }
    let sum = CRC32.sum(bytes[place..<(body + length)])
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
    var number: UInt64 = 0
    for i in 0..<count { number |= UInt64(bytes[start + i]) << UInt64(8 * i) }
    return number
  }
}
