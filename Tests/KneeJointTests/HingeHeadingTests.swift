import Inertial
import KneeJoint
import Testing

private let time = stamps(16)

private func heading(
  _ leg: SyntheticLeg, _ thigh: SegmentMotion, _ shank: SegmentMotion, restarts: [Int] = []
) -> RelativeHeading {
  HingeHeading.relativeHeading(
    axes: leg.axes, thigh: thigh, shank: shank, time: time, usable: time.map { _ in true },
    restarts: restarts)
}

/// A leg on its side whose hinge stands upright while `isUpright` says so.
private func sideLying(_ isUpright: @escaping (Double) -> Bool) -> SyntheticLeg {
  SyntheticLeg(heading: 0.7, thigh: { isUpright($0) ? turnX(90 * degree) : .identity }) {
    turnY(bending($0))
  }
}

private func unobservable(_ leg: SyntheticLeg, seconds: Double) -> [QualityFlag] {
  let time = stamps(seconds, rate: 10)
  let found = HingeHeading.relativeHeading(
    axes: leg.axes, thigh: leg.thighMotion(time), shank: leg.shankMotion(time), time: time,
    usable: time.map { _ in true })
  return found.flags(time: time)
}

@Suite struct `The relative heading` {
  @Test(arguments: [0, 1.3, -2.9, 3.1])
  func `a constant offset of both earths is known from the first row`(offset: Double) {
    let leg = SyntheticLeg.moving(seed: 7, heading: offset)
    let found = heading(leg, leg.thighMotion(time), leg.shankMotion(time))
    #expect(found.angle.count == time.count)
    #expect(found.angle.allSatisfy { abs(Double.wrapAngle($0 - offset)) < 1e-6 })
  }

  @Test func `a restart splits it`() {
    let before = SyntheticLeg.moving(heading: 0.5)
    let after = SyntheticLeg.moving(heading: -1.5)
    let split = 400
    var shank = before.shankMotion(time)
    shank.earthFromSensor.replaceSubrange(
      split..., with: after.shankMotion(time).earthFromSensor[split...])
    let thigh = before.thighMotion(time)
    func error(_ found: RelativeHeading, _ row: Int) -> Double {
      abs(Double.wrapAngle(found.angle[row] - (row < split ? 0.5 : -1.5)))
    }
    let told = heading(before, thigh, shank, restarts: [split])
    #expect(time.indices.allSatisfy { error(told, $0) < 1e-6 })
    let untold = heading(before, thigh, shank)
    #expect(error(untold, split - 1) > 0.1)
  }

  @Test func `rows that may not vote get the heading of the others`() {
    let leg = SyntheticLeg.moving(heading: 0.9)
    var shank = leg.shankMotion(time)
    for row in 300..<350 { shank.earthFromSensor[row] = turnX(1) * shank.earthFromSensor[row] }
    let found = HingeHeading.relativeHeading(
      axes: leg.axes, thigh: leg.thighMotion(time), shank: shank, time: time,
      usable: time.indices.map { !(300..<350).contains($0) })
    #expect(found.angle.allSatisfy { abs($0 - 0.9) < 1e-6 })
  }

  @Test func `an upright axis for more than twenty seconds is flagged`() {
    let flags = unobservable(sideLying { _ in true }, seconds: 25)
    #expect(flags.map(\.code) == [.headingUnobservable])
    #expect(flags.first?.span == 0...25)
  }

  @Test func `a short upright axis is bridged`() {
    #expect(unobservable(sideLying { $0 > 10 && $0 < 22 }, seconds: 32).isEmpty)
    #expect(unobservable(sideLying { _ in false }, seconds: 25).isEmpty)
  }
}

