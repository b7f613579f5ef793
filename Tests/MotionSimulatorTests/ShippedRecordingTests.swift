import Inertial
import MotionSimulator
import Recordings
import Testing

/// The files in recordings/ are what the commands in its README print, and the README says what is in them.
@Suite struct ShippedRecordingTests {
  @Test func `the table names every file of the folder, within four megabytes`() {
    let table = ShippedRecording.table()
    let expected = table.flatMap { [$0.file, String($0.file.dropLast(4)) + ".truth.csv"] } + ["README.md"]
    #expect(TextFile.names(in: ShippedRecording.folder) == expected.sorted())
    let sizes = expected.map { TextFile.bytes(ShippedRecording.folder + "/" + $0)?.count ?? 0 }
    #expect(sizes.reduce(0, +) <= 4_000_000)
    #expect(table.count >= 5)
  }

  @Test(arguments: ShippedRecording.table())
  func `a file is what its command makes, byte for byte`(shipped: ShippedRecording) throws {
    let run = try #require(shipped.simulate())
    let folder = TextFile.temporaryFolder()
    defer { TextFile.remove(folder) }
    let file = folder + "/again.csv", truth = folder + "/again.truth.csv"
    try SampleFile.write(run.recording, to: file, force: false)
    try AngleFile.write(time: run.time, flexionDegrees: run.flexionDegrees, to: truth, force: false)
    #expect(TextFile.bytes(file) == TextFile.bytes(shipped.path))
    #expect(TextFile.bytes(truth) == TextFile.bytes(shipped.truthPath))
  }

  @Test(arguments: ShippedRecording.table())
  func `the table says what is in the file`(shipped: ShippedRecording) throws {
    let recording = try RecordingFile(path: shipped.path).recording()
    let segments = recording.sensors.compactMap { $0.placement?.segment?.rawValue }
    #expect(shipped.cells[1] == (segments.count == 2 ? "2" : "1"))
    #expect(shipped.cells[2] == (segments == ["thigh", "shank"] ? "thigh, shank" : "shank"))
    #expect(recording.side?.rawValue == shipped.side)
    #expect(recording.sensors.allSatisfy { $0.accelerometer.unit == .metrePerSecondSquared })
    #expect(recording.sensors.allSatisfy { $0.gyroscope.unit == .radianPerSecond })
    #expect(shipped.cells[5] == "m/s^2, rad/s")
    guard case .stamps(let stamps, _) = recording.sensors[0].clock else { throw Unexpected.clock }
    let rate = Double(stamps.count - 1) * 1e9 / Double(stamps.last! - stamps[0])
    #expect(Double(shipped.rate) == rate.rounded())
    #expect(recording.findings.isEmpty)
  }

  @Test(arguments: ShippedRecording.table())
  func `the table says the range and the repetitions of the truth`(shipped: ShippedRecording) throws {
    let truth = try Self.flexion(shipped.truthPath)
    #expect(abs(shipped.limits[0] - truth.min()!) <= 0.05)
    #expect(abs(shipped.limits[1] - truth.max()!) <= 0.05)
    #expect(shipped.repetitions == Self.excursions(truth))
  }

  private enum Unexpected: Error { case clock, row }

  private static func flexion(_ path: String) throws -> [Double] {
    let lines = String(decoding: TextFile.bytes(path) ?? [], as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "time_s,flexion_deg")
    return try lines.dropFirst().map { line in
      guard let value = line.split(separator: ",").last.flatMap({ Double($0) }) else { throw Unexpected.row }
      return value
    }
  }

  /// Times the knee goes from within 30 % of the largest excursion from the rest pose to beyond 60 % of it.
  private static func excursions(_ truth: [Double]) -> Int {
    let away = truth.map { abs($0 - truth[0]) }
    let largest = away.max()!
    var count = 0, isAway = false
    for value in away {
      if !isAway, value > 0.6 * largest {
        count += 1
        isAway = true
      } else if isAway, value < 0.3 * largest {
        isAway = false
      }
    }
    return count
  }
}
