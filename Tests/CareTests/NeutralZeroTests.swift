import Care
import Testing

@Suite struct `The neutral-zero notation` {
  @Test(arguments: [
    (-5.0, 130.0, "5-0-130"), (10, 120, "0-10-120"), (20, 20, "0-20-20"), (0, 130, "0-0-130"),
    (-0.5, 129.5, "1-0-130"), (0.5, 90.4, "0-1-90"), (-0.4, 90, "0-0-90"), (-10, -2, "10-2-0"),
  ])
  func `puts the zero where the joint passes it`(minimum: Double, maximum: Double, text: String) {
    #expect(NeutralZero(mostExtended: minimum, mostFlexed: maximum)?.description == text)
  }

  @Test(arguments: [
    ("5-0-130", -5, 130), ("0-10-120", 10, 120), ("0-20-20", 20, 20), ("0-0-130", 0, 130),
    ("5\u{2013}0\u{2013}130", -5, 130), ("5/0/130", -5, 130), (" 5 - 0 - 130 ", -5, 130), ("10-2-0", -10, -2),
    ("0-0-0", 0, 0),
  ])
  func `is read in every spelling`(text: String, minimum: Int, maximum: Int) throws {
    let read = try #require(NeutralZero(text))
    #expect(read.mostExtended == minimum)
    #expect(read.mostFlexed == maximum)
  }

  @Test func `is read back as it was written`() throws {
    for minimum in stride(from: -30, through: 60, by: 7) {
      for maximum in stride(from: minimum, through: 150, by: 11) {
        let written = try #require(
          NeutralZero(mostExtended: Double(minimum), mostFlexed: Double(maximum)))
        #expect(NeutralZero(written.description) == written)
      }
    }
  }

  @Test(arguments: [
    "", "5-0", "5-0-130-2", "5-10-130", "0-130-5", "a-0-130", "5--0-130", "5-0-1300", "5.5-0-130", "-5-0-130",
  ])
  func `refuses what no joint has`(text: String) { #expect(NeutralZero(text) == nil) }

  @Test func `needs two finite numbers in order`() {
    #expect(NeutralZero(mostExtended: .nan, mostFlexed: 90) == nil)
    #expect(NeutralZero(mostExtended: 90, mostFlexed: 10) == nil)
    #expect(NeutralZero(mostExtended: 0, mostFlexed: 1e9) == nil)
  }

  @Test func `goes with extension deficit and hyperextension`() {
    let stiff = RangeOfMotionResult(definition: .jointAngle, minimum: 10, maximum: 120, range: 110)
    #expect(stiff.extensionDeficit == 10 && stiff.hyperextension == nil)
    let loose = RangeOfMotionResult(definition: .jointAngle, minimum: -5, maximum: 130, range: 135)
    #expect(loose.extensionDeficit == nil && loose.hyperextension == 5)
    #expect(loose.neutralZero?.description == "5-0-130")
    #expect(RangeOfMotionResult(definition: .jointAngle).neutralZero == nil)
  }
}
