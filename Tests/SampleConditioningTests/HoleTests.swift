import Inertial
import Testing

@testable import SampleConditioning

/// Lost samples and holes: what is bridged, what is a gap, what starts again.
struct HoleTests {
  /// A 60 s recording from which `count` rows behind row 3000 are lost.
  private func recording(losing count: Int) -> SensorRecording {
    Swing(rows: 6000).recording().keeping { !(3000..<3000 + count).contains($0) }
  }

  @Test func `a step of one and a half periods is jitter and not filled`() throws {
    var raw = Swing().recording()
    raw.stamps[500] += 4_900_000
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.rows == 1000)
    #expect(abs(sensor.step(before: 500) - 0.0149) < 1e-9)
    #expect(abs(sensor.step(before: 501) - 0.0051) < 1e-9)
    #expect(sensor.report.lost == 0)
  }

  @Test func `a late sample is no loss`() throws {
    var raw = Swing().recording()
    for row in stride(from: 100, to: 900, by: 40) { raw.stamps[row] += 8_000_000 }
    #expect(try raw.conditioned().sensors[0].report.lost == 0)
  }

  @Test(arguments: [(9, 0.1), (19, 0.2), (25, 0.26)]) func `a hole of up to a quarter second is bridged`(
    lost: Int, hole: Double
  ) throws {
    let result = try recording(losing: lost).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.rows == 6000)
    #expect(sensor.outputRows == 6000 - lost)
    #expect(sensor.report.lost == lost && sensor.report.filled == lost)
    let bridged = 3000..<3000 + lost
    #expect(bridged.allSatisfy { sensor.quality[$0].isSuperset(of: [.filled, .accelerometerMissing]) })
    #expect(bridged.allSatisfy { sensor.sourceRows?[$0] == -1 })
    let start = sensor.gyroscope[2999], end = sensor.gyroscope[3000 + lost]
    for row in bridged {
      let fraction = Double(row - 2999) / Double(lost + 1)
      #expect((sensor.gyroscope[row] - (start + (end - start) * fraction)).norm < 1e-12)
      #expect(abs(sensor.time[row] - Double(row) / 100) < 1e-9)
    }
    #expect(!sensor.quality[3000 + lost].contains(.restart))
    #expect(result.has(.filled))
    #expect(abs(sensor.report.longestHole - hole) < 1e-9)
  }

  @Test func `a hole of 0.09 s has an angle, one of 0.2 s has none inside`() throws {
    #expect(try !recording(losing: 8).conditioned().has(.gap))
    let gap = try recording(losing: 19).conditioned().flags(.gap)
    #expect(gap == [QualityFlag(.gap, .stop, span: 29.99...30.19, value: 30.19 - 29.99)])
  }

  @Test(arguments: [26, 29, 900]) func `a longer hole starts again and is not bridged`(lost: Int) throws {
    let result = try recording(losing: lost).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.rows == 6000 - lost)
    #expect(sensor.quality[3000] == [.restart, .gapBefore])
    #expect(sensor.step(before: 3000) == 0.01)
    #expect(sensor.report.segments == 2 && sensor.report.gaps == 1)
    #expect(sensor.report.lost == lost)
    let span = result.flags(.gap).first?.span
    #expect(span == 29.99...sensor.time[3000])
    #expect(result.finding(.gap)?.count == 1)
  }

  @Test func `a hole of 12 s is a jump of the clock`() throws {
    let result = try recording(losing: 1199).conditioned()
    #expect(result.sensors[0].report.lost == 0)
    #expect(result.finding(.newSegment)?.count == 1)
    #expect(result.flags(.gap).count == 1)
  }

  @Test(arguments: [0.01, 0.1, 0.45]) func `random losses are counted and bridged`(share: Double) throws {
    var random = SplitMix64(seed: 3)
    let raw = Swing(rows: 6000).recording().keeping {
      $0 == 0 || $0 == 5999 || random.uniform() >= share
    }
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.report.lost == 6000 - raw.rows)
    #expect(abs(sensor.period - 0.01) < 1e-9)
    #expect(sensor.outputRows == raw.rows)
    #expect(result.has(.lostSamples) == (share > 0.02))
    #expect(result.finding(.lostSamples)?.count == 6000 - raw.rows)
    #expect(result.flags(.lostSamples).allSatisfy { abs(($0.value ?? 0) - share) < 0.03 })
  }

  @Test func `jittered stamps keep their steps and lose nothing`() throws {
    var random = SplitMix64(seed: 4)
    var raw = Swing(rows: 6000).recording()
    raw.stamps = raw.stamps.map { $0 + Int64(random.uniform() * 3e6) }
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.report.lost == 0 && sensor.outputRows == 6000)
    #expect(abs(sensor.report.rate - 100) < 0.01)
    #expect(sensor.time[4000] == Double(raw.stamps[4000]) / 1e9)
    #expect(!result.has(.rateChanged))
  }

  @Test func `a rate that falls to a third in the middle is followed, not filled`() throws {
    let raw = Swing(rows: 6000).recording().keeping { $0 < 3000 || $0 % 3 == 0 }
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.report.filled < 64)
    #expect(sensor.report.lost < 32)
    let change = result.flags(.rateChanged).first
    #expect(abs((change?.span?.lowerBound ?? 0) - 30) < 1)
    #expect(abs((change?.value ?? 0) - 100 / 3.0) < 0.5)
  }

  @Test func `under 20 Hz is marked, under 1 Hz is refused`() throws {
    #expect(try Swing(rows: 300, rate: 15).recording().conditioned().has(.tooSlow))
    #expect(try !Swing(rows: 300, rate: 25).recording().conditioned().has(.tooSlow))
    #expect(throws: ConditioningError.self) {
      try Swing(rows: 300, rate: 0.5).recording().conditioned()
    }
  }

  @Test func `two periods of a slow sensor are no gap`() throws {
    let raw = Swing(rows: 300, rate: 16).recording().keeping { $0 != 100 }
    let result = try raw.conditioned()
    #expect(!result.has(.gap))
    #expect(result.sensors[0].report.filled == 1)
  }

  @Test func `senseless steps cannot make endless rows`() throws {
    let stamps = (0..<2000).map { Int64($0 % 2) + Int64($0 / 2) * 200_000_000 }
    let sensor = try Swing(rows: 2000).recording(stamps).conditioned().sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.rows < 20_000)
  }
}