@Suite struct `The hinge angle` {
  private func angle(_ leg: SyntheticLeg) -> [Double] {
    HingeAngle.flexion(
      axes: leg.axes, thigh: leg.thighMotion(time), shank: leg.shankMotion(time),
      heading: time.map { _ in leg.heading })
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `is the exact turn about the hinge at any mounting`(seed: UInt64) {
    let leg = SyntheticLeg.moving(seed: seed, heading: 0.3)
    let found = angle(leg)
    for row in time.indices {
      let turned: Double = bending(time[row]) - bending(time[0])
      #expect(abs(found[row] - found[0] - turned) < 1e-9)
    }
  }

  @Test func `crosses ninety and one hundred and eighty degrees without a jump`() {
    let leg = SyntheticLeg(thigh: freeThigh) { turnY(0.5 * $0) }
    let found = angle(leg)
    #expect(abs(found[0]) < 1e-9)
    #expect(time.indices.allSatisfy { abs(found[$0] - 0.5 * time[$0]) < 1e-9 })
    #expect((found.last ?? 0) > 2 * Double.pi)
  }

  @Test func `hardly sees the two other turns`() {
    let axes = HingeAxes(thigh: .unitY, shank: .unitY)
    func error(_ small: Double) -> Double {
      let shank = turnZ(small) * turnY(0.9) * turnX(small)
      return abs(HingeAngle.flexion(axes: axes, thigh: .identity, shank: shank, heading: 0) - 0.9)
    }
    #expect(error(0.1) > 0)
    #expect(error(0.1) < 0.1 * 0.1)
    // Second order: half the turn, a quarter of the error.
    #expect(abs(error(0.1) / error(0.05) - 4) < 0.1)
  }

  @Test func `has no value where an orientation has none`() {
    let leg = SyntheticLeg.moving()
    var shank = leg.shankMotion(time)
    shank.earthFromSensor[5] = Quaternion(.nan, 0, 0, 0)
    let found = HingeAngle.flexion(
      axes: leg.axes, thigh: leg.thighMotion(time), shank: shank, heading: time.map { _ in 0 })
    #expect(found.indices.filter { !found[$0].isFinite } == [5])
  }
}

@Suite struct `The hinge tracker` {
  private let axes = HingeAxes(thigh: .unitY, shank: .unitY)
  private let upright = turnX(90 * degree)

  @Test func `an upright axis gives nothing, the first other sample the exact heading`() throws {
    var tracker = HingeTracker(axes: axes)
    for _ in 0..<50 {
      let angle = tracker.update(thigh: upright, shank: upright * turnY(0.4), period: 0.02)
      #expect(angle == nil)
    }
    let thigh = turnX(0.3)
    let shank = turnZ(-1.2) * thigh * turnY(0.4)
    let first = tracker.update(thigh: thigh, shank: shank, period: 0.02)
    let angle = try #require(first)
    #expect(abs((tracker.heading ?? .nan) - 1.2) < 1e-12)
    #expect(abs(angle - 0.4) < 1e-12)
  }

  @Test func `follows the leg from the first sample on`() {
    let leg = SyntheticLeg.moving(seed: 21, heading: -2)
    let thigh = leg.thighMotion(time).earthFromSensor
    let shank = leg.shankMotion(time).earthFromSensor
    var tracker = HingeTracker(axes: leg.axes)
    let angle = time.indices.map {
      tracker.update(thigh: thigh[$0], shank: shank[$0], period: 0.02) ?? .nan
    }
    #expect(time.indices.allSatisfy { abs(angle[$0] - angle[0] - bending(time[$0])) < 1e-6 })
  }

  @Test func `a restart forgets the heading`() {
    var tracker = HingeTracker(axes: axes)
    _ = tracker.update(thigh: .identity, shank: turnZ(-1), period: 0.02)
    tracker.restart()
    #expect(tracker.heading == nil)
    _ = tracker.update(thigh: .identity, shank: turnZ(2), period: 0.02)
    #expect(abs((tracker.heading ?? .nan) + 2) < 1e-12)
  }

  @Test func `an unusable sample does not move the heading`() {
    var tracker = HingeTracker(axes: axes)
    let early = tracker.update(thigh: .identity, shank: turnY(0.1), period: 0.02, usable: false)
    #expect(early == nil)
    _ = tracker.update(thigh: .identity, shank: turnZ(-1), period: 0.02)
    _ = tracker.update(thigh: .identity, shank: turnZ(-2), period: 5, usable: false)
    #expect(abs((tracker.heading ?? .nan) - 1) < 1e-12)
  }
}
