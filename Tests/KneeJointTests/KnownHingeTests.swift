import Inertial
import Testing

@testable import KneeJoint

@Suite struct `The axes of a known hinge` {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `are found at any mounting`(seed: UInt64) throws {
    let leg = HingedLeg(seed: seed)
    let found = try leg.fitted()
    // The rates are means over a period and forces are filtered: a few hundredths of a degree.
    #expect(leg.error(of: found) < 0.2 * degree)
    #expect(found.flags().isEmpty)
    #expect(leg.error(of: leg.flexion(found)) < 0.3 * degree)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `keep their pairing in planar motion with a level axis`(seed: UInt64) throws {
    let leg = HingedLeg(seed: seed, .init(isPlanar: true))
    let found = try leg.fitted()
    #expect(leg.error(of: found) < 1 * degree)
    #expect((found.costRatio ?? .infinity) > 1.5)
    #expect(leg.error(of: leg.flexion(found)) < 0.5 * degree)
  }

  @Test func `are refused in planar motion when no force tells the pairing`() throws {
    let leg = HingedLeg(seed: 3, .init(isPlanar: true, hasForces: false))
    let found = try leg.fitted()
    #expect(found.flags().map(\.code) == [.axisUnobservable])
    #expect(found.flags().allSatisfy { $0.effect == .stop })
  }

  @Test func `need no forces when the thigh moves freely`() throws {
    let leg = HingedLeg(seed: 4, .init(hasForces: false))
    let found = try leg.fitted()
    #expect(leg.error(of: found) < 0.2 * degree)
    #expect(found.flags().isEmpty)
    #expect(found.centre == nil)
  }

  @Test func `do not depend on which segment is called thigh`() throws {
    let leg = HingedLeg(seed: 5)
    let moving = try MovingSamples(
      thigh: leg.shank, shank: leg.thigh, time: leg.time, usable: leg.usable)
    let found = try HingeAxisFit.fit(thigh: leg.shank, shank: leg.thigh, time: leg.time, moving: moving)
    let swapped = HingeAxes(thigh: found.shank, shank: found.thigh)
    #expect(leg.error(of: swapped) < 0.2 * degree)
  }

  @Test func `follow a shank whose heading drifts by turns`() throws {
    let leg = HingedLeg(seed: 6, .init(seconds: 120, rate: 50, drift: 0.02))
    let found = try leg.fitted()
    #expect(leg.error(of: found) < 1 * degree)
    #expect(leg.error(of: leg.flexion(found)) < 1.5 * degree)
  }

  @Test func `come from the busiest stretch between restarts`() throws {
    var leg = HingedLeg(seed: 7)
    var shank = leg.shank
    let turn = Quaternion(axis: .unitZ, angle: 1.2)
    for row in 1800..<shank.count { shank.earthFromSensor[row] = turn * shank.earthFromSensor[row] }
    let moving = try MovingSamples(thigh: leg.thigh, shank: shank, time: leg.time, usable: leg.usable)
    let found = try HingeAxisFit.fit(
      thigh: leg.thigh, shank: shank, time: leg.time, moving: moving, restarts: [1800])
    #expect(leg.error(of: found) < 0.3 * degree)
    leg = HingedLeg(seed: 7)
    let heading = HingeHeading.relativeHeading(
      axes: found, thigh: leg.thigh, shank: shank, time: leg.time, usable: leg.usable, restarts: [1800])
    let angle = HingeAngle.flexion(axes: found, thigh: leg.thigh, shank: shank, heading: heading.angle)
    #expect(leg.error(of: angle) < 0.5 * degree)
  }

  @Test func `grow uncertain as the motion shrinks`() throws {
    let large = try HingedLeg(seed: 8, .init(secondAxis: 0.05)).fitted()
    let small = try HingedLeg(seed: 8, .init(secondAxis: 0.05, swing: 0.05)).fitted()
    #expect(small.thighSigma > 1.5 * large.thighSigma)
  }

  @Test func `know where the joint is`() throws {
    let leg = HingedLeg(seed: 9)
    let found = try leg.fitted()
    let centre = try #require(found.centre)
    // Along the axis only the difference of both arms is known; a low-pass of 6 Hz costs millimetres.
    #expect((centre.thighArm - leg.thighArm).rejected(from: found.thigh).norm < 0.01)
    #expect((centre.shankArm - leg.shankArm).rejected(from: found.shank).norm < 0.01)
    let bend = try #require(centre.bendAtZero(leg.axes)) + leg.flexion(leg.axes)[0]
    // Arms (0.04, 0.18) and (0.03, -0.14): 12.5 and 12.1 degrees off the bones, both forward.
    #expect(abs(Double.wrapAngle(bend - 24.6 * degree)) < 4 * degree)
  }
}
