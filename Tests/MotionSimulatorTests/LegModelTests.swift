import Inertial
import Testing

@testable import MotionSimulator

@Suite struct LegModelTests {
  private static func leg(
    _ motion: Motion, _ side: BodySide = .right, seed: UInt64 = 1, outOfPlane: Double = 1
  ) -> LegModel {
    LegModel(
      motion: motion, side: side, duration: 30, seed: seed, mounting: .aligned, outOfPlane: outOfPlane)
  }

  private static let moments: [Double] = (0..<300).map { Double($0) * 0.1 }

  /// The angles of Grood and Suntay by their formulas: flexion, adduction, internal rotation [rad].
  static func groodSuntay(_ bones: LegModel.Bones, _ side: BodySide) -> (Double, Double, Double) {
    let femur = bones.femur.earthFromFrame, tibia = bones.tibia.earthFromFrame
    let e1 = femur.rotate(.unitZ), e3 = tibia.rotate(.unitY)
    let e2 = e3.cross(e1).normalized
    let flexion = Double.atan2(-e2.dot(femur.rotate(.unitY)), e2.dot(femur.rotate(.unitX)))
    let tilt = Double.pi / 2 - Double.acos(e1.dot(e3))
    let turn = Double.atan2(e2.dot(tibia.rotate(.unitZ)), e2.dot(tibia.rotate(.unitX)))
    return side == .left ? (flexion, -tilt, -turn) : (flexion, tilt, turn)
  }

  @Test(arguments: Motion.allCases, [BodySide.left, .right])
  func `the truth is the flexion of the bones`(motion: Motion, side: BodySide) {
    let leg = Self.leg(motion, side)
    for t in Self.moments {
      let bones = leg.bones(at: t)
      let (flexion, adduction, inwards) = Self.groodSuntay(bones, side)
      #expect(abs(flexion - leg.flexion(at: t)) < 1e-9)
      let play = leg.script.coordinates(at: t).kneePlay.value
      #expect(abs(adduction - leg.body.adductionAngle(bones.flexion).value - play) < 1e-9)
      #expect(abs(inwards - leg.body.internalAngle(bones.flexion).value) < 1e-9)
    }
  }

  @Test(arguments: Motion.allCases)
  func `without coupling the knee is a hinge whose twist is the flexion`(motion: Motion) {
    let leg = Self.leg(motion, outOfPlane: 0)
    for t in Self.moments {
      let bones = leg.bones(at: t)
      let knee = bones.femur.earthFromFrame.conjugate * bones.tibia.earthFromFrame
      #expect(abs(knee.twist(about: -.unitZ) - leg.flexion(at: t)) < 1e-9)
    }
  }

  @Test(arguments: Motion.allCases, UInt64(1)...12)
  func `the shank turns 5 to 10 degrees out of plane`(motion: Motion, seed: UInt64) {
    let leg = Self.leg(motion, seed: seed)
    let largest = Self.moments.map { t -> Double in
      let bones = leg.bones(at: t)
      let knee = bones.femur.earthFromFrame.conjugate * bones.tibia.earthFromFrame
      return (Quaternion(axis: .unitZ, angle: bones.flexion.value) * knee).angle.radiansToDegrees
    }.max()!
    #expect(5...10 ~= largest)
  }

  @Test func `the knee axis moves with flexion`() {
    let leg = Self.leg(.squats)
    func axis(_ degrees: Double) -> Vector3 {
      let h = 0.01
      func knee(_ f: Double) -> Quaternion {
        leg.body.tibia(on: MovingFrame(), flexion: Jet(f)).earthFromFrame
      }
      let f = degrees.degreesToRadians
      return (knee(f - h).conjugate * knee(f + h)).rotationVector.normalized
    }
    let shift = axis(5).angle(to: axis(90)).radiansToDegrees
    #expect(8...20 ~= shift)
  }

  @Test(arguments: Motion.allCases, UInt64(1)...6)
  func `a motion begins with three still seconds, ends still and moves between`(motion: Motion, seed: UInt64)
  {
    let leg = Self.leg(motion, seed: seed)
    let start = leg.flexion(at: 0)
    #expect(abs(leg.flexion(at: 1) - start) + abs(leg.flexion(at: 2.99) - start) < 1e-12)
    #expect(abs(leg.flexion(at: 29.9) - leg.flexion(at: 28.1)) < 1e-12)
    let inside = Self.moments.map { leg.flexion(at: $0) }
    #expect((inside.max()! - inside.min()!).radiansToDegrees > 50)
  }

  @Test(arguments: [Motion.squats, .sitToStand])
  func `the ankle of a standing person stays where it is`(motion: Motion) {
    let leg = Self.leg(motion)
    for t in Self.moments {
      let ankle = leg.bones(at: t).tibia.shifted(by: Vector3(0, -leg.body.shankLength, 0))
      #expect(ankle.velocity.norm < 1e-12)
      #expect(ankle.acceleration.norm < 1e-11)
    }
  }

  @Test func `the heel slides along the couch`() {
    let leg = Self.leg(.heelSlides)
    for t in Self.moments {
      let ankle = leg.bones(at: t).tibia.shifted(by: Vector3(0, -leg.body.shankLength, 0))
      // The joint centre rolls by 8 mm and the shank tilts a little: the heel lifts at a few cm/s, the hip not at all.
      #expect(abs(ankle.velocity.z) < 0.08)
    }
  }

  @Test func `walking turns the person about the vertical`() {
    let leg = Self.leg(.walking)
    let heading = Self.moments.map { leg.script.coordinates(at: $0).heading.value.radiansToDegrees }
    #expect(heading.max()! - heading.min()! > 160)
  }
}
