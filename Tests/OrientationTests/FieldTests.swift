import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `The magnetic field` {
  /// Walks until the field is known.
  private func settled() -> (filter: OnlineFilter, motion: SyntheticMotion) {
    let motion = SyntheticMotion.gait(seconds: 40)
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    _ = filter.run(motion)
    return (filter, motion)
  }

  @Test func `it counts as disturbed until enough turning has confirmed it`() {
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    _ = filter.run(.gait(seconds: 3))
    #expect(filter.isMagneticallyDisturbed)
    _ = filter.run(.gait(seconds: 17))
    #expect(!filter.isMagneticallyDisturbed)
  }

  @Test func `a resting sensor confirms nothing`() {
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    _ = filter.run(.rest(.identity, seconds: 60))
    #expect(filter.isMagneticallyDisturbed)
  }

  @Test func `a disturbed field is flagged and leaves the heading alone for a minute`() {
    var (filter, motion) = settled()
    let start = motion.truth[motion.truth.count - 1]
    var rest = SyntheticMotion.rest(start, seconds: 30)
    let before = filter.earthFromSensor
    for k in rest.samples.indices {
      rest.samples[k].magnetometer = start.rotateBack(SyntheticMotion.field + Vector3(30, 0, 0))
    }
    _ = filter.run(rest)
    #expect(filter.isMagneticallyDisturbed)
    #expect(filter.earthFromSensor.degrees(to: before) < 1.5)
    // Ninety seconds more and it is believed, at half weight.
    for _ in 0..<3 { _ = filter.run(rest) }
    #expect(filter.earthFromSensor.degrees(to: before) > 20)
  }

  @Test func `the flag clears half a second after the disturbance ends`() {
    var (filter, motion) = settled()
    let start = motion.truth[motion.truth.count - 1]
    var rest = SyntheticMotion.rest(start, seconds: 2)
    for k in 0..<100 { rest.samples[k].magnetometer = start.rotateBack(Vector3(0, 50, -44)) }
    let flags = rest.samples.map { sample in
      filter.update(sample, period: 0.01)
      return filter.isMagneticallyDisturbed
    }
    #expect(flags[20..<100].all { $0 })
    #expect(flags[110..<140].all { $0 })
    #expect(flags[180...].all { !$0 })
  }

  @Test func `a vertical or absent field changes no heading`() {
    var filter = OnlineFilter(period: 0.01)
    var rest = SyntheticMotion.rest(.identity, seconds: 5)
    for k in rest.samples.indices { rest.samples[k].magnetometer = Vector3(0, 0, -44) }
    #expect(filter.run(rest).worst { $0.degrees(to: .identity) } < 1e-9)
    for k in rest.samples.indices { rest.samples[k].magnetometer = .zero }
    #expect(filter.run(rest).worst { $0.degrees(to: .identity) } < 1e-9)
  }

  @Test func `a late magnetometer gives what a prompt one gives`() {
    var motion = SyntheticMotion.gait(seconds: 20)
    let prompt = motion
    for k in motion.samples.indices {
      motion.samples[k].magnetometer = prompt.samples[max(0, k - 4)].magnetometer
    }
    var p = OnlineFilter.Parameters.online
    // The samples of this motion belong to the end of their steps, and a stated latency counts from there.
    p.followsBend = false
    var reference = OnlineFilter(parameters: p, period: 0.01)
    var naive = OnlineFilter(parameters: p, period: 0.01)
    p.fieldLatency = 0.04
    var aware = OnlineFilter(parameters: p, period: 0.01)
    let wanted = reference.run(prompt)
    func worst(_ result: [Quaternion]) -> Double {
      zip(result, wanted).dropFirst(100).worst { $0.degrees(to: $1) }
    }
    #expect(worst(naive.run(motion)) > 0.5)
    #expect(worst(aware.run(motion)) < 0.1)
  }

  @Test func `a slow magnetometer settles as fast as a quick one`() {
    let motion = SyntheticMotion.gait(seconds: 40)
    var slow = motion
    for k in slow.samples.indices where k % 60 != 0 { slow.samples[k].magnetometer = nil }
    var filter = OnlineFilter(period: 0.01)
    var reference = OnlineFilter(period: 0.01)
    let quick = reference.run(motion)
    #expect(zip(filter.run(slow), quick).dropFirst(2000).worst { $0.degrees(to: $1) } < 0.2)
  }
}
