import Inertial
import Testing

@testable import KneeJoint

@Suite struct `The swing of a device` {
  /// Device on the shin as the vectors make it: heading, tilt about an axis, mount.
  private func poses(
    _ tilts: [Double], about axis: Vector3 = .unitX, heading: Double = 0, mount: Quaternion = .identity
  ) -> [Quaternion] {
    tilts.map { tilt in
      let turn = Quaternion(axis: axis, angle: tilt * degree)
      return Quaternion(axis: .unitZ, angle: heading * degree) * turn * mount
    }
  }

  private let swing =
    Array(stride(from: 90.0, through: 10, by: -4)) + Array(stride(from: 10.0, through: 90, by: 4))

  private func measure(
    _ poses: [Quaternion], _ orientation: DeviceOrientation? = .portrait, hz: Double? = nil
  ) throws -> ShinInclination {
    try ShinInclination.measure(
      worldFromDevice: poses, time: hz.map { hz in poses.indices.map { Double($0) / hz } },
      orientation: orientation)
  }

  @Test(arguments: [-20.0, 12, 30])
  func `measures the whole swing of a device mounted askew`(askew: Double) throws {
    let mount = Quaternion(axis: .unitZ, angle: askew * degree)
    #expect(abs(try measure(poses(swing, mount: mount)).range.range - 80 * degree) < 0.05 * degree)
  }

  @Test func `stays continuous past 180 degrees and for a head-down device`() throws {
    let far = try measure(poses(Array(stride(from: 90.0, through: -100, by: -5))))
    #expect(abs(far.range.range - 190 * degree) < 1e-9)
    let down = try measure(poses(Array(stride(from: -90.0, through: 0, by: 10))))
    #expect(abs(down.range.start - 180 * degree) < 1e-9 && abs(down.range.range - 90 * degree) < 1e-9)
  }

  @Test func `keeps a movement that returns exactly to the start and goes on`() throws {
    let found = try measure(poses([80, 60, 80, 85, 80]))
    #expect(abs(found.range.range - 25 * degree) < 1e-9)
  }

  @Test func `leaves out and flags one wild sample when the time is known`() throws {
    let wild = poses([88, 84, 80, 170, 76, 72])
    let timed = try measure(wild, hz: 50)
    #expect(abs(timed.range.range - 16 * degree) < 1e-6)
    #expect(timed.flags.contains { $0.code == .spike })
    #expect(try measure(wild).range.range > 90 * degree)
  }

  @Test func `is an error without a sample, a flag without motion`() throws {
    #expect(throws: KneeJointError.noSamples) { try measure([]) }
    let one = try measure(poses([70]))
    #expect(abs(one.range.start - 20 * degree) < 1e-9 && one.range.range == 0)
    #expect(one.flags.map(\.code) == [.noMotion])
  }

  @Test func `read the old way loses a movement that returns`() throws {
    let straight = try LegacyFlexedExtended(startTilt: 90 * degree, swing: [0, -40, -90].map { $0 * degree })
    #expect(abs(straight.flexed - 90 * degree) < 1e-12 && abs(straight.extended) < 1e-12)
    let back = try LegacyFlexedExtended(startTilt: 80 * degree, swing: [0, -40, 0].map { $0 * degree })
    #expect(back.extended == back.flexed)
    let far = try LegacyFlexedExtended(startTilt: 90 * degree, swing: [0, -178, -170].map { $0 * degree })
    #expect(abs(far.extended - (90 - 190) * degree) < 1e-9)
    #expect(throws: KneeJointError.noSamples) { try LegacyFlexedExtended(startTilt: 1, swing: []) }
  }
}

