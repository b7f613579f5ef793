import Inertial

/// Which protocol speaks in a stretch of bytes: every decoder looks at the same bytes, and the one whose frames cover
/// most of them wins (serial.md section 6). Listens only, and owns no port.
public struct ProtocolDetection: Sendable {
  /// Bytes that a decision needs at most.
  public static let windowLength = 1024
  /// Fewer good frames are chance, and so are frames of which no two stand back to back.
  public static let leastFrames = 3

  /// Line speed at which the bytes came; nil for a file or a port without one.
  public let baud: Int?
  public let bytes: Int
  /// Between the first and the last chunk [ns]; 0 when nobody knows.
  public let duration: Int64
  /// Share of bytes that are text, and of bytes 00 and FF, 0...1.
  public let printableShare: Double
  public let extremeShare: Double
  /// Every protocol that was tried, the best first.
  public let candidates: [DetectionCandidate]
  /// Lines of numbers whose meaning nobody states: what they look like. nil for anything else.
  public let proposal: ColumnProposal?

  /// The protocol that speaks; nil when none does.
  public var match: DetectionCandidate? { candidates.first { $0.shortfall == nil } }

  public init(
    _ window: [RawLogRecord], baud: Int? = nil, among protocols: [SerialProtocol] = SerialProtocol.all
  ) {
    let chunks = window.compactMap { record -> DetectionChunk? in
      guard case .received(let bytes) = record.content, !bytes.isEmpty else { return nil }
      return DetectionChunk(bytes: bytes, time: record.time)
    }
    let all = chunks.flatMap(\.bytes)
    self.baud = baud
    bytes = all.count
    duration = (chunks.last?.time ?? 0) &- (chunks.first?.time ?? 0)
    printableShare = Self.share(all) { 0x20...0x7E ~= $0 || [0x09, 0x0A, 0x0D].contains($0) }
    extremeShare = Self.share(all) { $0 == 0x00 || $0 == 0xFF }
    var found = protocols.compactMap { DetectionCandidate($0, chunks, count: all.count) }
    // Rows of bare numbers look like text of any product; they count only when no product's lines are there.
    let isTaken = found.contains { $0.shortfall == nil }
    let proposal = isTaken ? nil : ColumnProposal(all)
    self.proposal = proposal
    if let proposal, let place = found.firstIndex(where: { $0.entry.name == SerialProtocol.text.name }) {
      found[place] = DetectionCandidate(found[place], rows: proposal, of: all.count)
    }
    candidates = Self.sorted(found)
  }

  public init(
    _ bytes: [UInt8], baud: Int? = nil, among protocols: [SerialProtocol] = SerialProtocol.all
  ) {
    self.init([RawLogRecord(time: 0, .received(bytes))], baud: baud, among: protocols)
  }

  private static func share(_ bytes: [UInt8], _ isMeant: (UInt8) -> Bool) -> Double {
    bytes.isEmpty ? 0 : Double(bytes.count(where: isMeant)) / Double(bytes.count)
  }

  /// Found ones first, then by coverage, then by whose frames they are, then by how often they began and failed.
  private static func sorted(_ candidates: [DetectionCandidate]) -> [DetectionCandidate] {
    candidates.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if (x.shortfall == nil) != (y.shortfall == nil) { return x.shortfall == nil }
      if x.coverage != y.coverage { return x.coverage > y.coverage }
      if x.isOwn != y.isOwn { return x.isOwn }
      if x.beginnings != y.beginnings { return x.beginnings > y.beginnings }
      return a.offset < b.offset
    }.map(\.element)
  }
}

/// Bytes that came together.
struct DetectionChunk {
  var bytes: [UInt8]
  /// Host monotonic time [ns].
  var time: Int64
}

/// How one protocol fared.
public struct DetectionCandidate: Sendable {
  /// Why a protocol does not count as found.
  public enum Shortfall: Hashable, Sendable {
    /// No good frame; so many began like one.
    case noFrame(beginnings: Int)
    /// Too few good frames.
    case fewFrames(Int)
    /// No two good frames stand back to back.
    case scattered(frames: Int)
    /// Good frames cover less of the bytes than needed.
    case coverage(Double, needed: Double)
  }

