import DecimalText
import Inertial

extension TextLineDecoder {
  /// One line without its line feed: a row of values, something else the board says, or damaged.
  mutating func readLine(_ raw: UnsafeRawBufferPointer, _ time: Int64, _ emit: (DecodedSample) -> Void) {
    let line = Self.trimmed(raw)
    if line.isEmpty { return }
    guard Self.isPrintable(line) else { return reject(.unprintable, raw, time) }
    guard !Self.starts(line, with: "#flexion") else {
      return isProduct ? hearMessage(line) : readDescription(line, time)
    }
    guard let checked = check(line) else {
      return readWords(line, isProven: false) ? () : reject(.checksum, raw, time)
    }
    if !kinds.isEmpty { return readTagged(checked.body, isProven: checked.isProven, raw, time, emit) }
    guard let body = Self.dropPrefix(configuration.prefix, of: checked.body) else { return hearMessage(line) }
    if layout == nil, learnNamedColumns(body) == false {
      return readWords(body, isProven: checked.isProven) ? () : reject(.columnsUnknown, raw, time)
    }
    guard let layout else { return }
    if let reason = readFields(body, layout) {
      return readWords(body, isProven: checked.isProven) ? () : reject(reason, raw, time)
    }
    deliver(layout, isProven: checked.isProven, raw, time, emit)
  }

  // MARK: What a line is

  /// Without CR and blanks at the end, without blanks at the start.
  static func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0, end = line.count
    while end > 0, isBlank(line[end - 1]) || line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    while start < end, isBlank(line[start]) { start += 1 }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }

  static func isPrintable(_ line: UnsafeRawBufferPointer) -> Bool {
    for byte in line where !(0x20...0x7E ~= byte || byte == 0x09) { return false }
    return true
  }

  static func starts(_ line: UnsafeRawBufferPointer, with word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard line.count >= length else { return false }
    for i in 0..<length where line[i] != word.utf8Start[i] { return false }
    return true
  }

  /// nil when the line does not start with the prefix.
  static func dropPrefix(_ prefix: String, of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if prefix.isEmpty { return line }
    let length = prefix.utf8.count
    guard line.count >= length, prefix.utf8.elementsEqual(line[..<length]) else { return nil }
    return UnsafeRawBufferPointer(rebasing: line[length...])
  }

  /// The line before its star; nil when the sum is wrong, or missing though one is required.
  private mutating func check(_ line: UnsafeRawBufferPointer) -> (
    body: UnsafeRawBufferPointer, isProven: Bool
  )? {
    if checksum == TextLineChecksum.none { return (line, false) }
    let kinds: [TextLineChecksum] = [.xor, .crc16]
    for kind in kinds where checksum == nil || checksum == kind {
      guard let said = Self.sumSaid(line, digits: kind.digits) else { continue }
      let body = UnsafeRawBufferPointer(rebasing: line[..<(line.count - kind.digits - 1)])
      guard kind.sum(body) == said else { return nil }
      checksum = kind
      return (body, kind.isStrong)
    }
    return checksum == nil ? (line, false) : nil
  }

  /// The number behind a star at the end of a line.
  private static func sumSaid(_ line: UnsafeRawBufferPointer, digits: Int) -> UInt16? {
    let star = line.count - digits - 1
    guard star >= 0, line[star] == UInt8(ascii: "*") else { return nil }
    var sum: UInt16 = 0
    for i in star + 1..<line.count {
      guard let digit = hexadecimalDigit(line[i]) else { return nil }
      sum = sum << 4 | UInt16(digit)
    }
    return sum
  }

  // MARK: Rows

  /// Fills `row` from a line; the reason when it does not fit the layout.
  mutating func readFields(_ line: UnsafeRawBufferPointer, _ layout: TextLineLayout)
    -> RejectionReason?
  {
    let separator = separator ?? TextLineFields.separator(of: line)
    var fields = TextLineFields(line, separator)
    let mayHaveComma = separator == .semicolon || separator == .tab
    (row.sensor, row.counter) = (nil, nil)
    for number in layout.fields.indices {
      guard let field = fields.next() else { return .fieldCount }
      if let reason = readField(field, number, layout, mayHaveComma: mayHaveComma) { return reason }
    }
    if let rest = fields.next(), !rest.isEmpty || fields.next() != nil { return .fieldCount }
    self.separator = separator
    return nil
  }

  private mutating func readField(
    _ field: UnsafeRawBufferPointer, _ number: Int, _ layout: TextLineLayout, mayHaveComma: Bool
  ) -> RejectionReason? {
    let kind = layout.fields[number]
    if kind == .ignored { return nil }
    if field.isEmpty { return .emptyField }
    if kind == .text { return nil }
    guard let text = Self.value(of: field, named: layout.names[number]) else { return .columnName }
    let comma = mayHaveComma && (configuration.decimalComma ?? text.contains(UInt8(ascii: ",")))
    switch kind {
    case .time: return readStamp(text, layout, decimalComma: comma) ? nil : .notANumber
    case .timeOfDay:
      guard let stamp = TimeOfDay.parse(text) else { return .notANumber }
      row.stamp = stamp
      return nil
    case .counter: return readCounter(text) ? nil : .notANumber
    case .identifier: return readIdentifier(text)
    case .number: return DecimalText.parse(text, decimalComma: comma) == nil ? .notANumber : nil
    case .value(let place):
      guard let value = DecimalText.parse(text, decimalComma: comma) else { return .notANumber }
      row.values[place] = value * layout.factors[number]
      return nil
    case .text, .ignored: return nil
    }
  }

  /// The field without `name=`; nil when it has the name of another column.
  private static func value(
    of field: UnsafeRawBufferPointer, named name: [UInt8]
  ) -> UnsafeRawBufferPointer? {
    guard let start = TextLineFields.valueStart(field) else { return field }
    guard name.count == start - 1 else { return nil }
    for i in 0..<name.count {
      let lower = isLetter(field[i]) ? field[i] | 0x20 : field[i]
      if lower != name[i] { return nil }
    }
    return UnsafeRawBufferPointer(rebasing: field[start...])
  }

  private mutating func readStamp(
    _ text: UnsafeRawBufferPointer, _ layout: TextLineLayout, decimalComma: Bool
  ) -> Bool {
    switch layout.timeScale {
    case .decimals(let decimals):
      guard let stamp = DecimalText.parseScaled(text, scale: decimals, decimalComma: decimalComma) else {
        return false
      }
      row.stamp = stamp
    case .timeOfDay: return false
    case .period(let period):
      row.counter = DecimalText.parseScaled(text, scale: 0).map { UInt32(truncatingIfNeeded: $0) }
      guard let count = DecimalText.parseScaled(text, scale: 0),
        let stamp = Int64(exactly: (Double(count) * period).rounded())
      else { return false }
      row.stamp = stamp
    case nil: return DecimalText.parse(text, decimalComma: decimalComma) != nil
    }
    return true
  }

  private mutating func readCounter(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let count = DecimalText.parseScaled(text, scale: 0) else { return false }
    row.counter = UInt32(truncatingIfNeeded: count)
    return true
  }

  private mutating func readIdentifier(_ text: UnsafeRawBufferPointer) -> RejectionReason? {
    guard 1...16 ~= text.count else { return .unknownSensor }
    switch identifiers.look(text) {
    case .sensor(let sensor): row.sensor = sensor
    case .new(let name): row.sensor = register(name)
    case .unknown:
      note(.unknownSensor(String(decoding: text, as: UTF8.self)), once: true)
      return .unknownSensor
    }
    return nil
  }

  // MARK: Samples

  private mutating func deliver(
    _ layout: TextLineLayout, isProven: Bool, _ raw: UnsafeRawBufferPointer, _ arrival: Int64,
    _ emit: (DecodedSample) -> Void
  ) {
    guard layout.isUsable else {
      return reject(layout.columnsMissing.isEmpty ? .unitsUnknown : .columnsUnknown, raw, arrival)
    }
    var deviceTime: Int64?
    if layout.hasTime {
      deviceTime = clock.read(
        row.stamp, arrival: arrival, isProven: isProven, counting: &statistics, noting: &events)
      if deviceTime == nil { return reject(.clockStep, raw, arrival) }
      if layout.isCoarse { deviceTime = deviceTime.map { spread($0) } }
    }
    statistics.accept(bytes: raw.count + 1, type: 0)
    emitRow(layout.content, linePlace, deviceTime, arrival, emit)
  }

  /// The time of a row whose clock may be slower than the rows come.
  private mutating func spread(_ time: Int64) -> Int64 {
    let place = row.sensor ?? 0
    while dense.count <= place { dense.append(DenseStamps()) }
    return dense[place].time(time)
  }

  /// One sample of each sensor of the row.
  mutating func emitRow(
    _ content: TextLineColumn.GroupSet, _ place: FramePlace, _ deviceTime: Int64?, _ arrival: Int64,
    _ emit: (DecodedSample) -> Void
  ) {
    for (number, sensor) in layoutSensors.enumerated() {
      guard let sensor = row.sensor ?? sensor else { continue }
      statistics.samples += 1
      let values = TextLineValues(row: row.values, sensor: number, content: content, turn: turns[sensor])
      let sample = RawSample(
        deviceTime: deviceTime, arrivalTime: arrival, gyroscope: values.vector(.angularRate) ?? .missing,
        accelerometer: values.vector(.acceleration) ?? .missing, magnetometer: values.vector(.magneticField))
      let decoded = DecodedSample(
        sensor: sensor, sample: sample, segment: clock.segment,
        orientation: values.orientation(configuration.orientationFrame), counter: row.counter)
      emit(decoded.behind(statistics.incidents, in: place))
    }
  }
}

