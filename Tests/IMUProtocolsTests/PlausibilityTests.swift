import Inertial
import Testing

@testable import IMUProtocols

@Suite struct PlausibilityTests {
  private struct Outcome {
    var passed: [DecodedSample] = []
    var rejected: [RejectionReason] = []
  }

  /// A calm source at 100 Hz; `change` may alter a sample.
  private func run(_ count: Int, _ change: (Int, inout DecodedSample) -> Void) -> Outcome {
    var gate = PlausibilityGate(PlausibilityLimits())
    var outcome = Outcome()
    for number in 0..<count {
      let phase = Double(number) * 0.05
      let raw = RawSample(
        deviceTime: Int64(number) * 10_000_000, arrivalTime: 0,
        gyroscope: Vector3(0, 0, 0.5 * Double.sin(phase)),
        accelerometer: Vector3(0, 9.81, 0.5 * Double.cos(phase)))
      var sample = DecodedSample(sensor: 0, sample: raw)
      change(number, &sample)
      gate.push(sample) {
        outcome.passed.append($0)
      } reject: {
        outcome.rejected.append($1)
      }
    }
    gate.finish { outcome.passed.append($0) }
    return outcome
  }

  @Test(arguments: [0, 1, 2]) func `a number that leaves and comes back alone is a spike`(axis: Int) {
    let rate = run(200) { if $0 == 100 { $1.sample.gyroscope[axis] += 1.1 } }
    #expect(rate.rejected == [.spike] && rate.passed.count == 199)
    let force = run(200) { if $0 == 100 { $1.sample.accelerometer[axis] -= 6 } }
    #expect(force.rejected == [.spike] && force.passed.count == 199)
  }

  @Test(arguments: [
    (Vector3(1.2, -1.3, 2), Vector3.zero), (.zero, Vector3(7, -14, 6.5)),
    (Vector3(1, 0.4, 2), Vector3(9, -14, 4)),
  ])
  func `several numbers that leave and come back at once are a spike`(rate: Vector3, force: Vector3) {
    let outcome = run(200) {
      if $0 == 100 {
        $1.sample.gyroscope = $1.sample.gyroscope + rate
        $1.sample.accelerometer = $1.sample.accelerometer + force
      }
    }
    #expect(outcome.rejected == [.spike] && outcome.passed.count == 199)
  }

  @Test func `several numbers that leave by less than the limits stay`() {
    let outcome = run(200) {
      if $0 == 100 {
        $1.sample.gyroscope = $1.sample.gyroscope + Vector3(0.9, -0.8, 0.7)
        $1.sample.accelerometer = $1.sample.accelerometer + Vector3(5, 4, -5)
      }
    }
    #expect(outcome.rejected.isEmpty && outcome.passed.count == 200)
  }

  /// 30 ms of a blow and what rings behind it.
  @Test func `a knock moves several numbers over several samples and stays`() {
    let shape = [0.6, 1, -0.7, 0.4, -0.2]
    let outcome = run(200) {
      guard 100..<105 ~= $0 else { return }
      let part = shape[$0 - 100]
      $1.sample.accelerometer = $1.sample.accelerometer + Vector3(9, -14, 4) * part
      $1.sample.gyroscope = $1.sample.gyroscope + Vector3(1, 0.4, 2) * part
    }
    #expect(outcome.rejected.isEmpty && outcome.passed.count == 200)
  }

  @Test func `a step that stays is motion`() {
    let outcome = run(200) { if $0 >= 100 { $1.sample.gyroscope.x += 4 } }
    #expect(outcome.rejected.isEmpty && outcome.passed.count == 200)
  }

  /// Every bit of a time in µs whose error is more than a tenth of the period.
  @Test(arguments: 10...40) func `a stamp with one wrong bit goes, and nothing else`(bit: Int) {
    let outcome = run(300) { number, sample in
      if number == 200 {
        sample.sample.deviceTime = (sample.sample.deviceTime! / 1000 ^ 1 << Int64(bit)) * 1000
      }
    }
    #expect(outcome.rejected == [.clockStep])
    #expect(outcome.passed.count == 299)
  }

  @Test func `a hole is no fault, whatever its length and phase`() {
    for hole in [20_000_000, 63_000_000, 487_654_321, 7_000_000_000, 600_123_456_789] as [Int64] {
      let outcome = run(300) { if $0 >= 150 { $1.sample.deviceTime! += hole } }
      #expect(outcome.rejected.isEmpty && outcome.passed.count == 300)
    }
  }