  public let entry: SerialProtocol
  /// Share of the bytes that good frames cover, 0...1.
  public let coverage: Double
  /// Good frames, damaged ones, and those of them with a wrong sum.
  public let frames: Int
  public let rejected: Int
  public let badSums: Int
  /// Damaged frames that clearly began as frames of this protocol.
  let beginnings: Int
  /// Most frames are of its own types, where another protocol shares the decoder.
  let isOwn: Bool
  /// Samples of each sensor a second [Hz]; nil when the bytes tell no time.
  public let rate: Double?
  public let sensors: [DecodedSensor]
  /// The quantities that came.
  public let content: SampleContent
  /// nil: the protocol is found.
  public let shortfall: Shortfall?

  /// nil for a protocol that needs a configuration.
  init?(_ entry: SerialProtocol, _ chunks: [DetectionChunk], count: Int) {
    guard var decoder = try? entry.makeDecoder("") else { return nil }
    var run = DetectionRun()
    run.feed(chunks, of: count, to: &decoder)
    self.entry = entry
    beginnings = Self.tellingReasons.reduce(0) { $0 + decoder.statistics.rejected($1) }
    let whole = run.whole(decoder.statistics, count, beginnings)
    let half = run.secondHalf(decoder.statistics, count)
    // A device that has just started may fill the first half with its banner.
    let isLate = Self.shortfall(whole, entry) != nil && Self.shortfall(half, entry) == nil
    let span = isLate ? half : whole
    coverage = span.coverage
    frames = span.frames
    shortfall = Self.shortfall(span, entry)
    rejected = decoder.statistics.rejected - run.cutFrames
    badSums = decoder.statistics.rejected(.checksum)
    let types = decoder.statistics.types
    let owned = types.filter { entry.ownsFrameType?($0.type) ?? true }.reduce(0) { $0 + $1.count }
    isOwn = 2 * owned >= decoder.statistics.frames
    rate = run.rate
    sensors = decoder.sensors
    content = run.content
  }

  /// Text whose rows are of one kind, though nobody says what their columns are.
  init(_ text: DetectionCandidate, rows: ColumnProposal, of count: Int) {
    entry = text.entry
    coverage = count == 0 ? 0 : Double(rows.bytes) / Double(count)
    frames = rows.rows
    rejected = rows.otherLines
    badSums = text.badSums
    beginnings = 0
    isOwn = true
    rate = nil
    sensors = []
    content = []
    let span = DetectionRun.Span(
      frames: frames, adjacent: rows.adjacentRows, coverage: coverage, beginnings: 0)
    shortfall = Self.shortfall(span, entry)
  }

  /// Reasons that need a header, a tag or columns that were right.
  private static let tellingReasons: [RejectionReason] = [
    .checksum, .unconfirmed, .escape, .fieldCount, .emptyField, .notANumber, .columnName, .description,
    .unitsUnknown, .clockStep, .outOfRange,
  ]

  private static func shortfall(_ span: DetectionRun.Span, _ entry: SerialProtocol) -> Shortfall? {
    if span.frames == 0 { return .noFrame(beginnings: span.beginnings) }
    if span.frames < ProtocolDetection.leastFrames { return .fewFrames(span.frames) }
    if span.adjacent < 1 { return .scattered(frames: span.frames) }
    if span.coverage < entry.leastCoverage {
      return .coverage(span.coverage, needed: entry.leastCoverage)
    }
    return nil
  }
}

/// One decoder over the bytes of a window, with what it had counted half-way.
struct DetectionRun {
  struct Span {
    var frames: Int
    var adjacent: Int
    var coverage: Double
    var beginnings: Int
  }

