import IMUProtocols
import Inertial
import Testing

@Suite struct RawLogTests {
  private let header = RawLogHeader(
    product: "flexion 0.1", startWallClock: 1_767_225_600_000_000_000, startMonotonic: 5_000_000_000,
    side: "left",
    ports: [
      .init(
        path: "/dev/ttyACM0", identity: "usb 2341:8037 \"Knee\\1\"\n", line: "115200 8N1", decoder: "text",
        configuration: boardConfiguration().json)
    ])

  private let records: [RawLogRecord] = [
    RawLogRecord(time: 5_000_000_001, .event(.opened(path: "/dev/ttyACM0"))),
    RawLogRecord(time: 5_000_000_002, .sent(Array("s\n".utf8))),
    RawLogRecord(time: 5_010_000_000, .received(Array("1000,T,0,0,1,0,0,0\n".utf8))),
    RawLogRecord(time: 5_020_000_000, .received([])),
    RawLogRecord(time: 6_020_000_000, .event(.stalled(silence: 1_000_000_000))),
    RawLogRecord(time: 6_030_000_000, .event(.resumed)),
    RawLogRecord(time: 6_040_000_000, .event(.lost(cause: "EIO"))),
    RawLogRecord(time: 6_050_000_000, .event(.reconnected(path: "/dev/ttyACM0"))),
    RawLogRecord(time: 6_060_000_000, .received((0...255).map { UInt8($0) })),
    RawLogRecord(time: 6_070_000_000, .event(.note("shank only, please: ä"))),
    RawLogRecord(time: 6_071_000_000, .event(.entered(.streaming))),
    RawLogRecord(time: 6_071_000_000, .event(.mark(.begin))),
    RawLogRecord(time: 6_071_000_000, .event(.placed(sensor: "imu 2", .shank))),
    RawLogRecord(time: 6_072_000_000, .event(.failed(cause: "no device within 5 s"))),
    RawLogRecord(time: 6_080_000_000, .event(.closed)),
  ]

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &bytes)
    for record in records { RawLogEncoder.append(record, to: &bytes) }
    return bytes
  }

  private func read(_ bytes: [UInt8]) throws -> (records: [RawLogRecord], decoder: RawLogDecoder) {
    var decoder = try RawLogDecoder(bytes)
    var records: [RawLogRecord] = []
    while let record = decoder.next() { records.append(record) }
    return (records, decoder)
  }

  @Test func `what was written is read`() throws {
    let (read, decoder) = try read(bytes)
    #expect(read == records)
    #expect(decoder.header == header)
    #expect(decoder.tornFrom == nil)
  }

  @Test func `a log cut at any byte gives all records before the cut`() throws {
    var ends: [Int] = []
    var growing: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &growing)
    let headEnd = growing.count
    for record in records {
      RawLogEncoder.append(record, to: &growing)
      ends.append(growing.count)
    }
    for length in headEnd...bytes.count {
      let (read, decoder) = try read(Array(bytes[..<length]))
      let whole = ends.count { $0 <= length }
      #expect(read == Array(records[..<whole]))
      let end = whole == 0 ? headEnd : ends[whole - 1]
      #expect(decoder.tornFrom == (length == end ? nil : end))
    }
  }

  @Test func `a cut header is named`() {
    var head: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &head)
    for length in 0..<head.count {
      let expected: RawLogError = length < 8 ? .notARawLog : .damagedHeader
      #expect(throws: expected) { _ = try RawLogDecoder(Array(head[..<length])) }
    }
  }

  @Test func `a damaged header costs no record`() throws {
    var head: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &head)
    var whole = 0
    for place in 10..<head.count {
      var damaged = bytes
      damaged[place] ^= 0x10
      let (read, decoder) = try read(damaged)
      #expect(read == records)
      #expect(decoder.isHeaderDamaged)
      #expect(decoder.header.ports.count == 1)
      if decoder.header.ports.first?.decoder == "text" { whole += 1 }
    }
    // damage in a name or a number still leaves JSON
    #expect(whole > 100)
  }

  @Test(arguments: [0..<1, 3..<5, 7..<8, 0..<8]) func `a damaged mark costs nothing`(places: Range<Int>)
    throws
  {
    var damaged = bytes
    for place in places { damaged[place] ^= 0x55 }
    #expect(RawLog.isRawLog(damaged))
    let (read, decoder) = try read(damaged)
    #expect(read == records)
    #expect(decoder.header == header)
    #expect(decoder.isHeaderDamaged && !decoder.hasLostPlaces)
  }

  @Test func `a damaged byte costs its record and no other`() throws {
    var head: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &head)
    for place in head.count..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 0x10
      let (read, decoder) = try read(damaged)
      #expect(read.count == records.count - 1)
      #expect(read.allSatisfy { records.contains($0) })
      #expect(decoder.damagedBytes > 0 || decoder.tornFrom != nil)
    }
  }

  @Test func `an end of zeros is torn, as after a power cut`() throws {
    let (read, decoder) = try read(bytes + [UInt8](repeating: 0, count: 4096))
    #expect(read == records)
    #expect(decoder.tornFrom == bytes.count)
  }

  @Test func `a newer format is named`() {
    var newer = bytes
    newer[8] = 2
    #expect(throws: RawLogError.unknownFormat(2)) { _ = try RawLogDecoder(newer) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `hostile logs end in bounded time`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var hostile: [UInt8] = []
    RawLogEncoder.appendHeader(header, to: &hostile)
    // heads of records that promise 64 KiB each, and noise
    for _ in 0..<2000 {
      hostile += [1, 0, 0, 0, 1, 0] + (0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    let (read, _) = try read(hostile)
    #expect(read.isEmpty)
  }

  @Test func `a configuration survives its text`() throws {
    var full = boardConfiguration(.crc16)
    full.prefix = "IMU\t"
    full.separator = .tab
    full.decimalComma = true
    full.timeUnit = .milliseconds
    full.acceleration = .countsPerGravity(16_384)
    full.angularRate = .countsPerDegreePerSecond(16.4)
    full.magneticField = .milligauss
    full.quaternionOrder = .xyzw
    full.angleUnit = .radians
    full.timeSource = .counter
    full.wrap = 65_536
    full.nominalRate = 99.5
    full.sensors = [.init(name: "0", segment: .thigh), .init(name: "x", segment: nil)]
    full.axes = [.thigh: try #require(AxisMap("-y,x,z")), .shank: try #require(AxisMap("z,x,y"))]
    full.firmware = "1.2 \"beta\""
    #expect(try TextLineConfiguration(json: full.json) == full)
    #expect(try TextLineConfiguration(json: TextLineConfiguration().json) == TextLineConfiguration())
  }
}
