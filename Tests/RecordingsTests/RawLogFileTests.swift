import Foundation
import IMUProtocols
import Inertial
import Recordings
import Testing

@Suite struct RawLogFileTests {
  private let configuration: TextLineConfiguration = {
    var configuration = TextLineConfiguration()
    configuration.columns = ["t", "id", "ax", "ay", "az", "gx", "gy", "gz"]
    configuration.timeUnit = .microseconds
    configuration.acceleration = .standardGravity
    configuration.angularRate = .degreePerSecond
    configuration.nominalRate = 100
    return configuration
  }()

  private func header(_ configuration: String = "", decoder: String = "text") -> RawLogHeader {
    RawLogHeader(
      product: "flexion test", startWallClock: 1_767_225_600_000_000_000, startMonotonic: 7_000_000_000,
      side: "right",
      ports: [.init(path: "/dev/ttyUSB0", decoder: decoder, configuration: configuration)])
  }

  /// What a board with two sensors sends in so many rows of each, in chunks of 100 bytes.
  private func records(_ rows: Int) -> [RawLogRecord] {
    let encoder = TextLineEncoder(configuration: configuration)!
    var bytes = Array("torn 1.0\n".utf8)
    encoder.appendDescription(to: &bytes)
    for row in 0..<rows {
      let time = Int64(row) * 10_000_000
      let sample = RawSample(
        deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(0, 0, Double.sin(Double(row) * 0.02)),
        accelerometer: Vector3(0, 0, 9.80665))
      encoder.append(sample, sensor: "S", time: time, to: &bytes)
      encoder.append(sample, sensor: "T", time: time + 1_000_000, to: &bytes)
    }
    let opened = RawLogRecord(time: 7_000_000_000, .event(.opened(path: "/dev/ttyUSB0")))
    let chunks = stride(from: 0, to: bytes.count, by: 100).map { start in
      RawLogRecord(
        time: 7_250_000_000 + Int64(start) * 70_000,
        .received(Array(bytes[start..<min(start + 100, bytes.count)])))
    }
    return [opened] + chunks
  }

  private func freshPath(_ name: String = "log") -> String {
    NSTemporaryDirectory() + "flexion-\(name)-" + UUID().uuidString + ".flxlog"
  }

  private func write(_ records: [RawLogRecord], _ header: RawLogHeader) throws -> String {
    let path = freshPath()
    var writer = try RawLogWriter(path: path, header: header)
    for record in records { try writer.append(record) }
    try writer.sync()
    return path
  }

  @Test func `a log is a recording of thigh and shank on the device's clock`() throws {
    let path = try write(records(200), header())
    let recording = try RecordingFile(path: path).recording()
    #expect(recording.format == "raw log")
    #expect(recording.side == .right)
    #expect(recording.startTime == 1_767_225_600_257_000_000)
    #expect(recording.sensors.map(\.id) == ["shank", "thigh"])
    #expect(recording.sensors.map { $0.placement?.segment } == [.shank, .thigh])
    #expect(recording.sensors.map(\.rows) == [200, 200])
    guard case .stamps(let stamps, zero: .firstSample) = recording.sensors[1].clock else {
      Issue.record("no stamps")
      return
    }
    #expect(stamps == (0..<200).map { 1_000_000 + $0 * 10_000_000 })
    #expect(recording.sensors[0].accelerometer.values.allSatisfy { abs($0.z - 9.80665) < 1e-4 })
    #expect(recording.findings.isEmpty)
  }

  @Test func `every reading of a log gives the same bits, and the bits of the live stream`() throws {
    let records = records(150)
    let path = try write(records, header())
    var live: [Vector3] = []
    var stream = SensorStream(decoder: TextLineDecoder())
    for record in records { stream.push(record) { if $0.sensor == 1 { live.append($0.sample.gyroscope) } } }
    stream.finish { if $0.sensor == 1 { live.append($0.sample.gyroscope) } }
    for _ in 0..<3 {
      let recording = try RecordingFile(path: path).recording()
      #expect(recording.sensors[1].gyroscope.values == live)
    }
  }

  @Test func `a log torn at any byte of its tail still reads`() throws {
    let path = try write(records(40), header())
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let cut = freshPath("cut")
    var rows = Set<Int>()
    for length in bytes.count - 140...bytes.count {
      try Data(bytes[..<length]).write(to: URL(filePath: cut))
      let recording = try RecordingFile(path: cut).recording()
      rows.insert(recording.sensors[0].rows)
      #expect(recording.sensors[0].rows >= 38)
      #expect(recording.findings.allSatisfy { $0.code == .cutTail || $0.code == .tornRow })
    }
    #expect(rows.count > 1)
  }

  @Test func `the configuration in the header is used`() throws {
    var plain = configuration
    plain.acceleration = .milliGravity
    let path = try write(records(20), header(plain.json))
    let recording = try RecordingFile(path: path).recording()
    #expect(abs(recording.sensors[0].accelerometer.values[0].z - 0.00980665) < 1e-6)
  }

