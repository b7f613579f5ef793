import DecimalText

/// One x-IMU3 message without its line feed and channel prefix, whichever form it has (serial.md 4.4).
///
/// The first byte tells the form: `{` is a JSON reply, a letter is text separated by commas, a letter + 80 hex is binary
/// with escapes. No form carries a check: only lengths, numbers and escapes can be wrong.
enum XIMU3Message {
  enum Content {
    /// Number of values handed out.
    case values(letter: UInt8, stamp: UInt64, count: Int)
    case text(letter: UInt8, body: UnsafeRawBufferPointer)
    case reply(UnsafeRawBufferPointer)
    case rejected(RejectionReason)
  }

  static let binaryBit: UInt8 = 0x80

  /// Whether a message of this letter may hold so many values; nil for letters that hold text, or are none.
  static func allows(_ letter: UInt8, values count: Int) -> Bool? {
    switch letter {
    case UInt8(ascii: "I"): count == 6
    case UInt8(ascii: "Q"): count == 4
    case UInt8(ascii: "M"), UInt8(ascii: "A"), UInt8(ascii: "H"): count == 3
    // The acceleration alone, or with the quaternion it was made with, by firmware.
    case UInt8(ascii: "L"), UInt8(ascii: "E"): count == 3 || count == 7
    case UInt8(ascii: "R"): count == 9
    case UInt8(ascii: "T"): count == 1
    // Numbers that carry no motion; how many differs by firmware.
    case UInt8(ascii: "B"), UInt8(ascii: "W"), UInt8(ascii: "C"), UInt8(ascii: "U"), UInt8(ascii: "Y"),
      UInt8(ascii: "O"):
      count <= 4
    default: nil
    }
  }

  static func isText(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: "N") || letter == UInt8(ascii: "F") || letter == UInt8(ascii: "S")
  }

  /// Takes a message apart. `take` gets each value with its place, also those of a message that is rejected later.
  @inline(__always)
  static func read(_ message: UnsafeRawBufferPointer, _ take: (Int, Double) -> Void) -> Content {
    guard let first = message.first else { return .rejected(.length) }
    if first & binaryBit != 0 { return readBinary(message, take) }
    let line =
      message.last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: message.dropLast()) : message
    guard isPrintable(line) else { return .rejected(.unprintable) }
    return first == UInt8(ascii: "{") ? readReply(line) : readText(line, take)
  }

  private static func isPrintable(_ line: UnsafeRawBufferPointer) -> Bool {
    for byte in line where !(0x20...0x7E ~= byte || byte == 0x09) { return false }
    return true
  }

  private static func readReply(_ line: UnsafeRawBufferPointer) -> Content {
    line.last == UInt8(ascii: "}") ? .reply(line) : .rejected(.description)
  }

  // MARK: Text

  @inline(__always)
  private static func readText(_ line: UnsafeRawBufferPointer, _ take: (Int, Double) -> Void) -> Content {
    let letter = line[0]
    let holdsText = isText(letter)
    guard holdsText || allows(letter, values: 0) != nil else { return .rejected(.unknownType) }
    guard line.count > 2, line[1] == UInt8(ascii: ",") else { return .rejected(.fieldCount) }
    var cursor = 2
    guard let stamp = stamp(line, &cursor) else { return .rejected(.notANumber) }
    if holdsText {
      let body = UnsafeRawBufferPointer(rebasing: line[Swift.min(cursor + 1, line.count)...])
      return .text(letter: letter, body: body)
    }
    var count = 0
    while cursor < line.count {
      let start = cursor + 1
      cursor = start
      while cursor < line.count, line[cursor] != UInt8(ascii: ",") { cursor += 1 }
      if cursor == start { return .rejected(.emptyField) }
      let field = UnsafeRawBufferPointer(rebasing: line[start..<cursor])
      guard let value = DecimalText.parse(field) else { return .rejected(.notANumber) }
      guard count < maximumValues else { return .rejected(.fieldCount) }
      take(count, value)
      count += 1
    }
    guard allows(letter, values: count) == true else { return .rejected(.fieldCount) }
    return .values(letter: letter, stamp: stamp, count: count)
  }

  static let maximumValues = 9

  /// Digits up to the comma or the end, where the cursor then stands; nil when there is anything else.
  private static func stamp(_ line: UnsafeRawBufferPointer, _ cursor: inout Int) -> UInt64? {
    let start = cursor
    var stamp: UInt64 = 0
    while cursor < line.count, line[cursor] != UInt8(ascii: ",") {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[cursor], cursor - start < 19 else { return nil }
      stamp = stamp * 10 + UInt64(line[cursor] - UInt8(ascii: "0"))
      cursor += 1
    }
    return cursor > start ? stamp : nil
  }

  // MARK: Binary

  @inline(__always)
  private static func readBinary(_ message: UnsafeRawBufferPointer, _ take: (Int, Double) -> Void) -> Content
  {
    let letter = message[0] & ~binaryBit
    let escapes = XIMU3Escapes.count(in: message)
    guard let escapes else { return .rejected(.escape) }
    let length = message.count - escapes
    let holdsText = isText(letter)
    guard holdsText || allows(letter, values: 0) != nil else { return .rejected(.unknownType) }
    guard length >= 9 else { return .rejected(.length) }
    var cursor = XIMU3Escapes(message, from: 1)
    let stamp = cursor.nextNumber()
    if holdsText {
      return .text(letter: letter, body: UnsafeRawBufferPointer(rebasing: message[cursor.place...]))
    }
    let count = (length - 9) / 4
    guard (length - 9) % 4 == 0, allows(letter, values: count) == true else { return .rejected(.length) }
    for place in 0..<count {
      let value = cursor.nextFloat()
      guard value.isFinite else { return .rejected(.notANumber) }
      take(place, Double(value))
    }
    return .values(letter: letter, stamp: stamp, count: count)
  }
}

