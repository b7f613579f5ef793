import Inertial
import KneeJoint
import Testing

/// A device that is turned about its own x or y axis, in degrees from flat.
private func poses(_ degrees: [Double], about axis: Vector3 = .unitX, heading: Double = 0) -> [Quaternion] {
  degrees.map { turnZ(heading * degree) * Quaternion(axis: axis, angle: $0 * degree) }
}

private func upstream(
  _ poses: [Quaternion], _ orientation: DeviceOrientation = .portrait
) throws -> [Double] {
  let found = try ResearchKitRange(worldFromDevice: poses, orientation: orientation)
  return [found.start, found.finish, found.minimum, found.maximum, found.range].map { $0 / degree }
}

private func equal(_ a: [Double], _ b: [Double], within tolerance: Double = 0.05) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

/// Numbers of `care.md` K7.
@Suite struct `ResearchKit's formula` {
  private let swing =
    Array(stride(from: 90.0, through: 0, by: -2)) + Array(stride(from: 0.0, through: 90, by: 2))

  @Test func `agrees with ours on an upright phone that extends and returns`() throws {
    #expect(try equal(upstream(poses(swing)), [0, 0, 0, 90, 90]))
    #expect(try equal(upstream(poses(swing, about: .unitY), .landscapeLeft), [0, 0, 0, 90, 90]))
  }

  @Test func `loses the first sample of a device that is head-down`() throws {
    let steps = Array(stride(from: -90.0, through: 0, by: 10))
    #expect(try equal(upstream(poses(steps)), [180, 90, 90, 170, 80]))
  }

  @Test func `takes the start from the heading`() throws {
    let tilted =
      Array(stride(from: 70.0, through: 10, by: -5)) + Array(stride(from: 10.0, through: 70, by: 5))
    let found = try upstream(poses(tilted, heading: 30))
    #expect(equal(found, [17.495, 17.495, 17.495, 77.495, 60]))
  }

  @Test func `forgets a movement that returns exactly to the start and begins anew`() throws {
    #expect(try equal([upstream(poses([0, 25, 0, 25]))[4]], [0]))
  }

  @Test func `jumps by 360 degrees where a head-down device swings further than 90`() throws {
    let swing = Array(stride(from: -90.0, through: 10, by: 2))
    #expect(try equal([upstream(poses(swing))[4]], [358]))
  }

  @Test func `counts one wild sample`() throws {
    let steps = [90.0, 88, 86, 84, 240, 82, 80, 78]
    let range = try upstream(poses(steps))[4]
    #expect(range > 150)
    let time = steps.indices.map { Double($0) / 100 }
    let ours = try ShinInclination.measure(worldFromDevice: poses(steps), time: time)
    #expect(abs(ours.range.range / degree - 12) < 0.05)
    #expect(ours.flags.contains { $0.code == .spike })
  }

  @Test func `of no sample is an error, not a knee`() {
    #expect(throws: KneeJointError.noSamples) { try upstream([]) }
  }
}
