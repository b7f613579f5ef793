import DecimalText
import Inertial

// What a board says about itself: description, header, messages.
extension TextLineDecoder {
  /// A `#flexion {...}` line, with or without a sum at its end.
  mutating func readDescription(_ line: UnsafeRawBufferPointer, _ time: Int64) {
    let body = line.dropFirst("#flexion".utf8.count)
    guard let close = body.lastIndex(of: UInt8(ascii: "}")),
      Self.isSumRight(line, behind: close - line.startIndex),
      let said = try? TextLineConfiguration(json: body[body.startIndex...close])
    else { return reject(.description, line, time) }
    statistics.messages += 1
    note(.description(String(decoding: line, as: UTF8.self)), once: true)
    let text = Array(line)
    if layout?.isUsable != true || described == nil {
      described = TaughtLine(said, from: text)
    } else if described?.hear(said, from: text, isProven: close + 1 < line.endIndex) != true {
      return
    }
    applyConfiguration()
  }

  /// Nothing behind the closing brace, or the right sum.
  private static func isSumRight(_ line: UnsafeRawBufferPointer, behind close: Int) -> Bool {
    let rest = line[(close + 1)...]
    guard let star = rest.first else { return true }
    let kind: TextLineChecksum = rest.count == 3 ? .xor : .crc16
    guard star == UInt8(ascii: "*"), rest.count == kind.digits + 1 else { return false }
    let said = UInt16(String(decoding: rest.dropFirst(), as: UTF8.self), radix: 16)
    return said == kind.sum(line[...close])
  }

  /// A line of words: a header if they name columns, else a message. False for a row that is damaged.
  mutating func readWords(_ line: UnsafeRawBufferPointer, isProven: Bool) -> Bool {
    let fields = TextLineFields.all(line, TextLineFields.separator(of: line))
    let names = fields.map { String(decoding: $0, as: UTF8.self) }
    if !fields.contains(where: Self.looksLikeValue), !names.contains(""), Self.isHeader(names) {
      note(.header(String(decoding: line, as: UTF8.self)))
      statistics.messages += 1
      hearHeader(names, Array(line), isProven: isProven)
      return true
    }
    guard Self.isMostlyWords(line) else { return false }
    hearMessage(line)
    return true
  }

