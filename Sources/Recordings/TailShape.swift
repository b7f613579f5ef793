/// How long the last cell of the rows is, to tell whether a last line without an end is whole.
struct TailShape {
  private var shortest = Int.max
  private var longest = 0

  mutating func take(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, separator: UInt8) {
    let length = Self.length(text, start, end, separator: separator)
    shortest = min(shortest, length)
    longest = max(longest, length)
  }

  /// True when the last cell has as many decimals (or characters, without a mark) as in every row before.
  func fits(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, separator: UInt8) -> Bool {
    shortest == longest && Self.length(text, start, end, separator: separator) == longest
  }

  /// Characters behind the decimal mark of the last cell, negative for the whole length of a cell without one.
  private static func length(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, separator: UInt8) -> Int
  {
    var place = end
    while place > start {
      let byte = text[place - 1]
      if byte == separator { break }
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") { return end - place }
      place -= 1
    }
    return place - end
  }
}
