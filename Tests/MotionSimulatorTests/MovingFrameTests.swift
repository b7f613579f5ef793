import Inertial
import Testing

@testable import MotionSimulator

/// Two turning joints and a sliding offset, worked out a second time from positions alone.
@Suite struct MovingFrameTests {
  private static func angles(_ t: Double) -> (Jet, Jet) {
    let time = Jet.time(t)
    return ((time * 3).sine * 0.8, (time * 2).cosine * time)
  }

  private static func offset(_ t: Double) -> JetVector {
    let time = Jet.time(t)
    return JetVector((time * 5).sine * 0.1, Jet(-0.4), (time * -1).exponential)
  }

  private static func frame(_ t: Double) -> MovingFrame {
    let (first, second) = angles(t)
    return MovingFrame().turned(about: .unitZ, by: first).shifted(by: Vector3(0.3, 0, 0.1))
      .turned(about: .unitX, by: second).shifted(by: offset(t))
  }

  private static func position(_ t: Double) -> Vector3 {
    let (first, second) = angles(t)
    let outer = Quaternion(axis: .unitZ, angle: first.value)
    let inner = outer * Quaternion(axis: .unitX, angle: second.value)
    return outer.rotate(Vector3(0.3, 0, 0.1)) + inner.rotate(offset(t).value)
  }

  @Test(arguments: [0.1, 0.7, 1.9, 3.3])
  func `velocity and acceleration are the derivatives of the position`(t: Double) {
    let h = 1e-4
    let before = Self.position(t - h), now = Self.position(t), after = Self.position(t + h)
    let frame = Self.frame(t)
    #expect((frame.velocity - (after - before) / (2 * h)).norm < 1e-5)
    #expect((frame.acceleration - (after - now * 2 + before) / (h * h)).norm < 1e-4)
  }

  @Test(arguments: [0.1, 0.7, 1.9, 3.3])
  func `the turn rate and its change are those of the attitude`(t: Double) {
    let h = 1e-4
    let before = Self.frame(t - h), frame = Self.frame(t), after = Self.frame(t + h)
    let turn = (after.earthFromFrame * before.earthFromFrame.conjugate).rotationVector / (2 * h)
    #expect((frame.turnRate - turn).norm < 1e-6)
    let change = (after.turnRate - before.turnRate) / (2 * h)
    #expect((frame.turnAcceleration - change).norm < 1e-5)
  }

  @Test func `jets follow the chain rule`() {
    func curve(_ t: Double) -> Jet {
      let time = Jet.time(t)
      let ratio = (time.sine + 2).reciprocal * (time * time).arcTangent
      return ratio + (time / 3).smoothStep * time.periodicBump(at: 0.3, width: 0.1)
    }
    let h = 1e-4
    for t in [0.2, 0.9, 1.7] {
      let before = curve(t - h).value, now = curve(t), after = curve(t + h).value
      #expect(abs(now.rate - (after - before) / (2 * h)) < 1e-5)
      #expect(abs(now.acceleration - (after - 2 * now.value + before) / (h * h)) < 1e-3)
    }
  }
}
