import Inertial
import KneeJoint
import Testing

/// 50 rows of rest at `start`, then to and fro between `start` and `end` [rad].
private func swings(from start: Double, to end: Double) -> [Double] {
  let rest = [Double](repeating: start, count: 50)
  let swing = (0..<200).map { start + (end - start) * (1 - Double.cos(Double($0) * 0.1)) / 2 }
  return rest + swing
}

@Suite struct `The flexion sign` {
  @Test(arguments: [1.0, -1.0])
  func `flexion is where the leg goes from a still start`(side: Double) {
    let found = FlexionSign.decide(angle: swings(from: 0.3, to: 0.3 + side), stillPose: 0..<50)
    #expect(found == FlexionSign(sign: side, rule: .stillPose))
    #expect(found.flags.isEmpty)
  }

  @Test(arguments: [1.0, -1.0])
  func `the lever arms decide against a start that is flexed`(side: Double) {
    // Starts fully flexed at 1.5 rad, extends to straight; a straight leg looks 0.2 rad hyperextended.
    let angle = swings(from: 1.5, to: 0).map { $0 * side }
    let found = FlexionSign.decide(angle: angle, stillPose: 0..<50, bendAtZero: -0.2 * side)
    #expect(found == FlexionSign(sign: side, rule: .jointCentre))
    #expect(FlexionSign.decide(angle: angle, stillPose: 0..<50).sign == -side)
  }

  @Test func `lever arms that fit both signs leave it to the still start`() {
    // Symmetric about the pose that looks straight.
    let angle = swings(from: -0.5, to: 0.5)
    let found = FlexionSign.decide(angle: angle, stillPose: 0..<50, bendAtZero: 0)
    #expect(found == FlexionSign(sign: 1, rule: .stillPose))
  }

  @Test func `a straight rest is an assumption where no force tells, and the hanging shank always is one`() {
    let rest = FlexionSign(sign: 1, rule: .stillPose)
    #expect(rest.flags(knowingJoint: true) == [])
    #expect(rest.flags(knowingJoint: false) == [QualityFlag(.signAssumed, .warn)])
    #expect(FlexionSign(sign: 1, rule: .hangingShank).flags == [QualityFlag(.signAssumed, .warn)])
  }

  @Test(arguments: [1.0, -1.0])
  func `without a rest the longer side is assumed and flagged`(side: Double) {
    let angle = (0..<300).map { $0 % 100 < 80 ? 0 : side * Double($0 % 100 - 80) * 0.05 }
    let found = FlexionSign.decide(angle: angle, stillPose: nil)
    #expect(found == FlexionSign(sign: side, rule: .longerSide))
    #expect(found.flags.map(\.code) == [.signAssumed])
  }

  @Test func `rows without a value do not count`() {
    var angle = swings(from: 0, to: -1)
    for row in stride(from: 3, to: angle.count, by: 4) { angle[row] = .nan }
    #expect(FlexionSign.decide(angle: angle, stillPose: 0..<50).sign == -1)
  }
}

@Suite struct `The zero of the angle` {
  @Test(arguments: [1.0, -1]) func `lies on the other side of a leg that rests sitting`(side: Double) {
    let angle = swings(from: 0.3, to: 0.3 + side)
    let found = FlexionSign.decide(angle: angle, stillPose: 0..<50, sits: true)
    #expect(found == FlexionSign(sign: -side, rule: .stillPose))
    #expect(FlexionSign.decide(angle: angle, stillPose: 0..<50, sits: false).sign == side)
  }

  @Test(arguments: [1.0, -1]) func `is read off a rest at the end where the start moves`(side: Double) {
    let angle = swings(from: 0.3, to: 0.3 + side).dropFirst(60) + [Double](repeating: 0.3, count: 60)
    let found = FlexionSign.decide(angle: Array(angle), stillPose: angle.count - 60..<angle.count)
    #expect(found == FlexionSign(sign: side, rule: .stillPose))
  }

  @Test func `is the mean of the rest at the start`() {
    let zero = HingeZero.fromStart(angle: [1, 3, .nan, 9, 9], stillStart: 0..<3)
    #expect(zero == HingeZero(offset: 2, rows: 0..<3))
    #expect(zero.flags(flexion: [0, 1, -0.17]).isEmpty)
  }

