import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `Attitude from vectors` {
  @Test func `levelling takes the vector up by the shortest turn`() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let u = generator.unitVector()
      let q = Quaternion.leveling(u)
      #expect(q.rotate(u).angle(to: .unitZ) < 1e-9)
      #expect(abs(q.angle - u.angle(to: .unitZ)) < 1e-9)
      #expect(abs(q.z) == 0)
    }
  }

  @Test func `up needs no turn and down a half one`() {
    #expect(Quaternion.leveling(.unitZ) == .identity)
    #expect(Quaternion.leveling(Vector3(0, 0, -1)) == Quaternion(0, 1, 0, 0))
    #expect(Quaternion.leveling(Vector3(1e-13, 0, -1)).rotate(Vector3(0, 0, -1)).angle(to: .unitZ) < 1e-9)
  }

  @Test func `gravity and field give the whole attitude`() {
    var generator = SplitMix64(seed: 2)
    let turns = (0..<200).map { _ in generator.rotation() } + Quaternion.axisPermutations
    for truth in turns {
      let q = Quaternion.still(
        force: truth.rotateBack(SyntheticMotion.gravity), field: truth.rotateBack(SyntheticMotion.field))
      #expect(q.degrees(to: truth) < 1e-9)
      #expect(abs(q.norm - 1) < 1e-12)
    }
  }

  @Test func `a field along gravity or none leaves the shortest turn`() {
    let force = Vector3(1, 2, 9)
    let level = Quaternion.leveling(force.normalized)
    #expect(Quaternion.still(force: force, field: nil) == level)
    #expect(Quaternion.still(force: force, field: force * -4) == level)
    #expect(Quaternion.still(force: force, field: .zero) == level)
    #expect(Quaternion.still(force: force, field: .missing) == level)
  }

  @Test func `the turn without sine and cosine is the turn with them`() {
    var generator = SplitMix64(seed: 3)
    for size in [0, 1e-12, 1e-6, 1e-3, 0.05, 0.199, 0.201, 1, 3] {
      let v = generator.unitVector() * size
      let a = Quaternion(smallRotationVector: v), b = Quaternion(rotationVector: v)
      // A few units in the last place.
      #expect(Quaternion(a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z).norm < 1e-15)
    }
  }

  @Test func `a length a little off one is one after a renormalisation`() {
    let q = Quaternion(0.5, 0.5, 0.5, 0.5)
    let off = Quaternion(q.w * (1 + 1e-9), q.x * (1 + 1e-9), q.y * (1 + 1e-9), q.z * (1 + 1e-9))
    #expect(abs(off.renormalized.norm - 1) < 1e-15)
  }
}
