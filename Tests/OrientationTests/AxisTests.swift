import Inertial
import TestSupport
import Testing

@testable import Orientation

private let tilted = Quaternion(rotationVector: Vector3(0.7, -0.4, 1.1))

@Suite struct `Axes and frames` {
  /// A motion as a sensor feels it that sits turned.
  private func turned(_ motion: SyntheticMotion, by oldFromNew: Quaternion) -> SyntheticMotion {
    var out = motion
    for k in out.samples.indices {
      let s = motion.samples[k]
      out.samples[k] = InertialSample(
        gyroscope: oldFromNew.rotateBack(s.gyroscope),
        accelerometer: s.accelerometer.map { oldFromNew.rotateBack($0) },
        magnetometer: s.magnetometer.map { oldFromNew.rotateBack($0) })
    }
    return out
  }

  /// Without `vqf`: it limits what one sample says of the bias along each axis of a frame that the first sample
  /// chooses, and its start reaches that limit.
  @Test(arguments: FilterName.streaming.filter { $0 != .vqf })
  func `all 24 axis permutations in all earth frames are the same physical attitude`(name: FilterName) {
    let motion = SyntheticMotion.rest(tilted, seconds: 3).followed(by: .gait(seconds: 5, start: tilted))
      .disturbed(seed: 5)
    var reference = name.make(period: 0.01)
    let straight = reference.run(motion)
    for oldFromNew in Quaternion.axisPermutations {
      var filter = name.make(period: 0.01)
      let result = filter.run(turned(motion, by: oldFromNew))
      for frame in EarthFrame.allCases {
        let worst = zip(result, straight).worst { new, old in
          let printed = frame.fromENU * new
          return (printed.conjugate * (frame.fromENU * old * oldFromNew)).angle
        }
        #expect(worst < 1e-9)
      }
    }
  }

  @Test func `the frames are what their letters say`() {
    let north = Vector3.unitY, east = Vector3.unitX, up = Vector3.unitZ
    func axes(_ frame: EarthFrame) -> [Vector3] { [north, east, up].map { frame.fromENU.rotate($0) } }
    let wanted: [EarthFrame: [Vector3]] = [
      .enu: [.unitY, .unitX, .unitZ], .ned: [.unitX, .unitY, -.unitZ], .nwu: [.unitX, -.unitY, .unitZ],
    ]
    for (frame, vectors) in wanted {
      #expect(zip(axes(frame), vectors).worst { ($0 - $1).norm } < 1e-15)
    }
  }

  @Test(arguments: FilterName.streaming.filter { $0 != .vqf })
  func `any turn of the sensor turns the result and nothing else`(
    name: FilterName
  ) {
    let motion = SyntheticMotion.rest(tilted, seconds: 3).followed(by: .gait(seconds: 5, start: tilted))
    let oldFromNew = Quaternion(rotationVector: Vector3(-1.1, 0.4, 2.3))
    var reference = name.make(period: 0.01)
    var filter = name.make(period: 0.01)
    let straight = reference.run(motion)
    #expect(
      zip(filter.run(turned(motion, by: oldFromNew)), straight)
        .worst { $0.degrees(to: $1 * oldFromNew) } < 1e-6)
  }
}
