/// Hours, minutes and seconds of a clock: "09:12:44.10".
enum TimeOfDay {
  /// [ns] since midnight; nil for anything that is no time of a day.
  static func parse(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard 8...18 ~= text.count, text[2] == UInt8(ascii: ":"), text[5] == UInt8(ascii: ":"),
      let hours = number(text, 0, 2), let minutes = number(text, 3, 2), let seconds = number(text, 6, 2),
      hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    let whole = (hours * 60 + minutes) * 60 + seconds
    if text.count == 8 { return whole * 1_000_000_000 }
    let digits = text.count - 9
    guard text[8] == UInt8(ascii: "."), let fraction = number(text, 9, digits) else { return nil }
    return whole * 1_000_000_000 + (digits..<9).reduce(fraction) { product, _ in product * 10 }
  }

  /// As the parser reads it, with hundredths of a second.
  static func append(_ time: Int64, to bytes: inout [UInt8]) {
    let hundredths = time / 10_000_000
    let fields = [hundredths / 360_000 % 24, hundredths / 6000 % 60, hundredths / 100 % 60, hundredths % 100]
    for (field, mark) in zip(fields, [nil, ":", ":", "."] as [Character?]) {
      if let mark { bytes.append(mark.asciiValue!) }
      bytes += [UInt8(48 + field / 10), UInt8(48 + field % 10)]
    }
  }

  private static func number(_ text: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int64? {
    var number: Int64 = 0
    for i in start..<start + count {
      let digit = text[i] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int64(digit)
    }
    return count > 0 ? number : nil
  }
}
