import CAllocations
import Inertial
import Testing

@testable import IMUProtocols

/// Chunks of ports that speak text lines, as a host would read them, in order of time.
struct TextPorts {
  var records: [RawLogRecord] = []
  /// For each port the true times of its samples [ns].
  var times: [[Double]] = []

  static func configuration(hasTime: Bool = true) -> TextLineConfiguration {
    var c = TextLineConfiguration()
    c.columns = (hasTime ? ["t_us"] : []) + ["ax", "ay", "az", "gx", "gy", "gz"]
    c.acceleration = .metrePerSecondSquared
    c.angularRate = .radianPerSecond
    c.checksum = TextLineChecksum.none
    return c
  }

  init(
    _ models: [ArrivalModel], samples: Int, hasTime: Bool = true,
    isLost: (Int, Int) -> Bool = { _, _ in false }
  ) {
    var chunks: [(arrival: Int64, port: Int, bytes: [UInt8])] = []
    for (port, given) in models.enumerated() {
      var model = given
      var own: [Double] = []
      for number in 0..<samples {
        let sample = model.sample(number)
        if isLost(port, number) { continue }
        own.append(sample.time)
        let rate = Double.sin(sample.time * 6e-9)
        let stamp = hasTime ? "\(sample.stamp / 1000 % (1 << 32))," : ""
        let line = Array("\(stamp)0,9.81,0,0,0,\(rate)\n".utf8)
        if let last = chunks.last, last.port == port, last.arrival == sample.arrival {
          chunks[chunks.count - 1].bytes += line
        } else {
          chunks.append((sample.arrival, port, line))
        }
      }
      times.append(own)
    }
    chunks.sort { ($0.arrival, $0.port) < ($1.arrival, $1.port) }
    records = chunks.map { RawLogRecord(time: $0.arrival, port: UInt8($0.port), .received($0.bytes)) }
  }

  static func set(_ count: Int, hasTime: Bool = true, nominalRate: Double? = nil) -> StreamSet {
    var c = configuration(hasTime: hasTime)
    c.nominalRate = nominalRate
    return StreamSet(
      ports: (0..<count).map { port in
        .init(
          name: "p\(port)", decoder: TextLineDecoder(configuration: c),
          segments: ["": port == 0 ? .thigh : .shank])
      })
  }
}

@Suite struct StreamSetTests {
  private func run(_ set: inout StreamSet, _ records: [RawLogRecord]) -> [DecodedSample] {
    var samples: [DecodedSample] = []
    for record in records { set.push(record) { samples.append($0) } }
    set.finish { samples.append($0) }
    return samples
  }

  /// Standard deviation, and the largest size, of what the stream's times are off by [ns].
  private func errors(
    _ samples: [DecodedSample], _ truth: [Double], from: Int = 0
  ) -> (spread: Double, largest: Double) {
    let errors = zip(samples.map { Double($0.sample.deviceTime!) }, truth).map { $0 - $1 }.dropFirst(from)
    let mean = errors.reduce(0, +) / Double(errors.count)
    let squares = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return ((squares / Double(errors.count)).squareRoot(), errors.map { abs($0) }.max()!)
  }

  private func isRising(_ samples: [DecodedSample]) -> Bool {
    let times = samples.map { $0.sample.deviceTime! }
    return zip(times, times.dropFirst()).allSatisfy { $1 >= $0 }
  }

  @Test func `two ports become a thigh and a shank in order of time`() throws {
    let models = [ArrivalModel(seed: 1, drift: 40e-6), ArrivalModel(seed: 2, drift: -30e-6)]
    let ports = TextPorts(models, samples: 3000)
    var set = TextPorts.set(2)
    let samples = run(&set, ports.records)
    #expect(set.sensors.map(\.segment) == [.thigh, .shank])
    #expect(isRising(samples))
    for port in 0...1 {
      let own = samples.filter { $0.sensor == port }
      #expect(own.count == 3000)
      #expect(errors(own, ports.times[port]).largest < 3e6)
    }
    #expect(set.statistics.missing == 0)
    #expect(set.statistics.gaps == 0)
    #expect(abs(try #require(set.clock(of: 0)).driftPartsPerMillion + 40) < 2)
    #expect(abs(try #require(set.clock(of: 1)).driftPartsPerMillion - 30) < 2)
    let skew = try #require(set.statistics.skew.mean)
    #expect(skew > 0 && skew < 5e6)
  }

