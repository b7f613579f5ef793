import Inertial
import Recordings
import TestSupport
import Testing

private func available(_ path: String) -> ConditionTrait {
  .enabled(if: SharedData.has(path), Comment(rawValue: SharedData.absent))
}

@Suite struct `Shared recordings` {
  @Test(available("knee/1D_01.csv"))
  func `a table of two sensors is read with its references apart`() throws {
    let recording = try RecordingFile(path: SharedData.path("knee/1D_01.csv")).recording()
    #expect(recording.sensors.map(\.id) == ["thigh", "shank"])
    #expect(recording.sensors.map(\.rows) == [3007, 3007])
    #expect(recording.sensors[0].placement?.segment == .thigh)
    #expect(recording.sensors[1].placement?.segment == .shank)
    #expect(recording.sensors[0].accelerometer.values[0] == Vector3(0.008127, -0.383762, 9.735097))
    #expect(recording.sensors[1].gyroscope.values[1] == Vector3(-0.007629, -0.014019, 0.008774))
    #expect(recording.sensors[0].gyroscope.unit == .radianPerSecond)
    #expect(recording.findings.isEmpty)
    let reference = try #require(recording.reference)
    #expect(reference.flexionDegrees?.first == 0.099)
    #expect(reference.orientation["shank"]?.first == Quaternion(0.712112, -0.013168, -0.006766, 0.701910))
    #expect(reference.valid.count == 3007)
  }

  @Test(available("knee/walk_sit_left.csv"))
  func `a file name gives the leg and the file's own seconds are kept`() throws {
    let recording = try RecordingFile(path: SharedData.path("knee/walk_sit_left.csv")).recording()
    #expect(recording.side == .left)
    #expect(recording.reference == nil)
    guard case .stamps(let stamps, zero: .file) = recording.sensors[0].clock else { throw Unexpected() }
    #expect(stamps.prefix(2) == [40_000_000_000, 40_010_000_000])
  }

  @Test(available("knee/ankle_walk_with_gaps/shank.csv"))
  func `a maker's table is read by its units and its other columns are left alone`() throws {
    let recording = try RecordingFile(path: SharedData.path("knee/ankle_walk_with_gaps/shank.csv"))
      .recording()
    let sensor = try #require(recording.sensors.first)
    #expect(recording.sensors.count == 1)
    #expect(sensor.placement?.segment == .shank)
    #expect(sensor.accelerometer.unit == .metrePerSecondSquared)
    #expect(sensor.gyroscope.unit == .degreePerSecond)
    #expect(sensor.magnetometer?.unit == .microtesla)
    #expect(sensor.gyroscope.values[0].x == -0.426829268292683)
    #expect(recording.reference == nil)
  }

  @Test(available("broad/01_undisturbed_slow_rotation_A.mat"))
  func `a BROAD file is read with its rate and its reference`() throws {
    let path = SharedData.path("broad/01_undisturbed_slow_rotation_A.mat")
    let recording = try RecordingFile(path: path).recording()
    #expect(recording.sensors[0].rows == 56940)
    guard case .rows(let rate?) = recording.sensors[0].clock else { throw Unexpected() }
    #expect(abs(rate - 2000.0 / 7) < 1e-9)
    let reference = try #require(recording.reference)
    #expect(reference.orientation["imu"]?.count == 56940)
    // Movement starts at 33.8 s and 126.0 s of it are scored.
    #expect(abs(Double(reference.valid.firstIndex(of: true)!) / rate - 33.8) < 0.1)
    #expect(abs(Double(reference.valid.count { $0 }) / rate - 126.0) < 0.1)
  }

  @Test(available("broad"))
  func `every recording of a folder is found in the order of its bytes`() throws {
    let found = try RecordingFolder.recordings(in: SharedData.path("broad"))
    #expect(found.count == 15)
    #expect(found.allSatisfy { $0.hasSuffix(".mat") })
    #expect(found == found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}

private struct Unexpected: Error {}
