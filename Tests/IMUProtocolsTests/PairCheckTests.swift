import IMUProtocols
import Inertial
import Testing

@Suite struct PairCheckTests {
  private func sample(_ sensor: Int, rate: Double) -> DecodedSample {
    DecodedSample(
      sensor: sensor,
      sample: RawSample(
        deviceTime: 0, arrivalTime: 0, gyroscope: Vector3(rate, 0, 0), accelerometer: Vector3(0, 0, 9.8)))
  }

  private func check(_ first: Double, _ second: Double, count: Int = 200) -> WiggleCheck {
    var check = WiggleCheck(sensors: 2)
    for row in 0..<count {
      let swing = Double.sin(Double(row) * 0.06)
      check.push(sample(0, rate: first * swing))
      check.push(sample(1, rate: second * swing))
    }
    return check
  }

  private let leg = [PlacedSensor(name: "T", segment: .thigh), PlacedSensor(name: "S", segment: .shank)]

  @Test func `the sensor that was moved is told`() {
    #expect(check(0.1, 2).verdict == .moved(1))
    #expect(check(0.1, 2).isSwapped(leg, asked: .shank) == false)
    #expect(check(2, 0.3).verdict == .moved(0))
    #expect(check(2, 0.3).isSwapped(leg, asked: .shank) == true)
  }

  @Test func `rest, a short wiggle and a moving leg tell nothing`() {
    #expect(check(0.01, 0.02).verdict == .still)
    #expect(check(0.01, 2, count: 10).verdict == .still)
    #expect(check(2, 1.5).verdict == .several)
    #expect(check(2, 1.5).isSwapped(leg, asked: .shank) == nil)
  }

  /// Both sensors bumped `taps` times; the second one's clock says `late` more [s].
  private func bumped(taps: Int, late: Double, rate: Double, seed: UInt64) -> TapOffset? {
    var random = SplitMix64(seed: seed)
    let moments = (0..<taps).map { 1 + Double($0) * 0.8 + random.uniform() * 0.1 }
    func track(_ shift: Double) -> TapOffset.Track {
      let phase = random.uniform() / rate
      return (0..<Int((2 + Double(taps)) * rate)).map { row in
        let time = Double(row) / rate + phase
        var size = 9.81 + 0.05 * random.normal()
        for moment in moments where time > moment {
          let age = time - moment
          size += 30 * Double.exp(-age / 0.02) * Double.sin(age * 90)
        }
        return (time: Int64((time + shift) * 1e9), force: Vector3(0, size, 0))
      }
    }
    let first = track(0), second = track(late)
    return TapOffset.measure(first, second)
  }

  @Test(arguments: [-0.012, 0, 0.0018, 0.007], [100.0, 200])
  func `a few bumps give the offset between two ports`(late: Double, rate: Double) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let found = try #require(bumped(taps: 6, late: late, rate: rate, seed: seed))
      #expect(found.taps >= 4)
      #expect(abs(found.seconds - late) < 0.0015)
    }
  }

  @Test func `no bump gives no offset`() {
    #expect(bumped(taps: 0, late: 0, rate: 100, seed: 1) == nil)
    #expect(TapOffset.measure([], []) == nil)
  }
}
