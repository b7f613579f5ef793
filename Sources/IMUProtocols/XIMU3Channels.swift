/// The devices behind one x-IMU3 link: the link's own and those whose messages it passes on, by their channel bytes.
///
/// The first two are believed as they come. A damaged channel byte must not make a device, so a further one is
/// believed once it came three times within a thousand messages.
struct XIMU3Channels: Sendable {
  /// Deepest nesting that is read.
  static let maximumDepth = 4
  private static let maximumDevices = 8
  private static let witnesses = 3
  private static let span = 1000
  private static let maximumCandidates = 16

  private(set) var keys: [UInt64] = []
  private var candidates: [(key: UInt64, count: Int, since: Int)] = []
  private var messages = 0

  /// The channel bytes in front of a message, nine bits each so that a zero counts, outermost first; nil for a prefix that is cut or too deep.
  static func prefix(of line: UnsafeRawBufferPointer) -> (key: UInt64, length: Int)? {
    let mark = UInt8(ascii: "^")
    var key: UInt64 = 0, length = 0
    while length < line.count, line[length] == mark {
      guard length + 2 < line.count, line[length + 1] != mark, length < 2 * maximumDepth else { return nil }
      key = key << 9 | 0x100 | UInt64(line[length + 1])
      length += 2
    }
    return (key, length)
  }

  /// Place of a device in `keys`; nil while it is not believed.
  mutating func look(_ key: UInt64) -> Int? {
    messages += 1
    if let place = keys.firstIndex(of: key) { return place }
    guard keys.count < Self.maximumDevices, keys.count < 2 || isProven(key) else { return nil }
    keys.append(key)
    return keys.count - 1
  }

  private mutating func isProven(_ key: UInt64) -> Bool {
    guard let place = candidates.firstIndex(where: { $0.key == key }) else {
      if candidates.count == Self.maximumCandidates { candidates.removeFirst() }
      candidates.append((key, 1, messages))
      return false
    }
    if messages - candidates[place].since > Self.span { candidates[place] = (key, 0, messages) }
    candidates[place].count += 1
    return candidates[place].count >= Self.witnesses
  }

  /// "" for the link's own device, "A" for channel A, "A^B" for channel B behind A; a byte that is no sign by its
  /// number: "0x01".
  static func name(_ key: UInt64) -> String {
    let places = (0..<UInt64(maximumDepth)).reversed().map { key >> (9 * $0) & 0x1FF }
    return places.filter { $0 != 0 }.map { name(ofByte: UInt8(truncatingIfNeeded: $0)) }.joined(
      separator: "^")
  }

  private static func name(ofByte byte: UInt8) -> String {
    if 0x21...0x7E ~= byte { return String(UnicodeScalar(byte)) }
    return "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The channel bytes of a name, as `name` writes it.
  static func bytes(of name: String) -> [UInt8] {
    name.split(separator: "^").compactMap { part in
      part.hasPrefix("0x") && part.count == 4 ? UInt8(part.dropFirst(2), radix: 16) : part.utf8.first
    }
  }
}