  private var middle = DecoderStatistics()
  private var bytesBehindMiddle = 0
  private(set) var content: SampleContent = []
  /// Frames that the end of the window cut: no damage.
  private(set) var cutFrames = 0
  /// Of samples, and of those with an angular rate: other quantities may come in samples of their own.
  private var times: [SampleTimes] = []
  private var rateTimes: [SampleTimes] = []

  mutating func feed(_ chunks: [DetectionChunk], of count: Int, to decoder: inout any SerialDecoder) {
    var isSettling = decoder.frameEnd != nil
    var start = StreamStart()
    var fed = 0
    var isPastMiddle = false
    for chunk in chunks {
      var bytes = chunk.bytes[...]
      if isSettling {
        // The first line may be a part of one, and the end of a number looks like a number.
        chunk.bytes.withUnsafeBytes { start.take($0, decoder) }
        if start.isOpen { continue }
        isSettling = false
        fed += start.dropped
        bytes = start.takeRest()[...]
      }
      let first = isPastMiddle ? 0 : max(0, min(bytes.count, count / 2 - fed))
      push(bytes.prefix(first), chunk.time, &decoder)
      fed += bytes.count
      if !isPastMiddle, fed >= count / 2 {
        isPastMiddle = true
        middle = decoder.statistics
        bytesBehindMiddle = count - count / 2
      }
      push(bytes.dropFirst(first), chunk.time, &decoder)
    }
    let incomplete = decoder.statistics.rejected(.incomplete)
    decoder.finish { take($0) }
    cutFrames = decoder.statistics.rejected(.incomplete) - incomplete
  }

  private mutating func push(_ bytes: ArraySlice<UInt8>, _ time: Int64, _ decoder: inout any SerialDecoder) {
    if !bytes.isEmpty { decoder.push(Array(bytes), arrivalTime: time) { take($0) } }
  }

  private mutating func take(_ decoded: DecodedSample) {
    let sample = decoded.sample
    if sample.gyroscope.isFinite { content.insert(.rate) }
    if sample.accelerometer.isFinite { content.insert(.force) }
    if sample.magnetometer?.isFinite == true { content.insert(.field) }
    if decoded.orientation != nil { content.insert(.orientation) }
    if sample.deviceTime != nil { content.insert(.deviceTime) }
    if decoded.counter != nil { content.insert(.counter) }
    let time = sample.deviceTime ?? sample.arrivalTime
    SampleTimes.add(time, of: decoded.sensor, to: &times)
    if sample.gyroscope.isFinite { SampleTimes.add(time, of: decoded.sensor, to: &rateTimes) }
  }

  /// Of the sensor with the most samples [Hz].
  var rate: Double? { (rateTimes.isEmpty ? times : rateTimes).max { $0.count < $1.count }?.rate }

  func whole(_ end: DecoderStatistics, _ count: Int, _ beginnings: Int) -> Span {
    Span(
      frames: end.frames, adjacent: end.adjacentFrames, coverage: Self.share(end.bytesInFrames, count),
      beginnings: beginnings)
  }

  func secondHalf(_ end: DecoderStatistics, _ count: Int) -> Span {
    Span(
      frames: end.frames - middle.frames, adjacent: end.adjacentFrames - middle.adjacentFrames,
      coverage: Self.share(end.bytesInFrames - middle.bytesInFrames, bytesBehindMiddle),
      beginnings: 0)
  }

  private static func share(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 0 : min(1, Double(part) / Double(whole))
  }
}

/// When the samples of one sensor came.
private struct SampleTimes {
  private let first: Int64
  private var last: Int64
  private(set) var count = 0

  /// [Hz]; nil when the samples tell no time.
  var rate: Double? {
    count > 1 && last > first ? Double(count - 1) * 1e9 / Double(last &- first) : nil
  }

  static func add(_ time: Int64, of sensor: Int, to times: inout [SampleTimes]) {
    while times.count <= sensor { times.append(SampleTimes(first: time, last: time)) }
    times[sensor].last = time
    times[sensor].count += 1
  }
}
