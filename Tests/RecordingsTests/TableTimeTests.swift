import Inertial
import Recordings
import Testing

@Suite struct `Time columns` {
  private let folder = TemporaryFolder()

  private func read(_ name: String, _ stamps: [String], above: String = "") throws -> RawRecording {
    var table = TableText(rows: stamps.count)
    table.names[0] = name
    table.above = above
    for row in stamps.indices { table.rows[row][0] = stamps[row] }
    return try RecordingFile(path: folder.write(table.text, as: "t.csv")).recording()
  }

  @Test(arguments: [
    ("time (s)", "2.5", "2.51"), ("t_ms", "2500", "2510"), ("Timestamp (us)", "2500000", "2510000"),
    ("timestamp [ns]", "2500000000", "2510000000"), ("Time since start in ms", "2500", "2510.0"),
    ("seconds_elapsed", "2.5", "2.51"),
  ])
  func `every unit of time becomes nanoseconds`(name: String, first: String, second: String) throws {
    let recording = try read(name, [first, second])
    #expect(recording.stamps == [2_500_000_000, 2_510_000_000])
    #expect(!recording.countsFromFirstSample)
    #expect(recording.startTime == nil)
    #expect(recording.findings.isEmpty)
  }

  @Test(arguments: [
    ("time", "1777622400123456789", "1777622400128456789"),
    ("Time (ns)", "1777622400123456789", "1777622400128456789"),
    ("time_s", "1777622400.123456789", "1777622400.128456789"),
    ("epoc (ms)", "1777622400123.456789", "1777622400128.456789"),
    ("Timestamp (ms)", "1.777622400123456789E12", "1.777622400128456789E12"),
  ])
  func `stamps since 1970 keep every digit and count from the first`(
    name: String, first: String, second: String
  ) throws {
    let recording = try read(name, [first, second])
    #expect(recording.stamps == [1_777_622_400_123_456_789, 1_777_622_400_128_456_789])
    #expect(recording.countsFromFirstSample)
    #expect(recording.startTime == 1_777_622_400_123_456_789)
  }

  @Test func `a counter that no clock could have reached counts from the first, without a date`() throws {
    let recording = try read(
      "timestamp (us)", ["18000000000000000", "18000000000010000"].map { String($0.dropLast()) })
    #expect(recording.countsFromFirstSample)
    let other = try read("timestamp (ns)", ["9000000000000000000", "9000000000010000000"])
    #expect(other.countsFromFirstSample)
    #expect(other.startTime == nil)
  }

  @Test(
    arguments: [
      (["12.00", "12.01", "12.02"], Int64(10_000_000)), (["5000", "5010", "5020"], 10_000_000),
      (["392093562", "392113596", "392133630"], 20_034_000),
      (["7000000000", "7005000000", "7010000000"], 5_000_000),
    ] as [([String], Int64)])
  func `a unit that is not stated is taken from the step and reported`(stamps: [String], step: Int64) throws {
    let recording = try read("time", stamps)
    #expect(recording.stamps[1] - recording.stamps[0] == step)
    #expect(recording.finding(.unitAssumed)?.severity == .doubtful)
  }

  @Test func `a table without time has rows at the stated rate or at none`() throws {
    let none = try read("sample", ["1", "2", "3"])
    guard case .rows(rate: nil) = none.sensors[0].clock else { throw Unexpected() }
    let stated = try read("sample", ["1", "2", "3"], above: "# flexion: rate=62.5\n")
    guard case .rows(let rate) = stated.sensors[0].clock else { throw Unexpected() }
    #expect(rate == 62.5)
  }

  @Test func `a stamp that is missing is missing`() throws {
    let recording = try read("time (s)", ["0.00", "", "0.02"])
    #expect(recording.stamps == [0, .min, 20_000_000])
  }

  @Test(arguments: [
    ("2026-05-01T08:00:00Z", Int64(1_777_622_400_000_000_000)),
    ("2026-05-01T10:00:00.25+02:00", 1_777_622_400_250_000_000),
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59.999999999-05:30", 1_709_270_999_999_999_999),
  ])
  func `the start may be stated above the table`(text: String, start: Int64) throws {
    let recording = try read("time (s)", ["40.00", "40.01"], above: "# flexion: side=left start=\(text)\n")
    #expect(recording.startTime == start)
    #expect(recording.side == .left)
    #expect(recording.stamps[0] == 40_000_000_000)
  }

  @Test(arguments: [
    "side=middle", "start=yesterday", "start=2026-02-30T00:00:00Z", "start=2026-05-01T08:00:00", "rate=0",
  ])
  func `a statement that cannot be understood is reported and not used`(pair: String) throws {
    let recording = try read("time (s)", ["0.00", "0.01"], above: "# flexion: \(pair)\n")
    #expect(recording.finding(.headerContradiction)?.first.line == 1)
    #expect(recording.side == nil && recording.startTime == nil)
  }

  private struct Unexpected: Error {}
}
