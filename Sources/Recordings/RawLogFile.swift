import IMUProtocols
import Inertial

/// Reads the raw log of a stream as a recording: its bytes go through the same `SensorStream` as they did live.
struct RawLogReader: RecordingReader {
  let format = "raw log"

  func recognise(_ head: FileHead) -> [String]? {
    RawLog.isRawLog(head.bytes) ? ["begins with the mark of a raw log"] : nil
  }

  func read(_ head: FileHead, evidence: [String]) throws(RecordingError) -> RawRecording {
    let bytes = try InputFile.allBytes(of: head.path)
    let log = try Self.open(bytes, head.path)
    var header = log.header
    var (stream, end) = try Self.pass(log, header, head.path)
    // A board that explains itself a second after its first rows: once more, with what it said.
    for (port, configuration) in stream.lateDescriptions { header.ports[port].configuration = configuration }
    if header != log.header, let second = try? Self.pass(log, header, head.path) { (stream, end) = second }
    let side = BodySide(rawValue: header.side)
    let sensors = stream.recordings(side: side)
    if sensors.isEmpty || sensors.allSatisfy({ $0.hasNoMotion }) {
      throw Self.nothingUsable(stream, log, header, head.path)
    }
    return RawRecording(
      sensors: sensors, side: side, startTime: Self.start(header, stream),
      format: format, evidence: evidence + stream.evidence,
      findings: Self.places(log, sensors) + stream.findings + Self.cut(end, of: bytes.count))
  }

  /// All records through the decoders that a header names.
  private static func pass(
    _ log: RawLogDecoder, _ header: RawLogHeader, _ path: String
  ) throws(RecordingError) -> (stream: LoggedStream, end: RawLogDecoder) {
    var log = log
    var stream = try stream(log, header, path)
    while let record = log.next() { stream.take(record) }
    stream.finish()
    return (stream, log)
  }

  static func open(_ bytes: [UInt8], _ path: String) throws(RecordingError) -> RawLogDecoder {
    do throws(RawLogError) {
      return try RawLogDecoder(bytes)
    } catch {
      if error == .damagedHeader { throw damagedHeader(path) }
      throw .damagedContainer(
        file: path, format: "raw log", detail: .badElement(byte: RawLog.magic.count))
    }
  }

  private static func damagedHeader(_ path: String) -> RecordingError {
    .damagedContainer(file: path, format: "raw log", detail: .badElement(byte: RawLog.magic.count + 2))
  }

  private static func stream(
    _ log: RawLogDecoder, _ header: RawLogHeader, _ path: String
  ) throws(RecordingError) -> LoggedStream {
    if header.ports.isEmpty { throw damagedHeader(path) }
    if let stream = LoggedStream(header) { return stream }
    if log.hasLostPlaces { throw damagedHeader(path) }
    for port in header.ports { _ = try RawLogFile.decoder(of: port, path) }
    throw damagedHeader(path)
  }

  /// Wall clock of the first sample [ns].
  private static func start(_ header: RawLogHeader, _ stream: LoggedStream) -> Int64? {
    stream.firstArrival.map { header.startWallClock &+ ($0 &- header.startMonotonic) }
  }

  /// What a log without any usable sample lacked.
  private static func nothingUsable(
    _ stream: LoggedStream, _ log: RawLogDecoder, _ header: RawLogHeader, _ path: String
  ) -> RecordingError {
    if let lacking = stream.lacking {
      return .missingColumn(file: path, line: 1, sensor: lacking.port, expected: lacking.columns)
    }
    let silent = stream.portWithoutSamples
    let window = RawLogFile.window(of: log, port: silent.number)
    let name = header.ports.indices.contains(silent.number) ? header.ports[silent.number].decoder : ""
    return .noUsableFrame(
      file: path, port: silent.name, expected: SerialProtocol.named(name)?.title ?? name, bytes: silent.bytes,
      leftOut: stream.rejected, evidence: ProtocolDetection(window).sentence)
  }

  /// Where the sensors sat stood in a header that is lost, and their names do not tell.
  private static func places(_ log: RawLogDecoder, _ sensors: [SensorRecording]) -> [ImportFinding] {
    let unknown = sensors.count { $0.placement?.segment == nil }
    return log.hasLostPlaces && unknown > 0
      ? [ImportFinding(.placesLost, .doubtful, count: unknown, first: .init(byte: 0))] : []
  }

  private static func cut(_ log: RawLogDecoder, of size: Int) -> [ImportFinding] {
    var findings: [ImportFinding] = []
    if let byte = log.damagedFrom {
      let detail = [ImportFinding.Detail("bytes", Double(log.damagedBytes))]
      findings.append(ImportFinding(.gap, .doubtful, first: .init(byte: byte), detail: detail))
    }
    if let byte = log.tornFrom {
      let detail = [ImportFinding.Detail("bytes", Double(size - byte))]
      findings.append(ImportFinding(.cutTail, .note, first: .init(byte: byte), detail: detail))
    }
    return findings
  }
}

extension SensorRecording {
  /// Not one row has a rate.
  fileprivate var hasNoMotion: Bool { !gyroscope.values.contains { $0.isFinite } }
}

extension InputFile {
  static func allBytes(of path: String) throws(RecordingError) -> [UInt8] {
    var input = try InputFile(path: path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(input.size)
    var room = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try input.read(into: &room), count > 0 { bytes += room[..<count] }
    return bytes
  }
}
