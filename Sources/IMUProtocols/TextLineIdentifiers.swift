/// The sensor ids of a port. Configured ids are the only ones; without configuration the first two are taken as
/// they come, and a further one once it was seen three times: a damaged id must not make a sensor.
struct TextLineIdentifiers: Sendable {
  enum Answer: Equatable {
    case sensor(Int)
    case unknown
    /// Make a sensor of this name.
    case new(String)
  }

  var isClosed = false
  private var known: [(id: [UInt8], sensor: Int)] = []
  private var candidates: [(id: [UInt8], count: Int)] = []
  private static let maximumCandidates = 16

  mutating func add(_ id: [UInt8], sensor: Int) { known.append((id, sensor)) }

  /// Exact spelling first, then without case.
  func sensor(_ id: UnsafeRawBufferPointer) -> Int? {
    for entry in known where entry.id.elementsEqual(id) { return entry.sensor }
    for entry in known where Self.isSame(entry.id, id) { return entry.sensor }
    return nil
  }

  mutating func look(_ id: UnsafeRawBufferPointer) -> Answer {
    if let sensor = sensor(id) { return .sensor(sensor) }
    if isClosed || known.count >= TextLineColumn.maximumSensors { return .unknown }
    if known.count >= 2, !isProven(id) { return .unknown }
    return .new(String(decoding: id, as: UTF8.self))
  }

  private mutating func isProven(_ id: UnsafeRawBufferPointer) -> Bool {
    if let place = candidates.firstIndex(where: { $0.id.elementsEqual(id) }) {
      candidates[place].count += 1
      return candidates[place].count >= 3
    }
    if candidates.count < Self.maximumCandidates { candidates.append((Array(id), 1)) }
    return false
  }

  private static func isSame(_ a: [UInt8], _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    for i in a.indices where a[i] != b[i] {
      guard isLetter(a[i]), isLetter(b[i]), a[i] & 0xDF == b[i] & 0xDF else { return false }
    }
    return true
  }
}