  @Test func `one clock keeps its own time`() {
    var model = ArrivalModel(seed: 3, drift: 40e-6)
    model.period = 5_000_000
    let ports = TextPorts([model], samples: 8000)
    var set = TextPorts.set(1)
    let samples = run(&set, ports.records)
    #expect(samples.count == 8000)
    #expect(set.statistics.sensors[0].jitter! < 0.2e6)
    print("200 Hz in batches of 16 ms: interval std \(set.statistics.sensors[0].jitter!) ns")
    #expect(!set.isOnHostTime)
    #expect(samples.allSatisfy { $0.marks.isEmpty })
  }

  @Test(arguments: [104.0, 83.3, 219.0]) func `whole milliseconds are evened out`(rate: Double) {
    var model = ArrivalModel(seed: 3)
    model.period = 1e9 / rate
    model.step = 1_000_000
    let ports = TextPorts([model], samples: 4000)
    var set = TextPorts.set(1)
    let samples = run(&set, ports.records)
    let shifted = ports.times[0].map { $0 + model.start }
    #expect(errors(samples, shifted, from: 200).spread < 0.1e6)
    // stamps are rounded down, never up
    #expect(errors(samples, shifted).largest < 1.1e6)
  }

  @Test(arguments: [nil, 100.0], 1...4 as ClosedRange<UInt64>)
  func `without time and counter samples are spread at the fitted period`(stated: Double?, seed: UInt64)
    throws
  {
    var model = ArrivalModel(seed: seed)
    model.stalls = [20e9...22e9]
    model.period = 10_050_000
    let ports = TextPorts([model], samples: 6000, hasTime: false)
    var set = TextPorts.set(1, hasTime: false, nominalRate: stated)
    let samples = run(&set, ports.records)
    #expect(samples.count == 6000)
    #expect(samples.allSatisfy { $0.marks.contains(.hostTimed) })
    #expect(isRising(samples))
    #expect(errors(samples, ports.times[0], from: 100).spread < 0.4e6)
    // half a second in batches tells the period within 3 %
    #expect(errors(samples, ports.times[0]).largest < 10e6)
    #expect(set.statistics.missing == 0)
    #expect(set.isOnHostTime)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `lost samples without time are noticed by their absence`(seed: UInt64) {
    var model = ArrivalModel(seed: seed)
    var random = SplitMix64(seed: seed)
    let ports = TextPorts([model], samples: 6000, hasTime: false) { _, _ in random.uniform() < 0.005 }
    model.stalls = []
    var set = TextPorts.set(1, hasTime: false, nominalRate: 100)
    let samples = run(&set, ports.records)
    let lost = 6000 - samples.count
    #expect(lost > 10)
    #expect(abs(set.statistics.missing - lost) <= 1)
    #expect(set.statistics.sensors[0].isMissingEstimated)
    #expect(errors(samples, ports.times[0], from: 100).spread < 5e6)
  }

  @Test func `a silence without time is a hole, a backlog is none`() {
    var model = ArrivalModel(seed: 8)
    model.stalls = [10e9...12e9]
    let ports = TextPorts([model], samples: 3000, hasTime: false) { _, number in
      (2000..<2150).contains(number)
    }
    var set = TextPorts.set(1, hasTime: false, nominalRate: 100)
    let samples = run(&set, ports.records)
    #expect(abs(set.statistics.missing - 150) <= 1)
    #expect(errors(samples, ports.times[0], from: 100).largest < 15e6)
    let gaps = set.takeGaps()
    #expect(gaps.count == 1)
    #expect(gaps.first?.isCertain == true)
  }

