import DecimalText
import Inertial

/// What rows of numbers look like when nobody says what they are: a mapping to look at and to confirm, never applied
/// by itself (serial.md section 5).
public struct ColumnProposal: Hashable, Sendable {
  /// Rows that are looked at for their meaning.
  public static let rowsNeeded = 20

  /// Columns, separator and units that the rows suggest.
  public let configuration: TextLineConfiguration
  /// One sentence for each thing that was concluded.
  public let evidence: [String]
  /// What the rows cannot tell, as a question to the user.
  public let questions: [String]
  /// Rows of one kind, their bytes, how many follow directly on another, and lines of any other kind.
  public let rows: Int
  public let bytes: Int
  public let adjacentRows: Int
  public let otherLines: Int

  /// Ready to be kept as a device file, once it is confirmed.
  public func deviceFile(baud: Int? = nil) -> String {
    var entries: [DescriptionValue.Entry] = [.init(key: "protocol", value: .text("text"))]
    if let baud { entries.append(.init(key: "baud", value: .number("\(baud)"))) }
    return DescriptionValue.map(entries + configuration.entries).json
  }

  /// nil unless three rows of one kind are there. The first line counts only behind its line feed: it may be cut.
  public init?(_ bytes: [UInt8]) {
    guard let table = NumberTable(bytes) else { return nil }
    rows = table.rows.count
    self.bytes = table.bytes
    adjacentRows = table.adjacentRows
    otherLines = table.otherLines
    var reading = ColumnReading(table)
    reading.run()
    var configuration = TextLineConfiguration()
    configuration.prefix = table.prefix
    configuration.separator = table.separator
    if table.hasDecimalComma { configuration.decimalComma = true }
    configuration.checksum = table.checksum
    configuration.columns = reading.names
    configuration.timeUnit = reading.timeUnit
    configuration.acceleration = reading.acceleration
    configuration.angularRate = reading.angularRate
    self.configuration = configuration
    evidence = reading.evidence
    questions = reading.questions
  }
}

/// The lines of a window that have one number of fields, as numbers.
struct NumberTable {
  private(set) var separator = TextLineConfiguration.Separator.comma
  private(set) var prefix = ""
  private(set) var checksum: TextLineChecksum?
  private(set) var hasDecimalComma = false
  /// Names of a header row with as many fields; nil for none.
  private(set) var header: [String]?
  /// Fields as text, all rows of one length.
  private(set) var rows: [[String]] = []
  private(set) var bytes = 0
  private(set) var adjacentRows = 0
  private(set) var otherLines = 0

  private struct Line {
    var fields: [String]
    var separator: TextLineConfiguration.Separator
    var prefix: String
    var checksum: TextLineChecksum?
    var bytes: Int
  }

  init?(_ bytes: [UInt8]) {
    guard let first = bytes.firstIndex(of: 0x0A), let last = bytes.lastIndex(of: 0x0A), last > first else {
      return nil
    }
    let lines = bytes[(first + 1)..<last].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(Self.line)
    let shapes = lines.compactMap { $0 }.filter(Self.isRow).map { Shape($0) }
    let counts = Dictionary(shapes.map { ($0, 1) }, uniquingKeysWith: +)
    // The most frequent shape; of equals the one that comes first, so that the choice is always the same.
    guard let most = counts.values.max(), most >= ProtocolDetection.leastFrames,
      let shape = shapes.first(where: { counts[$0] == most }), shape.count >= 3
    else { return nil }
    separator = shape.separator
    prefix = shape.prefix
    take(lines, shape)
  }

  private struct Shape: Hashable {
    var separator: TextLineConfiguration.Separator
    var count: Int
    var prefix: String

    init(_ line: Line) { (separator, count, prefix) = (line.separator, line.fields.count, line.prefix) }
  }

  private mutating func take(_ lines: [Line?], _ shape: Shape) {
    var wasRow = false
    for line in lines {
      let isRow = line.map { Self.isRow($0) && Shape($0) == shape } ?? false
      if let line, isRow {
        rows.append(line.fields)
        bytes += line.bytes
        adjacentRows += wasRow ? 1 : 0
        checksum = line.checksum ?? checksum
      } else if let line, line.fields.count == shape.count, Self.isHeader(line.fields) {
        header = line.fields
      } else if line?.fields.isEmpty != true {
        otherLines += 1
      }
      wasRow = isRow
    }
    hasDecimalComma = shape.separator != .comma && rows.contains { $0.contains { $0.contains(",") } }
  }

  /// The number in a cell; nil when it holds none.
  func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 {
      DecimalText.parse(UnsafeRawBufferPointer($0), decimalComma: hasDecimalComma)
    }
  }

  // MARK: Lines

  /// nil for bytes that are no text.
  private static func line(_ raw: ArraySlice<UInt8>) -> Line? {
    var body = raw.last == 0x0D ? raw.dropLast() : raw
    guard body.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }),
      body.count <= TextLineDecoder.maximumLineLength
    else { return nil }
    let sum = checksum(of: body)
    if let sum { body = body.dropLast(sum.digits + 1) }
    let prefix = prefix(of: body)
    body = body.dropFirst(prefix.utf8.count)
    return Array(body).withUnsafeBytes { bytes in
      let separator = TextLineFields.separator(of: bytes)
      let fields = TextLineFields.all(bytes, separator).map { String(decoding: $0, as: UTF8.self) }
      return Line(
        fields: fields, separator: separator, prefix: prefix, checksum: sum, bytes: raw.count + 1)
    }
  }

  private static func checksum(of line: ArraySlice<UInt8>) -> TextLineChecksum? {
    for kind in [TextLineChecksum.xor, .crc16] where line.count > kind.digits + 1 {
      let body = line.dropLast(kind.digits + 1)
      let said = UInt16(String(decoding: line.suffix(kind.digits), as: UTF8.self), radix: 16)
      if line[body.endIndex] == UInt8(ascii: "*"), said == kind.sum(body) { return kind }
    }
    return nil
  }

  /// Letters and a mark that stand directly before a number, where no other field has a name: "IMU:".
  private static func prefix(of line: ArraySlice<UInt8>) -> String {
    let isMark: (UInt8) -> Bool = { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
    guard line.count(where: isMark) == 1, let mark = line.firstIndex(where: isMark),
      !line[..<mark].contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || isBlank($0) }),
      line.first.map({ isLetter($0) || !(0x30...0x39 ~= $0) }) == true
    else { return "" }
    return String(decoding: line[...mark], as: UTF8.self)
  }

  /// At least three numbers, and no more than two fields that are words.
  private static func isRow(_ line: Line) -> Bool {
    let numbers = line.fields.count(where: looksLikeNumber)
    return numbers >= 3 && line.fields.count - numbers <= 2 && !line.fields.contains("")
  }

  private static func looksLikeNumber(_ text: String) -> Bool {
    DecimalText.parse(text) != nil || DecimalText.parse(String(text.map { $0 == "," ? "." : $0 })) != nil
  }

  private static func isHeader(_ fields: [String]) -> Bool {
    !fields.contains(where: looksLikeNumber) && fields.allSatisfy { $0.contains { $0.isLetter } }
  }
}
