import Inertial
import KneeJoint
import Testing

/// From 20 degrees off the vertical to 80 and back [rad], held as each orientation asks.
private let bent = [70, 55, 40, 25, 10, 25, 40, 55, 70].map { $0 * degree }

private func poses(_ orientation: DeviceOrientation, heading: Double) -> [Quaternion] {
  bent.map { angle in
    let tilt =
      switch orientation {
      case .portrait: turnX(angle)
      case .portraitUpsideDown: turnX(-angle)
      case .landscapeLeft: turnY(angle)
      case .landscapeRight: turnY(-angle)
      }
    return turnZ(heading) * tilt
  }
}

@Suite struct `The shin inclination` {
  @Test(arguments: DeviceOrientation.allCases, [0, 1, 2.5, -3])
  func `is the same at any heading however the device is held`(
    orientation: DeviceOrientation, heading: Double
  ) throws {
    let shin = try ShinInclination.measure(
      worldFromDevice: poses(orientation, heading: heading), time: nil)
    #expect(shin.orientation == orientation)
    for (found, angle) in zip(shin.angle, bent) {
      #expect(abs(found - (90 * degree - angle)) < 1e-9)
    }
    #expect(abs(shin.range.range - 60 * degree) < 1e-9)
    #expect(shin.flags.isEmpty)
  }

  @Test func `the sign of a quaternion does not matter`() throws {
    let poses = poses(.portrait, heading: 0.4)
    let flipped = poses.enumerated().map { $0.offset % 2 == 0 ? $0.element : -$0.element }
    let one = try ShinInclination.measure(worldFromDevice: poses, time: nil)
    let two = try ShinInclination.measure(worldFromDevice: flipped, time: nil)
    #expect(zip(one.angle, two.angle).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `a turn about the wrong axis is no knee motion`() throws {
    let poses = (0..<20).map { turnX(1.2) * turnZ(Double($0) * 0.05) }
    let shin = try ShinInclination.measure(worldFromDevice: poses, time: nil)
    #expect(shin.flags.map(\.code).contains(.axisMismatch))
    #expect(shin.range.range < 1e-9)
  }

  @Test func `a bare sensor of any mounting shows a lifted shin`() throws {
    let time = stamps(10)
    let leg = SyntheticLeg(
      shankMounting: turnZ(0.8) * turnX(2), heading: 1, thigh: { _ in turnY(-90 * degree) },
      knee: { turnY(90 * degree - 0.5 * bending($0)) })
    let shin = leg.shankMotion(time)
    let up = leg.shankMounting.rotateBack(.unitZ)
    let found = try ShinInclination.measure(
      shin: shin, time: time, usable: time.map { _ in true }, mounting: .longAxis(up))
    #expect(found.isAbsolute)
    // Hanging is 0, lifting positive.
    #expect(zip(found.angle, time).allSatisfy { abs($0 - 0.5 * bending($1)) < 0.1 * degree })
  }
}
