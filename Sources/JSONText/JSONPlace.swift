/// Finds where a field stands in a JSON text, so that a refusal can name the line that a person must mend.
public enum JSONPlace {
  /// The line of the field, counted from 1; where the field is missing, that of the innermost object or list around it.
  ///
  /// - Parameters:
  ///   - path: as `JSONCursor` makes it, such as `tasks[2].schedule.start`.
  ///   - text: was parsed without a fault; anything else gives some line and no crash.
  public static func line(of path: String, in text: [UInt8]) -> Int {
    var search = Search(text: text, target: path)
    search.value(at: "", isOnWay: true)
    return search.found
  }

  /// One walk over the text; values beside the way are passed without looking at their names.
  private struct Search {
    let text: [UInt8]
    let target: String
    var position = 0
    var line = 1
    var found = 1

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    mutating func value(at path: String, isOnWay: Bool) {
      blanks()
      if isOnWay { found = line }
      switch byte {
      case UInt8(ascii: "{"): members(of: path, isOnWay)
      case UInt8(ascii: "["): elements(of: path, isOnWay)
      case UInt8(ascii: "\""): _ = string()
      default: while let byte, !Search.ends.contains(byte) { position += 1 }
      }
    }

    private static let ends = Set(" \t\r\n,]}".utf8)

    private mutating func members(of path: String, _ isOnWay: Bool) {
      position += 1
      while true {
        blanks()
        guard byte == UInt8(ascii: "\"") else { break }
        let key = string()
        blanks()
        position += 1
        let inner = path.isEmpty ? key : "\(path).\(key)"
        value(at: inner, isOnWay: isOnWay && leads(inner))
        blanks()
        guard byte == UInt8(ascii: ",") else { break }
        position += 1
      }
      position += 1
    }

    private mutating func elements(of path: String, _ isOnWay: Bool) {
      position += 1
      var index = 0
      blanks()
      while let byte, byte != UInt8(ascii: "]") {
        let inner = "\(path)[\(index)]"
        value(at: inner, isOnWay: isOnWay && leads(inner))
        index += 1
        blanks()
        guard self.byte == UInt8(ascii: ",") else { break }
        position += 1
      }
      position += 1
    }

    private func leads(_ path: String) -> Bool {
      target == path || target.hasPrefix(path + ".") || target.hasPrefix(path + "[")
    }

    /// The raw text between the quotes: names with escapes are not told apart.
    private mutating func string() -> String {
      position += 1
      let start = position
      while let byte, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
      let end = min(position, text.count)
      position = end + 1
      return String(decoding: text[start..<end], as: UTF8.self)
    }

    private mutating func blanks() {
      while let byte, byte <= 32 {
        if byte == 10 { line += 1 }
        position += 1
      }
    }
  }
}
