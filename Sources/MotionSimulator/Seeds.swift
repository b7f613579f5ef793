import Inertial

/// Independent streams from one seed, so that a change in one part of the simulator moves no other part.
enum RandomPurpose: UInt64 {
  case body = 1, motion, wobble, mounting, heading, thighSensor, shankSensor, device, faults, leg, attitude,
    wire
}

extension SplitMix64 {
  /// The stream of one purpose. The first output of a generator seeds the next: neighbouring seeds do not overlap.
  init(seed: UInt64, for purpose: RandomPurpose) {
    var parent = SplitMix64(seed: seed)
    var child = SplitMix64(seed: parent.next() ^ (purpose.rawValue &* 0xD1B5_4A32_D192_ED03))
    self.init(seed: child.next())
  }

  /// Uniform in -limit...limit.
  mutating func symmetric(_ limit: Double) -> Double { uniform(in: -limit...limit) }

  mutating func symmetricVector(_ limit: Double) -> Vector3 {
    let x = symmetric(limit), y = symmetric(limit), z = symmetric(limit)
    return Vector3(x, y, z)
  }
}
