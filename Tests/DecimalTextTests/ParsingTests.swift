import DecimalText
import Inertial
import Testing

@Test(arguments: [
  ("0", 0.0), ("-0.0", -0.0), ("+7", 7.0), (".5", 0.5), ("5.", 5.0), ("2.9E-1", 0.29), ("1.6E12", 1.6e12),
  ("1.40E+018", 1.4e18), (" 3.0 ", 3.0), ("\t-1.5e3", -1500.0), ("9007199254740993", 9007199254740992.0),
  ("-22.58912313452123", -22.58912313452123), ("0.24390243902439027", 0.24390243902439027),
  ("123456789012345678901234567890", 123456789012345678901234567890.0),
  ("4.9406564584124654e-324", .leastNonzeroMagnitude), ("1e-400", 0),
])
func `a number is the nearest Double`(text: String, value: Double) throws {
  let read = try #require(DecimalText.parse(text))
  #expect(read.bitPattern == value.bitPattern)
}

@Test(arguments: [
  "", " ", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "3 4", "nan", "inf", "0x10", "1_000", "--1",
  "1e999",
  "12abc", "1-2", "٣",
])
func `what is not one number is refused`(text: String) {
  #expect(DecimalText.parse(text) == nil)
}

@Test func `random numbers of every length are read as the nearest Double`() throws {
  var random = SplitMix64(seed: 1)
  for round in 0..<60_000 {
    let digits = 1 + Int(random.next() % 20)
    var text = random.next() & 1 == 0 ? "-" : ""
    for _ in 0..<digits { text += String(random.next() % 10) }
    if round % 3 > 0 {
      let mark = text.index(text.endIndex, offsetBy: -Int(random.next() % UInt64(digits)))
      text.insert(".", at: mark)
    }
    if round % 2 == 0 { text += "e\(Int(random.next() % 60) - 30)" }
    let read = try #require(DecimalText.parse(text), "\(text)")
    #expect(read == Double(text), "\(text)")
  }
}

@Test func `numbers halfway between two Doubles go to the even one`() throws {
  // 2^53 + 1 and its neighbours, written with trailing zeros so that every way of rounding is used.
  for (text, value) in [
    ("9007199254740993.0", 9007199254740992.0), ("9007199254740995.00", 9007199254740996.0),
    ("90071992547409930e-1", 9007199254740992.0), ("4503599627370496.5", 4503599627370496.0),
    ("4503599627370497.5", 4503599627370498.0), ("4503599627370496.51", 4503599627370497.0),
  ] {
    #expect(DecimalText.parse(text) == value, "\(text)")
  }
}

@Test func `a decimal comma is a mark only where it is asked for`() {
  let value = Array("-0,125".utf8).withUnsafeBytes { DecimalText.parse($0, decimalComma: true) }
  let point = Array("0.125".utf8).withUnsafeBytes { DecimalText.parse($0, decimalComma: true) }
  let long = Array("0,24390243902439027812".utf8).withUnsafeBytes {
    DecimalText.parse($0, decimalComma: true)
  }
  #expect(value == -0.125)
  #expect(point == nil)
  #expect(long == 0.24390243902439027812)
}

private func scaled(_ text: String, _ scale: Int) -> Int64? {
  Array(text.utf8).withUnsafeBytes { DecimalText.parseScaled($0, scale: scale) }
}

@Test func `a 19-digit stamp keeps every digit`() {
  #expect(scaled("1777622400123456789", 0) == 1_777_622_400_123_456_789)
  #expect(scaled("9223372036854775807", 0) == Int64.max)
  #expect(scaled("1777622400.123456789", 9) == 1_777_622_400_123_456_789)
  #expect(scaled("1.7776224000195313E12", 6) == 1_777_622_400_019_531_300)
}

@Test func `a stamp is rounded half away from zero`() {
  #expect(scaled("2.1910979861", 9) == 2_191_097_986)
  #expect(scaled("0.0000000005", 9) == 1)
  #expect(scaled("-0.0000000005", 9) == -1)
  #expect(scaled("0.00000000049999999999999999", 9) == 0)
  #expect(scaled("0.1234567890000000000000000001", 9) == 123_456_789)
  #expect(scaled("1234567890.12345678950000000", 9) == 1_234_567_890_123_456_790)
  #expect(scaled("1e-40", 9) == 0)
}

@Test func `a stamp that does not fit is refused`() {
  #expect(scaled("9223372036854775808", 0) == nil)
  #expect(scaled("10000000000", 9) == nil)
  #expect(scaled("1e300", 9) == nil)
  #expect(scaled("123456789012345678901234", 0) == nil)
  #expect(scaled("12:30", 9) == nil)
}