  @Test func `damaged lines are told in one finding`() throws {
    var records = records(50)
    records.append(RawLogRecord(time: 9_000_000_000, .received(Array("490000,T,0,x,1,0,0,0\n1,2\n".utf8))))
    let recording = try RecordingFile(path: try write(records, header())).recording()
    let torn = recording.findings.filter { $0.code == .tornRow }
    #expect(torn.map(\.count) == [2])
    #expect(torn[0].detail.map(\.name) == ["notANumber", "unknownSensor"])
  }

  @Test func `a log without time on the wire is on host time and says so`() throws {
    let text =
      #"#flexion {"columns":["ax","ay","az","gx","gy","gz"],"units":{"acc":"g","gyr":"deg/s"}}"# + "\n"
    let lines = (0..<30).map { number in
      RawLogRecord(
        time: 7_000_000_000 + Int64(number) * 10_000_000,
        .received(Array((number == 0 ? text : "0,0,1,0,0,\(number)\n").utf8)))
    }
    let recording = try RecordingFile(path: try write(lines, header())).recording()
    #expect(recording.sensors.map(\.id) == ["imu"])
    #expect(recording.sensors.map(\.rows) == [29])
    #expect(recording.findings.map(\.code) == [.hostTime])
  }

  @Test func `a log of nothing but noise is refused with what was expected`() throws {
    let noise = RawLogRecord(time: 1, .received(Array("1,2,3\n4,5,6\n".utf8)))
    let path = try write([noise], header())
    let refusal = RecordingError.noUsableFrame(
      file: path, port: "/dev/ttyUSB0", expected: "text lines", bytes: 12, leftOut: 2,
      evidence: "no known protocol, 12 bytes, 100 % text; nearest is OpenLog Artemis rows: "
        + "1 beginnings of a frame, none of them good")
    #expect(throws: refusal) { _ = try RecordingFile(path: path).recording() }
    let lame = RawLogRecord(time: 1, .received(Array("t_us,ax,ay,az\n1,0,0,1\n".utf8)))
    let other = try write([lame], header())
    #expect(
      throws: RecordingError.missingColumn(
        file: other, line: 1, sensor: "/dev/ttyUSB0", expected: ["gx", "gy", "gz"])
    ) { _ = try RecordingFile(path: other).recording() }
  }

  @Test func `a cut header and an unknown decoder are named`() throws {
    let path = try write([], header())
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let cut = freshPath("header")
    try Data(bytes[..<40]).write(to: URL(filePath: cut))
    #expect(
      throws: RecordingError.damagedContainer(file: cut, format: "raw log", detail: .badElement(byte: 10))
    ) { _ = try RecordingFile(path: cut).recording() }
    let strange = try write([], header(decoder: "telepathy"))
    #expect(
      throws: RecordingError.unknownProtocol(file: strange, name: "telepathy", known: SerialDecoders.names)
    ) { _ = try RecordingFile(path: strange).recording() }
  }

  @Test func `a protocol that was stated wrongly is told what the bytes look like`() throws {
    let lines = records(200)
    let path = try write(lines, header(decoder: "witmotion"))
    let count = lines.reduce(0) { if case .received(let bytes) = $1.content { $0 + bytes.count } else { $0 } }
    let refusal = #expect(throws: RecordingError.self) { _ = try RecordingFile(path: path).recording() }
    let words = String(describing: refusal)
    #expect(words.contains("noUsableFrame"))
    #expect(words.contains("expected: \"WitMotion 11-byte\", bytes: \(count)"))
    #expect(words.contains("evidence: \"text lines, acc+gyro"))
  }

  @Test func `a log never replaces a file`() throws {
    let path = try write([], header())
    #expect(throws: RecordingError.outputExists(path: path)) {
      _ = try RawLogWriter(path: path, header: header())
    }
    #expect(throws: RecordingError.outputFolderMissing(folder: "/nowhere/at/all")) {
      _ = try RawLogWriter(path: "/nowhere/at/all/x.flxlog", header: header())
    }
  }

  @Test func `a full disk ends the log once and leaves whole records`() throws {
    #expect(throws: RecordingError.cannotWrite(path: "/dev/full", code: ENOSPC)) {
      _ = try RawLogWriter(path: "/dev/full", header: header())
    }
  }

  @Test func `a disk that fills up ends the log at a whole record`() async {
    // in a process of its own: the limit on the size of files holds for all of it
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 8000, rlim_max: 8000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      exit(try RawLogFileTests().isFilledUpCleanly() ? 0 : 1)
    }
  }

  private func isFilledUpCleanly() throws -> Bool {
    let path = freshPath("full")
    let records = records(400)
    var writer = try RawLogWriter(path: path, header: header())
    var refusals = 0
    for record in records {
      do throws(RecordingError) { try writer.append(record) } catch { refusals += 1 }
    }
    var log = try RawLogDecoder([UInt8](try Data(contentsOf: URL(filePath: path))))
    var kept: [RawLogRecord] = []
    while let record = log.next() { kept.append(record) }
    return refusals == 1 && log.tornFrom == nil && kept.count > 10 && kept == Array(records[..<kept.count])
  }
}