/// The values of one sensor of a row as quantities.
struct TextLineValues {
  typealias Group = TextLineColumn.Group

  let row: [Double]
  let sensor: Int
  let content: TextLineColumn.GroupSet
  let turn: TextLineTurn?

  /// nil when the row does not hold the quantity.
  func vector(_ group: Group) -> Vector3? {
    guard content.has(group) else { return nil }
    let start = sensor * Group.valueCount + group.offset
    let printed = Vector3(row[start], row[start + 1], row[start + 2])
    return turn.map { $0.map(printed) } ?? printed
  }

  /// A quaternion rather than angles where both are there.
  func orientation(_ frame: DeviceOrientation.Frame) -> DeviceOrientation? {
    var orientation: DeviceOrientation
    let start = sensor * Group.valueCount
    if content.has(.quaternion) {
      let first = start + Group.quaternion.offset
      orientation = DeviceOrientation(
        Quaternion(row[first], row[first + 1], row[first + 2], row[first + 3]), frame: frame)
    } else if content.has(.angles) {
      let first = start + Group.angles.offset
      orientation = DeviceOrientation(
        roll: row[first], pitch: row[first + 1], yaw: row[first + 2], frame: frame)
    } else {
      return nil
    }
    guard let turn else { return orientation }
    orientation.quaternion = orientation.quaternion * turn.back
    orientation.angles = nil
    return orientation
  }
}