  /// Less than half of what any separator parts are numbers: a damaged row has more.
  private static func isMostlyWords(_ line: UnsafeRawBufferPointer) -> Bool {
    let isSeparator: (UInt8) -> Bool = { isBlank($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    let words = line.split(whereSeparator: isSeparator).map { UnsafeRawBufferPointer(rebasing: $0) }
    let values = words.count(where: looksLikeValue)
    return 2 * values < words.count && line.count(where: isLetter) >= 2
  }

  mutating func hearMessage(_ line: UnsafeRawBufferPointer) {
    statistics.messages += 1
    statistics.remarks += 1
    note(.message(String(decoding: line, as: UTF8.self)))
  }

  /// A product has columns that no other board has.
  private func isForeign(_ names: [String]) -> Bool {
    guard let standard = given.standardColumns else { return !kinds.isEmpty }
    let own = standard.filter { [.text, .timeOfDay].contains(TextLineColumn(name: $0)) }
    return !names.contains { name in own.contains { $0.lowercased() == name.lowercased() } }
  }

  private mutating func hearHeader(_ names: [String], _ text: [UInt8], isProven: Bool) {
    if isForeign(names) { return }
    if layout?.isUsable != true || headed == nil {
      headed = TaughtLine(names, from: text)
    } else if headed?.hear(names, from: text, isProven: isProven) != true {
      return
    }
    applyConfiguration()
  }

  /// Lines of `name=value` fields bring their own columns. False when this is not one.
  mutating func learnNamedColumns(_ line: UnsafeRawBufferPointer) -> Bool {
    var names: [String] = []
    for field in TextLineFields.all(line, TextLineFields.separator(of: line)) {
      guard let start = TextLineFields.valueStart(field), start < field.count else { return false }
      names.append(String(decoding: field[..<(start - 1)], as: UTF8.self))
    }
    guard Self.isHeader(names) else { return false }
    headed = TaughtLine(names, from: Array(line))
    applyConfiguration()
    return layout != nil
  }

  /// At least two columns that mean something, none twice.
  private static func isHeader(_ names: [String]) -> Bool {
    let roles = names.map(TextLineColumn.init(name:))
    let told = roles.filter { $0 != .text && $0 != .ignored }
    let lower = names.map { $0.lowercased() }.filter { $0 != "_" }
    return told.count >= 2 && names.count <= TextLineColumn.maximumCount && Set(lower).count == lower.count
  }

  /// A number, or a word that stands for one in a broken row.
  private static func looksLikeValue(_ field: UnsafeRawBufferPointer) -> Bool {
    let start = TextLineFields.valueStart(field) ?? 0
    let value = UnsafeRawBufferPointer(rebasing: field[start...])
    if DecimalText.parse(value) != nil { return true }
    let word = value.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return ["nan", "inf", "infinity", "ovf"].contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// A description, or a heading that lacks no column: a file or a bridge begins with such a line, a board that is heard
  /// in the middle does not.
  public func isWhole(firstFrame bytes: UnsafeRawBufferPointer) -> Bool {
    let line = Self.trimmed(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
    guard !line.isEmpty, Self.isPrintable(line) else { return false }
    if Self.starts(line, with: "#flexion") { return true }
    let body = line.prefix { $0 != UInt8(ascii: "*") }
    let fields = TextLineFields.all(
      UnsafeRawBufferPointer(rebasing: body), TextLineFields.separator(of: line))
    let names = fields.map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains(""), !fields.contains(where: Self.looksLikeValue), Self.isHeader(names),
      TextLineColumn(name: names[0]) != .text
    else { return false }
    return TextLineLayout(given, columns: names).columnsMissing.isEmpty
  }

  // MARK: Putting it together

  /// Works out columns, sensors and clock from what was given, described and headed, in this order of trust.
  mutating func applyConfiguration() {
    var heading = TextLineConfiguration()
    heading.columns = headed?.value
    let board = (described?.value ?? TextLineConfiguration()).completed(by: heading)
    let whole = given.completed(by: board.merged)
    for key in board.contradictions + whole.contradictions { note(.contradiction(key), once: true) }
    configuration = whole.merged
    separator = configuration.separator
    checksum = configuration.checksum ?? checksum
    clock.clock.expect(rate: configuration.nominalRate)
    row.values = [Double](repeating: 0, count: TextLineColumn.Group.valueCount)
    if let tagged = kinds.first { return nameSensors(tagged.layout) }
    if let columns = configuration.columns ?? given.standardColumns {
      apply(TextLineLayout(configuration, columns: columns))
    }
  }

  private mutating func apply(_ layout: TextLineLayout) {
    self.layout = layout
    clock.clock.wrap = layout.wrap
    row.values = [Double](repeating: 0, count: layout.suffixes.count * TextLineColumn.Group.valueCount)
    if !layout.columnsMissing.isEmpty { note(.columnsMissing(layout.columnsMissing), once: true) }
    if !layout.unitsMissing.isEmpty { note(.unitsMissing(layout.unitsMissing), once: true) }
    nameSensors(layout)
  }

  private mutating func nameSensors(_ layout: TextLineLayout) {
    for sensor in configuration.sensors { _ = register(sensor.name) }
    identifiers.isClosed = !configuration.sensors.isEmpty
    if layout.hasIdentifier {
      layoutSensors = [nil]
    } else if layout.suffixes.count > 1 || layout.suffixes[0] != "" {
      layoutSensors = layout.suffixes.map { wideSensor($0) }
    } else {
      layoutSensors = [configuration.sensors.count == 1 ? 0 : register("")]
    }
  }

  /// The sensor of a column suffix; nil and noted when the configuration names others.
  private mutating func wideSensor(_ suffix: String) -> Int? {
    if let place = sensors.firstIndex(where: { $0.name.lowercased() == suffix.lowercased() }) { return place }
    if !identifiers.isClosed { return register(suffix) }
    note(.unknownSensor(suffix), once: true)
    return nil
  }

  /// Place of the sensor with this name, made when it is new.
  mutating func register(_ name: String) -> Int {
    let said = configuration.sensors.first { $0.name == name }?.segment ?? .ofSensor(named: name)
    if let place = sensors.firstIndex(where: { $0.name == name }) {
      sensors[place].segment = said
      turns[place] = said.flatMap { configuration.axes[$0] }.map(TextLineTurn.init)
      return place
    }
    sensors.append(DecodedSensor(name: name, segment: said))
    turns.append(said.flatMap { configuration.axes[$0] }.map(TextLineTurn.init))
    identifiers.add(Array(name.utf8), sensor: sensors.count - 1)
    return sensors.count - 1
  }
}
