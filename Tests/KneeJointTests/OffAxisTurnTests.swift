import Inertial
import Testing

@testable import KneeJoint

@Suite struct `Turn beside the hinge` {
  private func codes(secondAxis: Double) -> [QualityFlag.Code] {
    var options = HingedLeg.Options()
    options.secondAxis = secondAxis
    let leg = HingedLeg(seed: 4, options)
    // The two segments of this leg have headings of their own.
    let heading = HingeHeading.relativeHeading(
      axes: leg.axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, usable: leg.time.map { _ in true })
    return OffAxisTurn.flags(
      axes: leg.axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle,
      rows: Array(leg.time.indices)
    ).map(\.code)
  }

  @Test func `is not there on a hinge, and not worth a word on a knee`() {
    #expect(codes(secondAxis: 0).isEmpty)
    #expect(codes(secondAxis: 8 * degree).isEmpty)
  }

  @Test func `is flagged where over a fifth of the turn is not about the hinge`() {
    #expect(codes(secondAxis: 60 * degree) == [.offAxis])
  }

  @Test func `needs a turn at all`() {
    var options = HingedLeg.Options()
    options.swing = 0
    let leg = HingedLeg(seed: 4, options)
    let flags = OffAxisTurn.flags(
      axes: leg.axes, thigh: leg.thigh, shank: leg.shank, heading: leg.time.map { _ in 0 }, rows: [])
    #expect(flags.isEmpty)
  }
}
