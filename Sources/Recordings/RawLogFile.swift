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
    var log = try Self.open(bytes, head.path)
    let header = log.header
    var ports = try Self.ports(header, head.path)
    while let record = log.next() {
      if ports.indices.contains(Int(record.port)) { ports[Int(record.port)].take(record) }
    }
    for port in ports.indices { ports[port].finish() }
    let sensors = ports.flatMap { $0.recordings(side: BodySide(rawValue: header.side)) }
    if sensors.isEmpty { throw Self.nothingUsable(ports, head.path) }
    return RawRecording(
      sensors: sensors, side: BodySide(rawValue: header.side), startTime: Self.start(header, ports),
      format: format, evidence: evidence + ports.map(\.evidence),
      findings: ports.flatMap(\.findings) + Self.cut(log, of: bytes.count))
  }

  static func open(_ bytes: [UInt8], _ path: String) throws(RecordingError) -> RawLogDecoder {
    do throws(RawLogError) {
      return try RawLogDecoder(bytes)
    } catch {
      let place = error == .damagedHeader ? RawLog.magic.count + 2 : RawLog.magic.count
      throw .damagedContainer(file: path, format: "raw log", detail: .badElement(byte: place))
    }
  }

  private static func ports(_ header: RawLogHeader, _ path: String) throws(RecordingError) -> [LoggedPort] {
    var ports: [LoggedPort] = []
    for description in header.ports {
      guard let port = LoggedPort(description, isAlone: header.ports.count == 1) else {
        let format = "raw log of the decoder \(description.decoder)"
        throw .damagedContainer(file: path, format: format, detail: .badElement(byte: RawLog.magic.count + 6))
      }
      ports.append(port)
    }
    return ports
  }

  /// Wall clock of the first sample [ns].
  private static func start(_ header: RawLogHeader, _ ports: [LoggedPort]) -> Int64? {
    ports.compactMap(\.firstArrival).min().map { header.startWallClock &+ ($0 &- header.startMonotonic) }
  }

  /// What a log without any sample lacked.
  private static func nothingUsable(_ ports: [LoggedPort], _ path: String) -> RecordingError {
    for port in ports {
      if let missing = port.columnsMissing {
        return .missingColumn(file: path, line: 1, sensor: port.path, expected: missing)
      }
    }
    return .noUsableRow(file: path, line: 1, leftOut: ports.reduce(0) { $0 + $1.rejected })
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
