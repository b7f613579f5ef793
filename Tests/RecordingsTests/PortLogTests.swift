import Foundation
import IMUProtocols
import Inertial
import Recordings
import Testing

/// Logs of several ports, of parts that a person marked, of devices without time.
@Suite struct PortLogTests {
  private func configuration(hasTime: Bool = true) -> TextLineConfiguration {
    var c = TextLineConfiguration()
    c.columns = (hasTime ? ["t_us"] : []) + ["ax", "ay", "az", "gx", "gy", "gz"]
    c.acceleration = .metrePerSecondSquared
    c.angularRate = .radianPerSecond
    c.nominalRate = 100
    return c
  }

  private func header(_ ports: Int, hasTime: Bool = true) -> RawLogHeader {
    let places: [BodySegment] = [.thigh, .shank]
    return RawLogHeader(
      product: "flexion test", startWallClock: 1_767_225_600_000_000_000, startMonotonic: 0, side: "left",
      ports: (0..<ports).map {
        .init(
          path: "p\($0)", line: "115200 8N1", decoder: "text",
          configuration: configuration(hasTime: hasTime).json, segments: ["": places[$0]])
      })
  }

  /// Rows at 100 Hz of both ports; the second clock started long ago.
  private func records(
    _ ports: Int, rows: Int, hasTime: Bool = true, isSent: (Int) -> Bool = { _ in true }
  ) -> [RawLogRecord] {
    var records: [RawLogRecord] = []
    for row in 0..<rows where isSent(row) {
      for port in 0..<ports {
        let micros = row * 10_000 + port * 777_000_000
        let rate = Double.sin(Double(row) * 0.05)
        let line = (hasTime ? "\(micros)," : "") + "0,9.81,0,0,0,\(rate)\n"
        let arrival = Int64(row) * 10_000_000 + 3_000_000 + Int64(port)
        records.append(RawLogRecord(time: arrival, port: UInt8(port), .received(Array(line.utf8))))
      }
    }
    return records
  }