@Suite struct `The lift of any sensor` {
  /// Seated extension of one shank with an exact orientation: rest, four swings, rest.
  private func shin(seed: UInt64, degrees: Double = 75, rate: Double = 100) -> (
    SegmentMotion, [Double], [Double]
  ) {
    var random = SplitMix64(seed: seed)
    let mount = random.rotation(), heading = random.uniform(in: -3...3)
    let arm = Vector3(0.03, -0.15, 0.01)
    func lift(_ t: Double) -> Double {
      t < 2 || t > 2 + 8 * Double.pi / 2 ? 0 : degrees * degree * (1 - Double.cos(2 * (t - 2))) / 2
    }
    // Knee axis z, shin along -y: hanging at lift 0, lifted about +z.
    func pose(_ t: Double) -> Quaternion {
      Quaternion(axis: .unitZ, angle: heading) * Quaternion(axis: .unitX, angle: Double.pi / 2)
        * Quaternion(axis: .unitZ, angle: lift(t))
    }
    let time = (0..<Int(18 * rate)).map { Double($0) / rate }
    var motion = SegmentMotion(earthFromSensor: [], rate: [], force: [])
    for t in time {
      let q = pose(t) * mount
      let before = pose(t - 1 / rate) * mount
      let h = 1e-3
      let push = (pose(t + h).rotate(arm) - pose(t).rotate(arm) * 2 + pose(t - h).rotate(arm)) / (h * h)
      motion.earthFromSensor.append(q)
      motion.rate.append((before.conjugate * q).rotationVector * rate)
      motion.force.append(q.rotateBack(push + .unitZ * .standardGravity))
    }
    return (motion, time, time.map(lift))
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `has the right range and a flagged zero at any mounting and heading`(seed: UInt64) throws {
    let (motion, time, lift) = shin(seed: seed)
    let found = try ShinInclination.measure(
      shin: motion, time: time, usable: time.map { _ in true }, stillStart: 0..<150)
    #expect(abs(found.range.range - 75 * degree) < 0.05 * degree)
    let codes = found.flags.map(\.code)
    #expect(codes == [.startNotExtended])
    let isAbsolute = found.isAbsolute
    #expect(!isAbsolute)
    // The sensor sits 3 cm before the bone, 15 cm down: the shin looks 11.3 degrees lifted.
    let offset = found.angle[0]
    #expect(abs(abs(offset) - 11.3 * degree) < 1.5 * degree)
    #expect(zip(found.angle, lift).allSatisfy { abs($0 - offset - $1) < 0.05 * degree })
  }

  @Test func `starts at the stated long axis`() throws {
    let (motion, time, _) = shin(seed: 2)
    let knee = motion.up(0)
    let found = try ShinInclination.measure(
      shin: motion, time: time, usable: time.map { _ in true }, stillStart: 0..<150, mounting: .longAxis(knee)
    )
    let isAbsolute = found.isAbsolute
    #expect(isAbsolute)
    #expect(abs(found.range.start) < 0.1 * degree)
    #expect(abs(found.range.maximum - 75 * degree) < 0.1 * degree)
  }

  @Test func `of a motionless shin is stopped by a flag`() throws {
    let (motion, time, _) = shin(seed: 3, degrees: 0)
    let found = try ShinInclination.measure(shin: motion, time: time, usable: time.map { _ in true })
    let codes = found.flags.map(\.code)
    #expect(codes.contains(.noMotion) && codes.contains(.axisUnobservable))
  }

  @Test func `integrates the rate while the axis stands upright`() throws {
    let time = (0..<1000).map { Double($0) * 0.01 }
    let turn = time.map { Double.sin($0) }
    var motion = SegmentMotion(earthFromSensor: [], rate: [], force: [])
    for (k, angle) in turn.enumerated() {
      motion.earthFromSensor.append(Quaternion(axis: .unitZ, angle: angle))
      motion.rate.append(Vector3(0, 0, k == 0 ? 0 : (angle - turn[k - 1]) / 0.01))
      motion.force.append(.unitZ * .standardGravity)
    }
    let found = try ShinInclination.measure(shin: motion, time: time, usable: time.map { _ in true })
    #expect(abs(found.range.range - 2) < 0.02)
    #expect(found.flags.contains { $0.code == .headingUnobservable })
  }

  @Test func `is an error without samples and survives one`() throws {
    let empty = SegmentMotion(earthFromSensor: [], rate: [], force: [])
    #expect(throws: KneeJointError.noSamples) {
      try ShinInclination.measure(shin: empty, time: [], usable: [])
    }
    let one = SegmentMotion(earthFromSensor: [.identity], rate: [.zero], force: [.unitZ])
    let found = try ShinInclination.measure(shin: one, time: [0], usable: [true])
    #expect(found.range.range == 0)
    #expect(found.flags.contains { $0.effect == .stop })
  }
}
