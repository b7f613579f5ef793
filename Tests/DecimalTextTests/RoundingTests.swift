import DecimalText
import Inertial
import Testing

@Test(arguments: [
  (37.125, 2, 37.12), (37.135, 2, 37.14), (98.5, 0, 98.0), (99.5, 0, 100), (-37.135, 2, -37.14), (2.5, 0, 2),
  (0.285, 2, 0.28), (1.115, 2, 1.12), (1e-7, 4, 0), (5e-5, 4, 0), (1.5e-4, 4, 0.0002), (1e300, 2, 1e300),
  (123, 2, 123), (1e-300, 17, 0), (9.995, 2, 10), (0.1 + 0.2, 17, 0.1 + 0.2),
])
func `a tie goes to the even digit of the decimal text`(value: Double, decimals: Int, rounded: Double) {
  #expect(DecimalText.roundedToEven(value, decimals: decimals) == rounded)
}

@Test func `rounding to even never gives a negative zero and leaves what is not finite`() {
  #expect(DecimalText.roundedToEven(-0.001, decimals: 2).sign == .plus)
  #expect(DecimalText.roundedToEven(-0.0, decimals: 2).sign == .plus)
  #expect(DecimalText.roundedToEven(.nan, decimals: 2).isNaN)
  #expect(DecimalText.roundedToEven(-.infinity, decimals: 2) == -.infinity)
}

@Test func `a rounded number has no more digits than asked and lies within half of the last one`() throws {
  var random = SplitMix64(seed: 834)
  for _ in 0..<20_000 {
    let decimals = Int(random.next() % 8)
    let value = random.normal() * Double.pow(10, random.uniform(in: -6...6))
    let rounded = DecimalText.roundedToEven(value, decimals: decimals)
    #expect(DecimalText.parse(DecimalText.fixed(rounded, decimals: decimals)) == rounded, "\(value)")
    #expect(
      abs(rounded - value) <= 0.5 * Double.pow(10, -Double(decimals)) + abs(value) * 0x1p-51, "\(value)")
  }
}
