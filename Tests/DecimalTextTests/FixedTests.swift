import DecimalText
import Inertial
import Testing

@Test(arguments: [
  (0.0, 2, "0.00"), (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005001, 2, "-0.01"), (1.5, 0, "2"),
  (-2.5, 0, "-3"),
  (12.3456789, 4, "12.3457"), (0.285, 2, "0.28"), (1.115, 2, "1.11"), (1.005, 2, "1.00"), (0.125, 2, "0.13"),
  (999.9999, 2, "1000.00"), (1e15, 3, "1000000000000000.000"),
  (2251799813685249.5, 3, "2251799813685249.500"),
  (1e22, 1, "10000000000000000000000.0"),
  (123456789.987654321, 9, "123456789.987654328"),
])
func `a number is written with its decimals`(value: Double, decimals: Int, text: String) {
  #expect(DecimalText.fixed(value, decimals: decimals) == text)
}

@Test func `a number that is not finite is an empty cell`() {
  var bytes: [UInt8] = [1]
  DecimalText.appendFixed(.nan, decimals: 3, to: &bytes)
  DecimalText.appendFixed(-.infinity, decimals: 3, to: &bytes)
  #expect(bytes == [1])
}

@Test func `what is written reads back within half of the last decimal`() throws {
  var random = SplitMix64(seed: 2)
  for _ in 0..<20_000 {
    let decimals = Int(random.next() % 10)
    let value = random.normal() * Double.pow(10, random.uniform(in: -4...9))
    let text = DecimalText.fixed(value, decimals: decimals)
    let read = try #require(DecimalText.parse(text))
    let half = 0.5 * Double.pow(10, -Double(decimals))
    #expect(abs(read - value) <= half * (1 + 1e-9) + abs(value) * 0x1p-52, "\(value) \(text)")
  }
}
