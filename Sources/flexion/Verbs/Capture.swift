import IMUProtocols
import Inertial
import Recordings

/// A file of bytes as they came from a port, or from the ports of a raw log, with the decoders that read them.
struct Capture {
  /// One port of a raw log, or the whole of a plain file.
  struct Port {
    /// Path of the port; empty for a plain file.
    let name: String
    let spoken: SerialProtocol
    /// In the decoder's own words; empty for none.
    let configuration: String
    /// What spoke for the protocol where nobody named it.
    let evidence: String?
  }

  let file: String
  let ports: [Port]
  /// Host time at the beginning [ns]; nil for a plain file, whose bytes tell no arrival.
  let start: Int64?
  private let records: [RawLogRecord]

  /// - Throws: `Failure` when the file cannot be read, or when nothing says what speaks in it.
  init(_ call: Invocation) throws {
    let file = call.request.arguments[0]
    self.file = file
    let stated = call.request.text("protocol")
    let device = try call.request.text("device").map { try DeviceFile.read($0, stated: stated) }
    let named = try stated.map(Self.named) ?? device?.protocolName
    let configuration = device?.decoder ?? ""
    if RawLogFile.isRawLog(file) {
      var log = try RawLogFile.records(of: file)
      var records: [RawLogRecord] = []
      while let record = log.next() { records.append(record) }
      self.records = records
      start = log.header.startMonotonic
      ports = try log.header.ports.enumerated().map { number, port in
        let words = named == nil && configuration.isEmpty ? port.configuration : configuration
        return try Self.port(port.path, named ?? port.decoder, words, file) {
          records.filter { Int($0.port) == number }
        }
      }
    } else {
      let bytes = try CaptureFile.bytes(of: file)
      let records = Self.records(of: bytes)
      self.records = records
      start = nil
      ports = [
        try Self.port("", named ?? (configuration.isEmpty ? nil : "text"), configuration, file) { records }
      ]
    }
  }

  /// Goes through all of it from the beginning, port by number; what came of each port.
  func run(_ emit: (_ port: Int, DecodedSample, SensorStream) throws -> Void) throws -> [SensorStream] {
    var streams = try ports.map { SensorStream(decoder: try Self.decoder($0, file)) }
    var batch: [DecodedSample] = []
    for record in records where streams.indices.contains(Int(record.port)) {
      let port = Int(record.port)
      batch.removeAll(keepingCapacity: true)
      streams[port].push(record) { batch.append($0) }
      for sample in batch { try emit(port, sample, streams[port]) }
    }
    for port in streams.indices {
      batch.removeAll(keepingCapacity: true)
      streams[port].finish { batch.append($0) }
      for sample in batch { try emit(port, sample, streams[port]) }
    }
    return streams
  }

  /// Rows that nobody explains, if that is what a port holds.
  func proposal(ofPort number: Int) -> ColumnProposal? {
    ProtocolDetection(Self.window(records.filter { Int($0.port) == number }), among: [.named("text")!])
      .proposal
  }

  /// What the first bytes of a port look like, whatever was stated.
  func sentence(ofPort number: Int) -> String {
    ProtocolDetection(Self.window(records.filter { Int($0.port) == number })).sentence
  }

  /// The bytes of a plain file, in pieces of so many bytes.
  func pieces(of length: Int) -> [RawLogRecord] {
    records.flatMap { record -> [RawLogRecord] in
      guard case .received(let bytes) = record.content else { return [record] }
      return stride(from: 0, to: bytes.count, by: length).map { start in
        RawLogRecord(time: record.time, .received(Array(bytes[start..<min(bytes.count, start + length)])))
      }
    }
  }

  // MARK: Reading

  private static let chunkLength = 1 << 14

  /// A plain file in pieces. Its first line may be the end of one, unless it begins as lines with words do.
  private static func records(of bytes: [UInt8]) -> [RawLogRecord] {
    let first = bytes.first ?? 0
    let isWhole = 0x41...0x5A ~= first & 0xDF || [UInt8(ascii: "#"), UInt8(ascii: "$")].contains(first)
    var records = isWhole ? [] : [RawLogRecord(time: 0, .event(.opened(path: "")))]
    for start in stride(from: 0, to: bytes.count, by: chunkLength) {
      let end = min(bytes.count, start + chunkLength)
      records.append(RawLogRecord(time: 0, .received(Array(bytes[start..<end]))))
    }
    return records
  }

  private static func named(_ name: String) throws -> String {
    if let spoken = SerialProtocol.named(name) { return spoken.name }
    if SerialProtocol.withoutHeader.contains(name) {
      throw Faults.failure(DeviceConfigurationError.withoutHeader(protocol: name))
    }
    let known = SerialProtocol.all.map(\.name)
    throw Failure(
      "unknownProtocol", "no protocol is called `\(name)`", exit: .usage, field: "protocol",
      hint: "known are \(known.joined(separator: ", "))")
  }

  private static func decoder(_ port: Port, _ file: String) throws -> any SerialDecoder {
    do { return try port.spoken.makeDecoder(port.configuration) } catch {
      throw Faults.failure(error).naming(file)
    }
  }

  // MARK: Who speaks

  private static func port(
    _ path: String, _ name: String?, _ configuration: String, _ file: String, _ records: () -> [RawLogRecord]
  ) throws -> Port {
    if let name {
      guard let spoken = SerialProtocol.named(name) else {
        throw Failure(
          "unknownProtocol", "this program knows no protocol `\(name)`", exit: .dataRefused, file: file)
      }
      return Port(name: path, spoken: spoken, configuration: configuration, evidence: nil)
    }
    let all = records()
    let detection = ProtocolDetection(window(all))
    guard let match = detection.match else {
      // The beginning may be what a board says before it measures.
      let last = ProtocolDetection(Array(window(all.reversed()).reversed()))
      guard let match = last.match else {
        throw Failure(
          "unknownProtocol", detection.sentence, exit: .dataRefused, file: file,
          hint: "name it with --protocol: \(SerialProtocol.all.map(\.name).joined(separator: ", "))")
      }
      return Port(name: path, spoken: match.entry, configuration: "", evidence: last.sentence)
    }
    return Port(name: path, spoken: match.entry, configuration: "", evidence: detection.sentence)
  }

  /// Enough records to judge by.
  private static func window(_ records: [RawLogRecord]) -> [RawLogRecord] {
    var window: [RawLogRecord] = []
    var count = 0
    for record in records {
      guard case .received(let bytes) = record.content else { continue }
      window.append(record)
      count += bytes.count
      if count >= 1 << 15 { break }
    }
    return window
  }
}
