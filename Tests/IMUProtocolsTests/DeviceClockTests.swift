import IMUProtocols
import Inertial
import Testing

@Suite struct DeviceClockTests {
  private typealias Row = (stamp: UInt64, arrival: Double)

  /// Rows whose stamps [µs] and arrivals [s] grow evenly.
  private func rows(
    _ count: Int, stamp: UInt64, step: UInt64 = 10_000, arrival: Double = 0, every interval: Double = 0.01
  ) -> [Row] {
    (0..<count).map { number -> Row in
      let time: UInt64 = (stamp + UInt64(number) * step) % (1 << 32)
      return (stamp: time, arrival: arrival + Double(number) * interval)
    }
  }

  /// Device times of rows with these microseconds, arriving at these host times [s].
  private func times(
    _ rows: [Row], checksum: TextLineChecksum = .none
  ) -> (times: [Double], segments: [Int], decoder: TextLineDecoder) {
    var decoder = TextLineDecoder(configuration: boardConfiguration(checksum))
    var times: [Double] = [], segments: [Int] = []
    let encoder = TextLineEncoder(configuration: boardConfiguration(checksum))!
    let still = RawSample(
      deviceTime: nil, arrivalTime: 0, gyroscope: .zero, accelerometer: Vector3(0, 0, 9.8))
    for row in rows {
      var line: [UInt8] = []
      encoder.append(still, sensor: "T", time: Int64(row.stamp) * 1000, to: &line)
      decoder.push(line, arrivalTime: Int64(row.arrival * 1e9)) {
        times.append(Double($0.sample.deviceTime!) / 1e9)
        segments.append($0.segment)
      }
    }
    return (times, segments, decoder)
  }

  @Test(arguments: [TextLineChecksum.none, .crc16])
  func `a wrap of the microseconds is no restart`(checksum: TextLineChecksum) {
    let (times, segments, _) = times(rows(20, stamp: (1 << 32) - 100_000), checksum: checksum)
    #expect(times.count == 20)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.01) < 1e-9 })
    #expect(segments.allSatisfy { $0 == 0 })
  }

  @Test func `a stall longer than a wrap is measured by the arrival`() {
    let wrap = 4294.967296
    let (times, _, _) = times([
      (1_000_000, 0), (1_010_000, 0.01), (2_000_000, 0.01 + wrap + 0.99), (2_010_000, 0.02 + wrap + 0.99),
    ])
    #expect(abs(times[2] - times[1] - (wrap + 0.99)) < 1e-6)
  }

  @Test(arguments: [TextLineChecksum.none, .crc16])
  func `a restarted board opens a segment and time goes on by the host`(checksum: TextLineChecksum) {
    let rows = rows(50, stamp: 5_000_000) + rows(50, stamp: 200_000, arrival: 3)
    let (times, segments, decoder) = times(rows, checksum: checksum)
    #expect(decoder.statistics.restarts == 1)
    #expect(segments.max() == 1)
    // without a sum the first three rows after the restart are not believed yet
    #expect(times.count == (checksum == .none ? 97 : 100))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 })
    #expect(abs(times.last! - times.first! - 3.49) < 0.02)
  }

  @Test func `a step back of 50 ms at 1 kHz is a restart`() {
    let rows =
      rows(100, stamp: 50_000, step: 1000, every: 0.001)
      + rows(100, stamp: 99_000, step: 1000, arrival: 0.1, every: 0.001)
    let (times, segments, decoder) = times(rows, checksum: .crc16)
    #expect(decoder.statistics.restarts == 1)
    #expect(segments == [Int](repeating: 0, count: 100) + [Int](repeating: 1, count: 100))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 })
  }

  @Test(arguments: [1_234, 15_340_000, 53_400_000, 4_000_000_000])
  func `one damaged stamp is left out and changes no other`(damaged: UInt64) {
    var rows = rows(50, stamp: 5_000_000)
    rows[25].stamp = damaged
    let (times, segments, decoder) = times(rows)
    #expect(times.count == 49)
    #expect(decoder.statistics.rejected(.clockStep) == 1)
    #expect(segments.allSatisfy { $0 == 0 })
    #expect(abs(times[25] - times[24] - 0.02) < 1e-9)
  }

  @Test func `two damaged stamps in a row that agree are no restart`() {
    var rows = rows(50, stamp: 4_280_680_000)
    // the fifth digit is lost in both
    rows[25].stamp = 428_030_000
    rows[26].stamp = 428_040_000
    let (times, _, decoder) = times(rows)
    #expect(times.count == 48)
    #expect(decoder.statistics.restarts == 0)
  }

  @Test func `lines that waited while nobody read are no restart`() {
    // 1 s of old lines read at once, then the board's present 60 s later
    var rows = rows(100, stamp: 1_000_000, arrival: 60, every: 0) + rows(10, stamp: 61_000_000, arrival: 60)
    rows[0].arrival = 0
    let (times, _, decoder) = times(rows)
    #expect(decoder.statistics.restarts == 0)
    #expect(times.count == 110)
    #expect(abs(times[100] - times[0] - 60) < 1e-6)
  }

  @Test func `batches of 16 ms change no time`() {
    var rows = rows(400, stamp: 7_000_000, step: 5000, every: 0.005)
    for number in rows.indices {
      let batch = (rows[number].arrival / 0.016).rounded(.up)
      rows[number].arrival = batch * 0.016
    }
    let (times, segments, _) = times(rows)
    #expect(times.count == 400)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.005) < 1e-9 })
    #expect(segments.allSatisfy { $0 == 0 })
  }

  @Test func `a plain capture without arrivals keeps its time over a wrap`() {
    let rows = rows(5000, stamp: 0, step: 1_000_000, every: 0)
    var configuration = boardConfiguration()
    configuration.nominalRate = 1
    var decoder = TextLineDecoder(configuration: configuration)
    var times: [Int64] = []
    for row in rows {
      decoder.push(Array("\(row.stamp),T,0,0,9.8,0,0,0\n".utf8), arrivalTime: 0) {
        times.append($0.sample.deviceTime!)
      }
    }
    let seconds: [Int64] = (0..<5000).map { $0 * 1_000_000_000 }
    #expect(times == seconds)
  }

  @Test func `a drift of 100 ppm over two hours is no jump`() {
    let rows = rows(7200, stamp: 0, step: 1_000_100, every: 1)
    var decoder = TextLineDecoder(configuration: boardConfiguration())
    var count = 0
    for row in rows {
      let line = Array("\(row.stamp),T,0,0,9.8,0,0,0\n".utf8)
      decoder.push(line, arrivalTime: Int64(row.arrival * 1e9)) { _ in count += 1 }
    }
    #expect(count == rows.count)
    #expect(decoder.statistics.restarts == 0)
  }
}