  /// Two devices on one link, as channels of these names.
  private func placed(_ names: [String], stated: [String: BodySegment] = [:]) -> [BodySegment?] {
    var encoder = XIMU3Encoder(form: .text, sensors: names.map { DecodedSensor(name: $0) })
    var set = StreamSet(
      ports: [.init(name: "p", decoder: SerialDecoders.make("ximu3_ascii")!, segments: stated)])
    for row in 0..<10 as Range<Int64> {
      let raw = RawSample(
        deviceTime: row * 10_000_000, arrivalTime: 0, gyroscope: .zero, accelerometer: Vector3(0, 0, 9.8))
      var bytes: [UInt8] = []
      encoder.append(names.indices.map { DecodedSample(sensor: $0, sample: raw) }, to: &bytes)
      set.push(RawLogRecord(time: row * 10_000_000, .received(bytes))) { _ in }
    }
    set.finish { _ in }
    #expect(set.sensors.map(\.name) == names)
    return set.sensors.map(\.segment)
  }

  @Test func `a name that says the place is enough, and a stated place beats it`() {
    #expect(placed(["T", "S"]) == [.thigh, .shank])
    #expect(placed(["s", "t"]) == [.shank, .thigh])
    #expect(placed(["A", "B"]) == [nil, nil])
    #expect(placed(["T", "S"], stated: ["T": .shank, "S": .thigh]) == [.shank, .thigh])
    #expect(placed(["T", "B"], stated: ["B": .thigh]) == [nil, .thigh])
    #expect(placed(["T", "S"], stated: ["": .shank]) == [.thigh, .shank])
  }

  @Test func `a log gives the samples of the live run`() throws {
    let models = [ArrivalModel(seed: 1, drift: 40e-6), ArrivalModel(seed: 2, drift: -30e-6)]
    let ports = TextPorts(models, samples: 2000) { _, number in number % 97 == 50 }
    let configuration = TextPorts.configuration()
    let header = RawLogHeader(
      product: "test", startWallClock: 0, startMonotonic: 0,
      ports: (0...1).map {
        .init(
          path: "p\($0)", line: "115200 8N1", decoder: "text", configuration: configuration.json,
          segments: ["": $0 == 0 ? .thigh : .shank])
      })
    var bytes: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &bytes)
    var live = try #require(StreamSet(header: header))
    var first: [DecodedSample] = []
    for record in ports.records {
      RawLogEncoder.append(record, to: &bytes)
      live.push(record) { first.append($0) }
      for gap in live.takeGaps() {
        RawLogEncoder.append(
          RawLogRecord(time: record.time, port: record.port, .event(.gap(gap))), to: &bytes)
      }
    }
    live.finish { first.append($0) }
    var log = try RawLogDecoder(bytes)
    var replay = try #require(StreamSet(header: log.header))
    var second: [DecodedSample] = []
    var written = 0
    while let record = log.next() {
      if case .event(.gap) = record.content { written += 1 }
      replay.push(record) { second.append($0) }
    }
    replay.finish { second.append($0) }
    #expect(first.map(\.bits) == second.map(\.bits))
    #expect(first.count == 2 * 1979)
    #expect(written == 2 * 21)
    #expect(replay.statistics.gaps == live.statistics.gaps)
  }
}

extension DecodedSample {
  /// All that a comparison bit by bit needs.
  var bits: [UInt64] {
    [
      UInt64(sensor), UInt64(bitPattern: sample.deviceTime ?? -1), UInt64(bitPattern: sample.arrivalTime),
      sample.gyroscope.x.bitPattern, sample.gyroscope.y.bitPattern, sample.gyroscope.z.bitPattern,
      sample.accelerometer.x.bitPattern, sample.accelerometer.y.bitPattern,
      sample.accelerometer.z.bitPattern, UInt64(segment), UInt64(marks.rawValue),
    ]
  }
}
