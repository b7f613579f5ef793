import Inertial
import KneeJoint
import Testing

private let time = stamps(12)
private let allUsable = time.map { _ in true }

private func fit(_ leg: SyntheticLeg) throws -> (axes: HingeAxes, moving: MovingSamples) {
  let thigh = leg.thighMotion(time)
  let shank = leg.shankMotion(time)
  let moving = try MovingSamples(thigh: thigh, shank: shank, time: time, usable: allUsable)
  return (try HingeAxisFit.fit(thigh: thigh, shank: shank, time: time, moving: moving), moving)
}

private func expectFound(_ axes: HingeAxes, in leg: SyntheticLeg, within tolerance: Double) {
  #expect(lineAngle(axes.thigh, leg.thighAxis) < tolerance)
  #expect(lineAngle(axes.shank, leg.shankAxis) < tolerance)
  let isPaired = (axes.thigh.dot(leg.thighAxis) > 0) == (axes.shank.dot(leg.shankAxis) > 0)
  #expect(isPaired, "one axis is reversed against the other")
}

@Suite struct `The hinge axis fit` {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a hinge that moves in space is found at any mounting, sign pairing included`(seed: UInt64) throws {
    let leg = SyntheticLeg.moving(seed: seed, heading: 0.8 * Double(seed) - 2)
    let found = try fit(leg).axes
    expectFound(found, in: leg, within: 1 * degree)
    #expect(found.flags().isEmpty)
  }

  @Test func `a squat in one plane still shows the axis`() throws {
    var leg = SyntheticLeg(
      base: .ankle, thighMounting: turnX(0.7) * turnZ(2), shankMounting: turnZ(-1) * turnX(0.4), heading: 1.1,
      thigh: { turnY(-0.6 * bending($0)) }, knee: { turnY(bending($0)) })
    leg.thighArm = Vector3(0.06, 0, 0.2)
    leg.shankArm = Vector3(0.03, 0, -0.2)
    expectFound(try fit(leg).axes, in: leg, within: 2 * degree)
  }

  @Test func `the lever arms come out within a centimetre across the axis`() throws {
    let leg = SyntheticLeg.moving(seed: 4)
    let found = try fit(leg).axes
    let centre = try #require(found.centre)
    let thigh = leg.thighMounting.rotateBack(leg.thighArm)
    let shank = leg.shankMounting.rotateBack(leg.shankArm)
    #expect((centre.thighArm - thigh).rejected(from: leg.thighAxis).norm < 0.01)
    #expect((centre.shankArm - shank).rejected(from: leg.shankAxis).norm < 0.01)
    // Along the axis only the difference is known.
    let along: Double = centre.thighArm.dot(leg.thighAxis) - centre.shankArm.dot(leg.shankAxis)
    #expect(abs(along - (leg.thighArm.y - leg.shankArm.y)) < 0.01)
  }

  @Test func `two segments that turn independently are no hinge`() throws {
    let free = { (t: Double) -> Quaternion in
      turnX(1.3 * Double.sin(1.3 * t + 1)) * turnZ(1.2 * Double.sin(1.9 * t))
        * turnX(1.1 * Double.sin(2.7 * t + 2))
    }
    let leg = SyntheticLeg(thigh: freeThigh, knee: { freeThigh($0).conjugate * free($0) })
    let (axes, moving) = try fit(leg)
    let thigh = leg.thighMotion(time)
    let shank = leg.shankMotion(time)
    let heading = HingeHeading.relativeHeading(
      axes: axes, thigh: thigh, shank: shank, time: time, usable: allUsable)
    let residual = HingeResidual.measure(
      axes: axes, thigh: thigh, shank: shank, heading: heading.angle, rows: moving.rows)
    #expect(residual.flags.map(\.code) == [.notAHinge])
    #expect(residual.flags.map(\.effect) == [.stop])
  }

  @Test func `a true hinge leaves no residual`() throws {
    let leg = SyntheticLeg.moving(seed: 5, heading: 0.4)
    let residual = HingeResidual.measure(
      axes: leg.axes, thigh: leg.thighMotion(time), shank: leg.shankMotion(time),
      heading: time.map { _ in 0.4 }, rows: Array(time.indices))
    #expect(residual.tilt < 1e-6)
    #expect(residual.verticalMismatch < 1e-6)
    #expect(residual.flags.isEmpty)
  }

  @Test func `without motion there is no axis`() {
    let leg = SyntheticLeg(thigh: { _ in turnX(0.3) }, knee: { _ in turnY(0.2) })
    #expect {
      try fit(leg)
    } throws: { error in
      guard case .tooLittleMotion(_, let peak) = error as? KneeJointError else { return false }
      return peak < 0.05
    }
  }

  @Test func `series of different lengths are refused`() {
    let leg = SyntheticLeg.moving()
    let short = Array(time.prefix(20))
    #expect(throws: KneeJointError.self) {
      try MovingSamples(
        thigh: leg.thighMotion(short), shank: leg.shankMotion(time), time: time, usable: allUsable)
    }
  }
}

@Suite struct `A still thigh` {
  /// Sitting: the thigh level, the shank hanging and lifted.
  private let leg = SyntheticLeg(
    thighMounting: turnX(0.4), shankMounting: turnZ(1.2) * turnX(0.9), heading: 2,
    thigh: { _ in turnY(-90 * degree) }, knee: { turnY(90 * degree - 0.5 * bending($0)) })

  @Test func `is noticed, a moving one is not`() throws {
    let still = try MovingSamples(
      thigh: leg.thighMotion(time), shank: leg.shankMotion(time), time: time, usable: allUsable)
    #expect(still.isThighStill)
    let free = SyntheticLeg.moving()
    let moving = try MovingSamples(
      thigh: free.thighMotion(time), shank: free.shankMotion(time), time: time, usable: allUsable)
    #expect(!moving.isThighStill)
  }

  @Test func `leaves the turn of the shank, lifting counted as extension`() throws {
    let shank = leg.shankMotion(time)
    let moving = try MovingSamples(
      thigh: leg.thighMotion(time), shank: shank, time: time, usable: allUsable)
    let turn = try ShankTurn.measure(shank: shank, time: time, moving: moving)
    for row in time.indices {
      #expect(abs(turn.angle[row] - turn.angle[0] + 0.5 * bending(time[row])) < 0.1 * degree)
    }
    #expect(turn.axis.angle(to: leg.shankAxis) < 0.1 * degree)
    #expect(turn.flags == [QualityFlag(.signAssumed, .warn)])
  }

  @Test func `and a still shank give no turn`() throws {
    let rest = SyntheticLeg(thigh: { _ in .identity }, knee: { _ in .identity })
    let shank = rest.shankMotion(time)
    let moving = try MovingSamples(
      thigh: rest.thighMotion(time), shank: shank, time: time, usable: allUsable)
    #expect(throws: KneeJointError.tooLittleMotion(samples: 0, peakRate: 0)) {
      try ShankTurn.measure(shank: shank, time: time, moving: moving)
    }
  }
}

@Suite struct `A quiet thigh` {
  /// Sitting, the thigh lifting a little while the shank swings out.
  private func flag(lift: Double) -> QualityFlag {
    let leg = SyntheticLeg(
      thighMounting: turnX(0.4), shankMounting: turnZ(1.2) * turnX(0.9), heading: 2,
      thigh: { turnY(-90 * degree - lift * bending($0)) }, knee: { turnY(90 * degree - 0.5 * bending($0)) })
    return ShankTurn.thighFlag(thigh: leg.thighMotion(time))
  }

  @Test func `is warned of, with what it tilts by`() throws {
    let extent = (time.map(bending).max() ?? 0) - (time.map(bending).min() ?? 0)
    let small = flag(lift: 0.01)
    let large = flag(lift: 0.1)
    #expect(small.effect == .warn)
    #expect(abs(try #require(small.value) - 0.01 * extent) < 0.1 * degree)
    #expect(large.effect == .warn)
    #expect(abs(try #require(large.value) - 0.1 * extent) < 0.1 * degree)
  }
}
