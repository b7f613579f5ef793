/// A device file: how to open the port, and how to read what comes from it (serial.md section 5). Every key is optional.
public struct DeviceConfiguration: Hashable, Sendable {
  /// Data terminal ready, which resets many boards.
  public enum TerminalReady: String, Hashable, Sendable, CaseIterable { case `default`, low, high }

  /// Name in `SerialProtocol.all`; nil when the file names none.
  public var protocolName: String?
  /// [baud]
  public var baud: Int?
  public var terminalReady = TerminalReady.default
  /// How long a board may stay silent after opening [ms].
  public var settleMilliseconds: Int?
  /// Sent after opening and after every re-opening, in this order; nil: what the protocol needs.
  public var start: [[UInt8]]?
  /// Sent before closing; nil: what the protocol needs.
  public var stop: [[UInt8]]?
  /// What the decoder is configured with, as JSON; empty when the file says nothing about it.
  public var decoder = ""

  public init() {}

  /// What the file describes when nothing names a protocol: text lines.
  public var spoken: SerialProtocol { protocolName.flatMap(SerialProtocol.named) ?? .text }

  /// Reads a device file. Keys that nothing reads are errors: a slip must not be silent.
  ///
  /// - Parameter stated: the protocol that was named beside the file, which counts where the file names none.
  public init(
    json: some Collection<UInt8>, stated: String? = nil
  ) throws(DeviceConfigurationError) {
    let value = try DescriptionValue.read(json)
    guard let entries = value.entries else { throw .notAnObject }
    let named = try value["protocol"].map { (v) throws(DeviceConfigurationError) in try Self.name(v) }
    protocolName = named ?? stated.flatMap(SerialProtocol.named)?.name
    try Self.checkKeys(entries, spoken)
    try Self.checkPlaces(value["sensors"])
    if let speed = value["baud"] { baud = try Self.whole(speed, "baud", 300...4_000_000) }
    if let ready = value["dtr"] {
      let expected = ExpectedValue.oneOf(TerminalReady.allCases.map(\.rawValue))
      guard let known = ready.text.flatMap(TerminalReady.init) else {
        throw .badValue(key: "dtr", expected: expected)
      }
      terminalReady = known
    }
    if let settle = value["settle_ms"] {
      settleMilliseconds = try Self.whole(settle, "settle_ms", 0...60_000)
    }
    if let commands = value["start"] { start = try Self.commands(commands, "start") }
    if let commands = value["stop"] { stop = try Self.commands(commands, "stop") }
    try readDecoder(entries)
  }

  public init(json: String) throws(DeviceConfigurationError) { try self.init(json: Array(json.utf8)) }

  private static let portKeys = ["protocol", "baud", "dtr", "settle_ms", "start", "stop"]

  private mutating func readDecoder(_ entries: [DescriptionValue.Entry]) throws(DeviceConfigurationError) {
    let rest = entries.filter { !Self.portKeys.contains($0.key) }
    if rest.isEmpty { return }
    decoder = DescriptionValue.map(rest).json
    do {
      _ = try spoken.makeDecoder(decoder)
    } catch let error as DeviceConfigurationError {
      throw error
    } catch {
      throw .badValue(key: "protocol", expected: .object)
    }
  }

  // MARK: Keys

  /// Members of the objects that every protocol may have; an empty list leaves the names to the user.
  private static let members: [(key: String, names: [String])] = [
    ("line", ["prefix", "separator", "decimal", "checksum"]), ("columns", []), ("units", []),
    ("time", ["source", "wrap", "nominal_hz"]), ("sensors", []), ("axes", ["thigh", "shank"]), ("hz", []),
    ("fw", []), ("checksum", []),
  ]

  private static func checkKeys(
    _ entries: [DescriptionValue.Entry], _ spoken: SerialProtocol
  ) throws(DeviceConfigurationError) {
    let known = portKeys + members.map(\.key) + spoken.configurationKeys
    for entry in entries {
      guard known.contains(entry.key) else { throw .unknownKey(key: entry.key, known: known) }
      guard let names = members.first(where: { $0.key == entry.key })?.names else { continue }
      for member in entry.value.entries ?? [] where !isKnown(member.key, in: entry.key, names) {
        throw .unknownKey(key: "\(entry.key).\(member.key)", known: entry.key == "units" ? unitNames : names)
      }
    }
  }

  /// A leg has one thigh and one shank.
  private static func checkPlaces(_ sensors: DescriptionValue?) throws(DeviceConfigurationError) {
    var names: [String: String] = [:]
    for entry in sensors?.entries ?? [] {
      guard let place = entry.value.text else { continue }
      if let other = names[place] { throw .samePlace(other, entry.key, segment: place) }
      names[place] = entry.key
    }
  }

  private static let unitNames = ["t", "acc", "gyr", "mag", "quat", "angle"]

  private static func isKnown(_ name: String, in key: String, _ names: [String]) -> Bool {
    key == "units" ? TextLineColumn.unitGroup(name) != nil : names.isEmpty || names.contains(name)
  }

  // MARK: Values

  private static func name(_ value: DescriptionValue) throws(DeviceConfigurationError) -> String {
    if let name = value.text, let entry = SerialProtocol.named(name) { return entry.name }
    if let name = value.text, SerialProtocol.withoutHeader.contains(name) {
      throw .withoutHeader(protocol: name)
    }
    throw .badValue(key: "protocol", expected: .oneOf(SerialProtocol.all.map(\.name)))
  }

  private static func whole(
    _ value: DescriptionValue, _ key: String, _ range: ClosedRange<Int64>
  ) throws(DeviceConfigurationError) -> Int {
    guard let number = value.integer, range ~= number else {
      throw .badValue(key: key, expected: .wholeNumber(range))
    }
    return Int(number)
  }

  /// Each character is one byte, so that every byte can be written: "\u00ff" is FF.
  private static func commands(
    _ value: DescriptionValue, _ key: String
  ) throws(DeviceConfigurationError) -> [[UInt8]] {
    let texts = value.list?.map(\.text) ?? [nil]
    return try texts.map { (text) throws(DeviceConfigurationError) in
      let bytes = text?.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : nil } ?? [nil]
      guard !bytes.contains(nil) else { throw .badValue(key: key, expected: .commands) }
      return bytes.compactMap(\.self)
    }
  }
}

extension SerialProtocol {
  /// Formats without any mark of a frame's start: a byte that is lost shifts every number, so they are refused.
  public static let withoutHeader = ["razor_binary"]
}
