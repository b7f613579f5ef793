import IMUProtocols
import Inertial
import Recordings
import SerialPorts

/// A capture without times on its way through the live code: its bytes arrive when its device says, or at a stated rate
/// (serial.md section 11).
struct TimedCapture {
  let port: LivePort
  private var records: IndexingIterator<[RawLogRecord]>

  /// - Throws: `Failure` when the file cannot be read, nothing says what speaks in it, or nothing tells the time.
  init(_ call: Invocation) throws {
    let capture = try Capture(call)
    let spoken = capture.ports[0]
    if let evidence = spoken.evidence { call.console.note("\(capture.file): \(evidence)", code: "detected") }
    let decoder = try spoken.spoken.makeDecoder(spoken.configuration)
    let rate = call.request.number("rate") ?? decoder.nominalRate
    records = try Self.records(capture, rate: rate).makeIterator()
    port = LivePort(
      path: capture.file, decoderName: spoken.spoken.name, configuration: spoken.configuration,
      decoder: decoder, proposal: capture.proposal(ofPort: 0))
  }

  mutating func next() -> RawLogRecord? { records.next() }

  /// Pieces with the time of the last sample that each completes.
  private static func records(_ capture: Capture, rate: Double?) throws -> [RawLogRecord] {
    let begin = HostClock.monotonic()
    var clock = CaptureClock(start: nil)
    var stream = SensorStream(
      decoder: try capture.ports[0].spoken.makeDecoder(capture.ports[0].configuration))
    var records = capture.pieces(of: pieceLength), now: Int64 = 0, isTimed = true
    var batch: [DecodedSample] = []
    for number in records.indices {
      batch.removeAll(keepingCapacity: true)
      stream.push(records[number]) { batch.append($0) }
      for decoded in batch {
        let time = clock.time(of: decoded, rate: rate ?? stream.decoder.nominalRate)
        if time == nil { isTimed = false }
        now = max(now, time.map { Int64($0 * 1e9) } ?? now)
      }
      records[number].time = begin &+ now
    }
    guard isTimed else {
      throw Failure(
        "noTime", "nothing tells the time of the samples", exit: .dataRefused, field: "rate",
        file: capture.file, hint: "say how many there are a second with --rate HZ")
    }
    return records + [RawLogRecord(time: begin &+ now, .event(.closed))]
  }

  /// About a frame, so that each sample arrives at its own time [bytes].
  private static let pieceLength = 32
}
