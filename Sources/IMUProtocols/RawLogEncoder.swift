import Inertial

/// Records into the bytes of a raw log.
public enum RawLogEncoder {
  /// What a log file starts with.
  public static func appendHeader(_ header: RawLogHeader, to bytes: inout [UInt8]) {
    let start = bytes.count
    let json = Array(header.json.utf8)
    bytes += RawLog.magic
    append(UInt64(RawLog.format), count: 2, to: &bytes)
    append(UInt64(json.count), count: 4, to: &bytes)
    bytes += json
    append(UInt64(CRC32.sum(bytes[start...])), count: 4, to: &bytes)
  }

  public static func append(_ record: RawLogRecord, to bytes: inout [UInt8]) {
    switch record.content {
    case .received(let chunk): append(.received, chunk, record, to: &bytes)
    case .sent(let chunk): append(.sent, chunk, record, to: &bytes)
    case .event(let event): append(.event, event.payload, record, to: &bytes)
    }
  }

  private static func append(
    _ kind: RawLog.Kind, _ payload: [UInt8], _ record: RawLogRecord, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes += [kind.rawValue, record.port]
    append(UInt64(payload.count), count: 4, to: &bytes)
    append(UInt64(bitPattern: record.time), count: 8, to: &bytes)
    bytes += payload
    append(UInt64(CRC32.sum(bytes[start...])), count: 4, to: &bytes)
  }

  private static func append(_ value: UInt64, count: Int, to bytes: inout [UInt8]) {
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
  }
}

extension RawLogHeader {
  /// One JSON object; read back by `init(json:)`.
  var json: String {
    DescriptionValue.map([
      .init(key: "product", value: .text(product)),
      .init(key: "start_unix_ns", value: .number("\(startWallClock)")),
      .init(key: "start_monotonic_ns", value: .number("\(startMonotonic)")),
      .init(key: "side", value: .text(side)),
      .init(key: "ports", value: .list(ports.map(\.description))),
    ]).json
  }

  init?(json: some Collection<UInt8>) {
    guard let value = DescriptionValue(parsing: json), let product = value["product"]?.text,
      let wall = value["start_unix_ns"]?.integer, let monotonic = value["start_monotonic_ns"]?.integer,
      let ports = value["ports"]?.list?.map(Port.init), !ports.contains(nil)
    else { return nil }
    self.init(
      product: product, startWallClock: wall, startMonotonic: monotonic, side: value["side"]?.text ?? "",
      ports: ports.compactMap { $0 })
  }
}

extension RawLogHeader.Port {
  fileprivate var description: DescriptionValue {
    .map([
      .init(key: "path", value: .text(path)), .init(key: "identity", value: .text(identity)),
      .init(key: "line", value: .text(line)), .init(key: "decoder", value: .text(decoder)),
      .init(key: "configuration", value: .text(configuration)),
      .init(
        key: "segments",
        value: .map(
          segments.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .text($0.value.rawValue)) })),
    ])
  }

  fileprivate init?(_ value: DescriptionValue) {
    guard let path = value["path"]?.text, let decoder = value["decoder"]?.text else { return nil }
    var segments: [String: BodySegment] = [:]
    for entry in value["segments"]?.entries ?? [] {
      if let segment = entry.value.text.flatMap(BodySegment.init) { segments[entry.key] = segment }
    }
    self.init(
      path: path, identity: value["identity"]?.text ?? "", line: value["line"]?.text ?? "",
      decoder: decoder, configuration: value["configuration"]?.text ?? "", segments: segments)
  }
}

extension PortEvent {
  /// Code and text; `init(payload:)` reads them back.
  var payload: [UInt8] {
    switch self {
    case .opened(let path): [1] + Array(path.utf8)
    case .stalled(let silence): [2] + Array("\(silence)".utf8)
    case .resumed: [3]
    case .lost(let cause): [4] + Array(cause.utf8)
    case .reconnected(let path): [5] + Array(path.utf8)
    case .closed: [6]
    case .note(let text): [7] + Array(text.utf8)
    case .entered(let phase): [8] + Array(phase.rawValue.utf8)
    case .failed(let cause): [9] + Array(cause.utf8)
    case .mark(let part): [10] + Array(part.rawValue.utf8)
    case .gap(let gap): [11] + Array(gap.json.utf8)
    case .placed(let sensor, let segment): [12] + Array("\(segment.rawValue) \(sensor)".utf8)
    }
  }

  init?(payload: some Collection<UInt8>) {
    let text = String(decoding: payload.dropFirst(), as: UTF8.self)
    switch payload.first {
    case 1: self = .opened(path: text)
    case 2: self = .stalled(silence: Int64(text) ?? 0)
    case 3: self = .resumed
    case 4: self = .lost(cause: text)
    case 5: self = .reconnected(path: text)
    case 6: self = .closed
    case 7: self = .note(text)
    case 8:
      guard let phase = PortPhase(rawValue: text) else { return nil }
      self = .entered(phase)
    case 9: self = .failed(cause: text)
    case 10:
      guard let part = MeasuredPart(rawValue: text) else { return nil }
      self = .mark(part)
    case 11:
      guard let gap = StreamGap(json: payload.dropFirst()) else { return nil }
      self = .gap(gap)
    case 12:
      let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let segment = words.first.flatMap({ BodySegment(rawValue: String($0)) }) else { return nil }
      self = .placed(sensor: words.count > 1 ? String(words[1]) : "", segment)
    default: return nil
    }
  }
}
