import Inertial
import Testing

@testable import SampleConditioning

/// Two sensors onto the thigh's clock.
struct PairingTests {
  private func pair(_ thigh: SensorRecording, _ shank: SensorRecording) throws -> PairedSensors {
    var first = thigh
    first.id = "thigh"
    first.placement = SensorPlacement(segment: .thigh, side: .left, because: "test")
    let raw = RawRecording(sensors: [first, shank], format: "test")
    let result = try SampleConditioner.condition(raw, rate: nil)
    return try SensorPairing.pair(thigh: result.sensors[0], shank: result.sensors[1])
  }

  /// Rate and force of the swing at a time, without noise.
  private func truth(_ time: Double, like swing: Swing) -> (rate: Vector3, force: Vector3) {
    let fine = Swing(rows: 2, rate: 1 / time, seed: 1, amplitude: swing.amplitude, noise: 0).recording()
    return (fine.gyroscope.values[1], fine.accelerometer.values[1])
  }

  @Test func `equal stamps leave the values as they are`() throws {
    let raw = Swing().recording()
    let pair = try pair(raw, raw)
    #expect(pair.time.count == 1000)
    #expect(pair.shank.gyroscope == raw.gyroscope.values)
    #expect(pair.findings.isEmpty && pair.flags.isEmpty)
    #expect(pair.thigh.gyroscope == raw.gyroscope.values)
  }

  @Test(arguments: [0.0037, -1.2345, 2.001])
  func `another start and other stamps are resampled on the common span`(
    offset: Double
  ) throws {
    let swing = Swing(rows: 3000, noise: 0)
    var shank = swing.recording()
    // The shank's clock runs `offset` ahead: the same motion, sampled at other moments.
    shank.stamps = shank.stamps.map { $0 + Int64(offset * 1e9) }
    let pair = try pair(swing.recording(), shank)
    #expect(pair.thigh.isSound && pair.shank.isSound)
    #expect(pair.time.count == pair.shank.rows && pair.time == pair.thigh.time)
    #expect(pair.findings.first?.code == (offset == 0 ? nil : .unevenStreams))
    #expect(pair.time.first! >= Swift.max(0, offset) - 1e-8)
    #expect(pair.time.last! <= Swift.min(29.99, 29.99 + offset) + 1e-8)
    for row in stride(from: 1, to: pair.time.count, by: 11) where pair.time[row] > 2.2 + abs(offset) {
      let expected = truth(pair.time[row] - offset, like: swing)
      #expect((pair.shank.gyroscope[row] - expected.rate).norm < 0.01)
      #expect((pair.shank.accelerometer[row] - expected.force).norm < 0.01)
      #expect(pair.shank.quality[row].isEmpty)
    }
  }

  @Test(arguments: [50.0, 128, 200, 1000]) func `another rate keeps the whole turn`(rate: Double) throws {
    let shank = Swing(rows: Int(30 * rate), rate: rate, noise: 0).recording()
    let pair = try pair(Swing(rows: 3000, noise: 0).recording(), shank)
    #expect(pair.thigh.isSound && pair.shank.isSound)
    var turn = Vector3.zero
    var expected = Vector3.zero
    for row in 201..<2701 { turn += pair.shank.gyroscope[row] * 0.01 }
    for row in 0..<shank.rows where shank.stamps[row] > 2_000_000_000 && shank.stamps[row] <= 27_000_000_000 {
      expected += shank.gyroscope.values[row] * (1 / rate)
    }
    #expect((turn - expected).norm < 0.02)
  }

  @Test func `45 % lost packets are paired by time, not by row`() throws {
    var random = SplitMix64(seed: 2)
    let whole = Swing(rows: 3000, noise: 0).recording()
    let lossy = whole.keeping { $0 == 0 || $0 == 2999 || random.uniform() > 0.45 }
    for pair in [try pair(lossy, whole), try pair(whole, lossy)] {
      #expect(pair.thigh.isSound && pair.shank.isSound)
      for row in pair.time.indices {
        let truth = whole.gyroscope.values[Int((pair.time[row] * 100).rounded())]
        let isMeasured = pair.thigh.quality[row].isEmpty && pair.shank.quality[row].isEmpty
        #expect((pair.thigh.gyroscope[row] - truth).norm < (isMeasured ? 0.03 : 0.4))
        #expect((pair.shank.gyroscope[row] - truth).norm < (isMeasured ? 0.03 : 0.4))
      }
    }
  }

  @Test func `no force is made up inside a hole of the shank`() throws {
    let whole = Swing(rows: 3000).recording()
    let pair = try pair(whole, whole.keeping { !(1000..<1015).contains($0) && !(2000..<2050).contains($0) })
    for row in Array(1000..<1015) + Array(2000..<2050) {
      #expect(pair.shank.accelerometer[row].isEmpty)
      #expect(pair.shank.quality[row].isSuperset(of: [.filled, .accelerometerMissing]))
      #expect(!pair.thigh.quality[row].contains(.filled))
    }
    #expect(pair.shank.quality[2050].contains(.restart) && pair.thigh.quality[2050].contains(.restart))
    #expect(pair.time.indices.count { pair.shank.quality[$0].contains(.restart) } == 1)
    #expect(!pair.shank.quality[1015].contains(.restart))
  }

  @Test func `a hole of the thigh has no rows and both start again`() throws {
    let whole = Swing(rows: 3000).recording()
    let pair = try pair(whole.keeping { !(2000..<2050).contains($0) }, whole)
    #expect(pair.time.count == 2950)
    #expect(pair.thigh.quality[2000].contains(.restart) && pair.shank.quality[2000].contains(.restart))
    #expect(pair.shank.gyroscope[2000] == whole.gyroscope.values[2050])
  }

  @Test func `clocks that drift are joined by their stamps`() throws {
    let swing = Swing(rows: 6000, noise: 0)
    var shank = swing.recording()
    shank.stamps = shank.stamps.map { $0 + $0 / 5000 }
    let pair = try pair(swing.recording(), shank)
    let row = 5500
    let expected = truth(pair.time[row] / 1.0002, like: swing)
    #expect((pair.shank.gyroscope[row] - expected.rate).norm < 0.01)
  }

  @Test func `two sensors without time are paired by row and it is told`() throws {
    let raw = Swing().sensor(.rows(rate: 100))
    let pair = try pair(raw, raw)
    #expect(pair.findings.map(\.code) == [.pairedByRow])
    #expect(pair.time.count == 1000)
    let shorter = Swing(rows: 900).sensor(.rows(rate: 100))
    #expect(throws: ConditioningError.noCommonClock(thighRows: 1000, shankRows: 900)) {
      try self.pair(raw, shorter)
    }
    #expect(throws: ConditioningError.self) { try self.pair(raw, Swing().recording()) }
  }

  @Test func `no common span is refused with both spans`() throws {
    let swing = Swing()
    var late = swing.recording()
    late.stamps = late.stamps.map { $0 + 7_200_000_000_000 }
    #expect(throws: ConditioningError.noOverlap(thigh: 0...9.99, shank: 7200...7209.99)) {
      try self.pair(swing.recording(), late)
    }
  }

  @Test func `a sensor moved in time is paired there`() throws {
    let swing = Swing(rows: 3000, noise: 0)
    let raw = RawRecording(sensors: [swing.recording()], format: "test")
    let sensor = try SampleConditioner.condition(raw, rate: nil).sensors[0]
    let pair = try SensorPairing.pair(thigh: sensor, shank: sensor.shifted(by: 0.1))
    #expect((pair.shank.gyroscope[700] - pair.thigh.gyroscope[690]).norm < 1e-9)
  }
}