/// Takes the escapes out of a binary x-IMU3 message: `DB DC` stands for `0A`, `DB DD` for `DB`.
struct XIMU3Escapes {
  private let bytes: UnsafeRawBufferPointer
  private(set) var place: Int

  /// The bytes must hold whole escapes, see `count(in:)`.
  init(_ bytes: UnsafeRawBufferPointer, from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Escapes in a message; nil when one is not whole or stands for nothing.
  static func count(in bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0, place = 0
    while place < bytes.count {
      if bytes[place] == 0xDB {
        guard place + 1 < bytes.count, bytes[place + 1] == 0xDC || bytes[place + 1] == 0xDD else {
          return nil
        }
        count += 1
        place += 1
      }
      place += 1
    }
    return count
  }

  @inline(__always)
  mutating func next() -> UInt8 {
    let byte = bytes[place]
    place += 1
    guard byte == 0xDB else { return byte }
    defer { place += 1 }
    return bytes[place] == 0xDC ? 0x0A : 0xDB
  }

  mutating func nextNumber() -> UInt64 {
    var number: UInt64 = 0
    for shift in 0..<8 as Range<UInt64> { number |= UInt64(next()) << (8 * shift) }
    return number
  }

  mutating func nextFloat() -> Float {
    var bits: UInt32 = 0
    for shift in 0..<4 as Range<UInt32> { bits |= UInt32(next()) << (8 * shift) }
    return Float(bitPattern: bits)
  }

  /// What is left, as text.
  mutating func rest() -> String {
    var text: [UInt8] = []
    while place < bytes.count { text.append(next()) }
    return String(decoding: text, as: UTF8.self)
  }

  static func append(_ byte: UInt8, to message: inout [UInt8]) {
    switch byte {
    case 0x0A: message += [0xDB, 0xDC]
    case 0xDB: message += [0xDB, 0xDD]
    default: message.append(byte)
    }
  }
}