  @Test func `without a rest is the first value, flagged`() {
    let zero = HingeZero.fromStart(angle: [.nan, 0.4, 1], stillStart: nil)
    #expect(zero == HingeZero(offset: 0.4, rows: nil))
    #expect(zero.flags(flexion: [0, 1]) == [QualityFlag(.noStillStart, .warn)])
  }

  @Test func `is doubted when the knee later extends ten degrees beyond it`() {
    let zero = HingeZero.fromStart(angle: [0, 0, 0], stillStart: 0..<3)
    let flags = zero.flags(flexion: [0, .nan, -11 * degree, 1])
    #expect(flags.map(\.code) == [.startNotExtended] && flags.map(\.effect) == [.warn])
    #expect(abs((flags.first?.value ?? .nan) + 11 * degree) < 1e-12)
    #expect(zero.flags(flexion: [0, -9 * degree]).isEmpty)
  }
}

/// Any centre, to be given other arms.
private let pattern: JointCentre? = {
  let time = stamps(4)
  let leg = SyntheticLeg.moving()
  let thigh = leg.thighMotion(time)
  let shank = leg.shankMotion(time)
  let usable = time.map { _ in true }
  guard let moving = try? MovingSamples(thigh: thigh, shank: shank, time: time, usable: usable) else {
    return nil
  }
  return try? HingeAxisFit.fit(thigh: thigh, shank: shank, time: time, moving: moving).centre
}()

@Suite struct `The joint centre` {
  private let axes = HingeAxes(thigh: .unitY, shank: .unitY)

  private func centre(_ shank: Vector3, sigma: Double = 0) throws -> JointCentre {
    var out = try #require(pattern)
    out.thighArm = Vector3(0, 0.02, 0.2)
    out.shankArm = shank
    out.thighBearingSigma = sigma
    out.shankBearingSigma = sigma
    return out
  }

  @Test(arguments: [0.0, 0.5, -0.3, 2.5])
  func `shows the bend at the angle zero`(bend: Double) throws {
    let arm = turnY(bend).rotate(Vector3(0, 0.05, -0.15))
    let found = try #require(try centre(arm).bendAtZero(axes))
    #expect(abs(found - bend) < 1e-12)
  }

  /// Thigh sensor above the knee, shank sensor below it, both Z up in standing, the axis along Y.
  @Test func `tells sitting from standing and lying`() throws {
    let found = try centre(Vector3(0.02, 0, -0.15))
    func sits(_ thigh: Double, _ shank: Double) -> Bool? {
      found.sits(axes, thighUp: turnY(thigh).rotate(.unitZ), shankUp: turnY(shank).rotate(.unitZ))
    }
    #expect(sits(0.1, 0.1) == false)
    #expect(sits(1.5, 1.5) == false)
    #expect(sits(1.5, 0.1) == true)
    #expect(sits(0.9, 0.2) == nil)
    #expect(found.sits(axes, thighUp: .unitY, shankUp: .unitY) == nil)
  }

  @Test func `does not show it with an arm that is too short or too uncertain`() throws {
    #expect(try centre(Vector3(0, 0.3, -0.02)).bendAtZero(axes) == nil)
    #expect(try centre(Vector3(0, 0, -0.15), sigma: 0.8).bendAtZero(axes) == nil)
    #expect(try centre(Vector3(0, 0, -0.15), sigma: 0.6).bendAtZero(axes) != nil)
  }
}

@Suite struct `The hinge axes` {
  @Test func `are doubted when uncertain or when another branch fits as well`() {
    func codes(_ sigma: Double, _ ratio: Double?) -> [QualityFlag.Code] {
      HingeAxes(thigh: .unitX, shank: .unitY, thighSigma: sigma, costRatio: ratio).flags().map(\.code)
    }
    #expect(codes(4 * degree, nil) == [])
    #expect(codes(4 * degree, 1.1) == [])
    #expect(codes(6 * degree, nil) == [.axisUnobservable])
    #expect(codes(.infinity, nil) == [.axisUnobservable])
    #expect(codes(.nan, nil) == [.axisUnobservable])
    #expect(codes(1 * degree, 1.01) == [.axisUnobservable])
  }
}