  @Test func `a source that keeps no grid loses nothing`() {
    var random = SplitMix64(seed: 5)
    var time: Int64 = 0
    let outcome = run(2000) { _, sample in
      time += Int64(random.uniform(in: 6e6...22e6))
      sample.sample.deviceTime = time
    }
    #expect(outcome.rejected.isEmpty && outcome.passed.count == 2000)
  }

  @Test func `stamps in whole milliseconds of a source at 150 Hz lose nothing`() {
    let outcome = run(2000) { number, sample in
      sample.sample.deviceTime = Int64((Double(number) * 1000 / 150).rounded(.down)) * 1_000_000
    }
    #expect(outcome.rejected.isEmpty && outcome.passed.count == 2000)
  }

  @Test func `a repeated stamp goes`() {
    let outcome = run(200) { if $0 == 120 { $1.sample.deviceTime! -= 10_000_000 } }
    #expect(outcome.rejected == [.clockStep] && outcome.passed.count == 199)
  }

  @Test func `an orientation is mended within five percent and goes beyond`() {
    let outcome = run(3) { number, sample in
      let norm = [1.0, 1.04, 1.06][number]
      sample.orientation = DeviceOrientation(Quaternion(norm, 0, 0, 0))
    }
    #expect(outcome.rejected == [.norm])
    #expect(outcome.passed.map(\.marks) == [[], .repaired])
    #expect(outcome.passed.allSatisfy { abs($0.orientation!.quaternion.norm - 1) < 1e-12 })
  }

  @Test func `an orientation that leaves and comes back goes`() {
    let outcome = run(200) { number, sample in
      sample.sample.gyroscope = .missing
      sample.sample.accelerometer = .missing
      let angle = Double(number) * 0.02
      var q = Quaternion(axis: Vector3(1, 2, 3).normalized, angle: angle)
      if number == 100 { q.x = -q.x }
      sample.orientation = DeviceOrientation(q)
    }
    #expect(outcome.rejected == [.spike] && outcome.passed.count == 199)
  }

  // MARK: Assembly

  private func message(
    _ time: Int64, rate: Vector3? = nil, field: Vector3? = nil, turn: Quaternion? = nil
  ) -> DecodedSample {
    let raw = RawSample(
      deviceTime: time, arrivalTime: 0, gyroscope: rate ?? .missing,
      accelerometer: rate == nil ? .missing : .unitZ,
      magnetometer: field)
    return DecodedSample(sensor: 0, sample: raw, orientation: turn.map { DeviceOrientation($0) })
  }

  private func assembled(_ messages: [DecodedSample]) -> [DecodedSample] {
    var assembly = SampleAssembly()
    var samples: [DecodedSample] = []
    for message in messages { assembly.push(message) { samples.append($0) } }
    assembly.finish { samples.append($0) }
    return samples
  }

  @Test func `field and orientation go once with the next rate`() throws {
    let samples = assembled([
      message(0, field: .unitX), message(1, rate: .unitX), message(2, rate: .unitX),
      message(3, turn: .identity),
      message(3, field: .unitY), message(4, field: .unitZ), message(5, rate: .unitX),
      message(6, field: .unitX),
    ])
    try #require(samples.count == 3)
    #expect(samples.map(\.sample.magnetometer) == [.unitX, nil, .unitZ])
    #expect(samples.map { $0.orientation != nil } == [false, false, true])
  }

  @Test func `orientations without rates are samples, none is lost`() {
    for count in [3, 16, 100] as [Int64] {
      let messages = (0..<count).flatMap { [message($0, turn: .identity), message($0, field: .unitX)] }
      let samples = assembled(messages)
      #expect(samples.count == Int(count))
      #expect(samples.dropFirst().allSatisfy { $0.sample.magnetometer != nil })
    }
  }

  // MARK: Dead band

  @Test func `zeros are a dead band by their share or their run`() {
    func watch(_ rates: [Bool]) -> DeadBandWatch {
      var watch = DeadBandWatch()
      for isZero in rates { _ = watch.take(isZero ? .zero : .unitX) }
      return watch
    }
    let rare = (0..<1000).map { $0 % 25 == 0 }, often = (0..<1000).map { $0 % 15 == 0 }
    #expect(!watch(rare).isActive)
    #expect(watch(often).isActive)
    #expect(watch([Bool](repeating: true, count: 20)).isActive)
    #expect(!watch([Bool](repeating: true, count: 19)).isActive)
    var watched = DeadBandWatch()
    #expect(!watched.take(.missing) && watched.samples == 0)
  }
}