  private func bytes(_ records: [RawLogRecord], _ header: RawLogHeader) -> [UInt8] {
    var bytes: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &bytes)
    for record in records { RawLogEncoder.append(record, to: &bytes) }
    return bytes
  }

  private func read(_ bytes: [UInt8]) throws -> RawRecording {
    let path = NSTemporaryDirectory() + "flexion-ports-" + UUID().uuidString + ".flxlog"
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try RecordingFile(path: path).recording()
  }

  private func stamps(_ sensor: SensorRecording) throws -> [Int64] {
    guard case .stamps(let stamps, zero: .firstSample) = sensor.clock else {
      Issue.record("no stamps")
      return []
    }
    return stamps
  }

  @Test func `two ports are one leg on one clock`() throws {
    let recording = try read(bytes(records(2, rows: 800), header(2)))
    #expect(recording.sensors.map(\.id) == ["thigh", "shank"])
    #expect(recording.sensors.map { $0.placement?.segment } == [.thigh, .shank])
    #expect(recording.sensors.map(\.rows) == [800, 800])
    let thigh = try stamps(recording.sensors[0]), shank = try stamps(recording.sensors[1])
    #expect(zip(thigh, shank).allSatisfy { abs($0 - $1) < 500_000 })
    #expect(recording.sensors.allSatisfy { !$0.isOnHostTime })
    #expect(recording.findings.isEmpty)
  }

  @Test func `only the marked part is measured`() throws {
    var all = records(1, rows: 600)
    all.insert(RawLogRecord(time: 1_000_000_000, .event(.mark(.begin))), at: 100)
    all.insert(RawLogRecord(time: 4_000_000_000, .event(.mark(.end))), at: 401)
    let recording = try read(bytes(all, header(1)))
    #expect(recording.sensors.map(\.rows) == [300])
    let times = try stamps(recording.sensors[0])
    #expect(times.first == 1_000_000_000)
    #expect(times.last == 3_990_000_000)
  }

  @Test func `gaps are told by cause`() throws {
    let recording = try read(bytes(records(1, rows: 600) { !(200..<205).contains($0) }, header(1)))
    let gaps = recording.findings.filter { $0.code == .gap }
    #expect(gaps.map(\.count) == [1])
    #expect(gaps.first?.sensor == "thigh")
    #expect(gaps.first?.detail.map(\.name) == ["timeGrid", "missing"])
    #expect(gaps.first?.detail.map(\.value) == [1, 5])
  }

  @Test func `times that were made are marked`() throws {
    let recording = try read(bytes(records(1, rows: 300, hasTime: false), header(1, hasTime: false)))
    #expect(recording.sensors.map(\.isOnHostTime) == [true])
    #expect(recording.findings.map(\.code) == [.hostTime])
    let times = try stamps(recording.sensors[0])
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 10_000_000) < 100_000 })
  }

  @Test func `a header with a wrong sum still says what it says`() throws {
    var damaged = bytes(records(2, rows: 300), header(2))
    let place = damaged.firstIndex(of: UInt8(ascii: "x"))!
    damaged[place] ^= 0x02
    let recording = try read(damaged)
    #expect(recording.sensors.map(\.rows) == [300, 300])
    #expect(recording.findings.contains { $0.code == .gap && $0.severity == .doubtful })
  }

  @Test func `a lost header is replaced by what the bytes tell`() throws {
    let text =
      #"#flexion {"columns":["t_us","ax","ay","az","gx","gy","gz"],"units":{"acc":"m/s2","gyr":"rad/s"}}"#
    let described = RawLogRecord(time: 1_000_000, .received(Array((text + "\n" + text + "\n").utf8)))
    var damaged = bytes([described] + records(1, rows: 300), header(1))
    damaged[14] = 0x00
    let recording = try read(damaged)
    #expect(recording.sensors.map(\.id) == ["imu"])
    #expect(recording.sensors.map(\.rows) == [300])
  }

  @Test func `with the header of two ports the places are lost, which one finding says`() throws {
    let text =
      #"#flexion {"columns":["t_us","ax","ay","az","gx","gy","gz"],"units":{"acc":"m/s2","gyr":"rad/s"}}"#
    let described = (0..<2 as Range<UInt8>).map {
      RawLogRecord(time: 1_000_000, port: $0, .received(Array((text + "\n" + text + "\n").utf8)))
    }
    var damaged = bytes(described + records(2, rows: 300), header(2))
    damaged[14] = 0x00
    let recording = try read(damaged)
    #expect(recording.sensors.map(\.id) == ["port0:imu", "port1:imu"])
    #expect(recording.sensors.allSatisfy { $0.placement?.segment == nil })
    #expect(recording.findings.filter { $0.code == .placesLost }.map(\.count) == [2])
    #expect(try read(bytes(described + records(2, rows: 300), header(2))).findings.isEmpty)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func `no times of a log stop its reading`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let ends: [Int64] = [.min, .max, 0, .min + 1, .max - 1]
    var hostile: [RawLogRecord] = []
    for row in 0..<400 {
      let stamp = row % 3 == 0 ? random.next() % 5_000_000_000 : UInt64(row) * 10_000
      let time = row % 7 == 0 ? ends[row % 5] : Int64(bitPattern: random.next())
      hostile.append(
        RawLogRecord(
          time: time, port: UInt8(row % 2), .received(Array("\(stamp),0,9.81,0,0,0,0.1\n".utf8))))
      if row % 50 == 0 { hostile.append(RawLogRecord(time: time, port: 1, .event(.reconnected(path: "")))) }
    }
    for hasTime in [true, false] {
      let recording = try? read(bytes(hostile, header(2, hasTime: hasTime)))
      #expect((recording?.sensors.count ?? 0) <= 2)
    }
  }
}
