import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `A field that is poor or away` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 30))

  private func with(_ field: (Int, Vector3?) -> Vector3?) -> SyntheticMotion {
    var out = motion
    for k in out.samples.indices { out.samples[k].magnetometer = field(k, motion.samples[k].magnetometer) }
    return out
  }

  /// Largest error of heading and tilt after the start [deg].
  private func errors(_ name: FilterName, _ poor: SyntheticMotion) -> (total: Double, tilt: Double) {
    var filter = name.make(period: 0.01)
    let result = filter.run(poor)
    let pairs = zip(result, motion.truth).dropFirst(300)
    return (pairs.worst { $0.degrees(to: $1) }, pairs.worst { $0.tiltDegrees(to: $1) })
  }

  /// The larger error with a whole field and with none: Madgwick's steps are longer where only the force speaks.
  private func largest(_ name: FilterName) -> (total: Double, tilt: Double) {
    let nine = errors(name, motion), six = errors(name, motion.withoutField())
    return (max(nine.total, six.total), max(nine.tilt, six.tilt))
  }

  @Test(arguments: FilterName.correcting, [3, 10, 60])
  func `a slow field steers the heading and tilts nothing`(
    name: FilterName, divisor: Int
  ) {
    let whole = largest(name)
    let slow = errors(name, with { k, field in k % divisor == 0 ? field : nil })
    #expect(slow.total < whole.total + 0.5)
    #expect(slow.tilt < whole.tilt + 0.5)
  }

  @Test(arguments: FilterName.correcting)
  func `a field lost for five seconds leaves the heading where it goes`(
    name: FilterName
  ) {
    let whole = largest(name)
    for nothing in [nil, Vector3.zero, .missing] {
      let lost = errors(name, with { k, field in (1000..<1500).contains(k) ? nothing : field })
      #expect(lost.total < whole.total + 0.5)
      #expect(lost.tilt < whole.tilt + 0.5)
    }
  }

  @Test(arguments: [FilterName.complementary, .ekf, .vqf, .online])
  func `a wild field tilts nothing where heading is apart`(name: FilterName) {
    var generator = SplitMix64(seed: 4)
    let wild = errors(name, with { _, _ in generator.normalVector() * 80 })
    let calm = errors(name, with { _, _ in nil })
    #expect(abs(wild.tilt - calm.tilt) < (name == .ekf ? 1 : 1e-4))
  }

  @Test(arguments: FilterName.correcting) func `a late field that is declared does what a prompt one does`(
    name: FilterName
  ) {
    let late = with { k, _ in motion.samples[max(0, k - 4)].magnetometer }
    var prompt = name.make(period: 0.01), naive = name.make(period: 0.01)
    var aware = name.make(period: 0.01, fieldLatency: 0.04)
    let wanted = prompt.run(motion)
    func distance(_ result: [Quaternion]) -> Double {
      zip(result, wanted).dropFirst(300).worst { $0.degrees(to: $1) }
    }
    let unaware = distance(naive.run(late))
    #expect(distance(aware.run(late)) < max(0.1, 0.3 * unaware))
    #expect(unaware > 0.1)
  }

  @Test func `a filter of six axes keeps the same level as nine where they are apart`() {
    for name in [FilterName.complementary, .online] {
      var nine = name.make(period: 0.01), six = name.make(period: 0.01)
      _ = nine.run(motion)
      _ = six.run(motion.withoutField())
      #expect(nine.levelFromSensor?.degrees(to: six.earthFromSensor) ?? .nan < 1e-6)
    }
  }
}
