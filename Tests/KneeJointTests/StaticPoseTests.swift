import Inertial
import KneeJoint
import Testing

/// A leg that stands: thigh and shank sensors turned any way, the person facing anywhere, the knee bent.
private struct Standing {
  let axes: HingeAxes
  let pose: StaticPose
  let thigh, shank: Quaternion
  let thighMount, shankMount: Quaternion
  let shankHeading: Double

  /// - Parameter lean: of the thigh from the vertical, forward and sideways [rad].
  init(seed: UInt64, flexion: Double, stated: Double, lean: (forward: Double, sideways: Double) = (0, 0)) {
    var random = SplitMix64(seed: seed)
    // Sensor from bone; bones X forward, Y up, Z right.
    thighMount = random.rotation()
    shankMount = random.rotation()
    let facing = Quaternion(axis: .unitZ, angle: random.uniform(in: -3...3))
    shankHeading = random.uniform(in: -3...3)
    let upright = facing * Quaternion(axis: .unitX, angle: .pi / 2)
    let tilt =
      Quaternion(axis: .unitX, angle: lean.sideways) * Quaternion(axis: .unitZ, angle: lean.forward)
    let earthFromThigh = upright * tilt
    let earthFromShank = earthFromThigh * Quaternion(axis: .unitZ, angle: -flexion)
    thigh = earthFromThigh * thighMount.conjugate
    shank = Quaternion(axis: .unitZ, angle: -shankHeading) * earthFromShank * shankMount.conjugate
    axes = HingeAxes(thigh: thighMount.rotate(-.unitZ), shank: shankMount.rotate(-.unitZ))
    pose = StaticPose(
      thighUp: thigh.rotateBack(.unitZ), shankUp: shank.rotateBack(.unitZ), flexion: stated)
  }

  /// The angle that the hinge shows in the pose, before any zero.
  var turn: Double { HingeAngle.flexion(axes: axes, thigh: thigh, shank: shank, heading: shankHeading) }
}

@Suite struct `A static pose` {
  @Test(arguments: 1...20, [0.0, 30, 90])
  func `gives the turn of the hinge without any heading`(seed: Int, flexion: Double) throws {
    let leg = Standing(
      seed: UInt64(seed), flexion: flexion * degree, stated: flexion * degree, lean: (0.1, 0.08))
    let offset = try #require(leg.pose.offset(leg.axes))
    #expect(abs(Double.wrapAngle(leg.turn - offset) - flexion * degree) < 1e-9)
    #expect(abs(leg.pose.mismatch(leg.axes)) < 1e-9)
  }

  @Test func `of a leaning leg gives the same zero as that of an upright one`() throws {
    let upright = Standing(seed: 4, flexion: 0.05, stated: 0)
    let leaning = Standing(seed: 4, flexion: 0.05, stated: 0, lean: (-0.12, 0.1))
    let one = try #require(upright.pose.offset(upright.axes))
    let two = try #require(leaning.pose.offset(leaning.axes))
    #expect(abs(one - two) < 1e-9)
  }

  @Test func `says nothing when the axis is upright`() {
    let leg = Standing(seed: 3, flexion: 0.2, stated: 0.2, lean: (0, .pi / 2))
    #expect(leg.pose.turn(leg.axes) == nil)
    #expect(SegmentAlignment(leg.pose, axes: leg.axes) == nil)
  }

  @Test(arguments: 1...10) func `and the axis give the bones`(seed: Int) throws {
    let leg = Standing(seed: UInt64(seed), flexion: 0, stated: 0)
    let bones = try #require(SegmentAlignment(leg.pose, axes: leg.axes))
    #expect((bones.sensorFromThigh.conjugate * leg.thighMount).angle < 1e-9)
    #expect((bones.sensorFromShank.conjugate * leg.shankMount).angle < 1e-9)
    // In the pose both bones are one.
    let between = bones.thighFromShank(thigh: leg.thigh, shank: leg.shank, heading: leg.shankHeading)
    #expect(between.angle < 1e-9)
  }

  @Test func `that is bent still gives the three angles of the joint`() throws {
    let bent = Standing(seed: 8, flexion: 30 * degree, stated: 30 * degree)
    let bones = try #require(SegmentAlignment(bent.pose, axes: bent.axes))
    let angles = JointAngles(
      thighFromShank: bones.thighFromShank(
        thigh: bent.thigh, shank: bent.shank, heading: bent.shankHeading), side: .right)
    #expect(abs(angles.flexion - 30 * degree) < 1e-9)
    #expect(abs(angles.adduction) < 1e-9 && abs(angles.internalRotation) < 1e-9)
  }
}

@Suite struct `The angles of Grood and Suntay` {
  @Test(arguments: [(BodySide.right, 1.0), (.left, -1.0)])
  func `are 40, 7 and 9 degrees on both legs`(side: BodySide, mirror: Double) {
    let tibia =
      Quaternion(axis: .unitZ, angle: -40 * degree) * Quaternion(axis: .unitX, angle: mirror * 7 * degree)
      * Quaternion(axis: .unitY, angle: mirror * 9 * degree)
    let angles = JointAngles(thighFromShank: tibia, side: side)
    #expect(abs(angles.flexion - 40 * degree) < 1e-12)
    #expect(abs(angles.adduction - 7 * degree) < 1e-12)
    #expect(abs(angles.internalRotation - 9 * degree) < 1e-12)
  }

  @Test func `pass 90 degrees and straight without a step`() {
    for angle in stride(from: -20.0, through: 160, by: 5) {
      let tibia = Quaternion(axis: .unitZ, angle: -angle * degree)
      #expect(abs(JointAngles(thighFromShank: tibia, side: .left).flexion - angle * degree) < 1e-12)
    }
  }

  @Test func `do not exist where the shank lies along the axis`() {
    let tibia = Quaternion(axis: .unitX, angle: 90 * degree)
    #expect(JointAngles(thighFromShank: tibia, side: .right).flexion.isNaN)
  }
}

@Suite struct `The sign of flexion by a stated pose` {
  @Test func `is the one with which the knee does not extend beyond straight`() {
    let swing = (0..<400).map { 0.8 * (1 - Double.cos(Double($0) * 0.05)) }
    #expect(FlexionSign.byPose(angle: swing, turn: 0, flexion: 0)?.sign == 1)
    #expect(FlexionSign.byPose(angle: swing.map { -$0 }, turn: 0, flexion: 0)?.sign == -1)
    #expect(FlexionSign.byPose(angle: swing, turn: 1.6, flexion: 1.6)?.sign == nil)
  }

  @Test func `stays open for a small motion and without values`() {
    #expect(FlexionSign.byPose(angle: [0, 0.1, 0.2, 0.1], turn: 0, flexion: 0) == nil)
    #expect(FlexionSign.byPose(angle: [.nan], turn: 0, flexion: 0) == nil)
  }
}
