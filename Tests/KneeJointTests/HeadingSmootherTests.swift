import Inertial
import Testing

@testable import KneeJoint

@Suite struct `The smoothed heading` {
  @Test func `follows a drift of several turns`() {
    let leg = HingedLeg(seed: 11, .init(seconds: 150, rate: 25, drift: 0.05))
    let angle = leg.heading(leg.axes).angle
    let course = angle[angle.count - 1] - angle[0]
    #expect(abs(course + 0.05 * 149.96) < 0.02)
    #expect(leg.error(of: leg.flexion(leg.axes)) < 1.5 * degree)
  }

  @Test func `bridges the time in which the axis stands upright`() {
    let leg = HingedLeg(
      seed: 12, .init(seconds: 60, rate: 50, thighMotion: 0.02, drift: 0.01, upright: 15...45))
    let heading = leg.heading(leg.axes)
    #expect((heading.rating.min() ?? 1) < 0.1)
    #expect(leg.error(of: leg.flexion(leg.axes)) < 2 * degree)
  }

  @Test func `has a value in every row whatever is usable`() {
    let leg = HingedLeg(seed: 14, .init(seconds: 4, rate: 20))
    let none = HingeHeading.relativeHeading(
      axes: leg.axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, usable: leg.time.map { _ in false })
    #expect(none.angle.allSatisfy { $0.isFinite })
    #expect(none.angle.count == leg.time.count)
    let empty = SegmentMotion(earthFromSensor: [], rate: [], force: [])
    let nothing = HingeHeading.relativeHeading(
      axes: leg.axes, thigh: empty, shank: empty, time: [], usable: [])
    #expect(nothing.angle.isEmpty)
    #expect(nothing.flags(time: []).isEmpty)
  }
}
