import Inertial
import Recordings
import Testing

@Suite struct `Result files` {
  private let folder = TemporaryFolder()

  @Test func `angles are degrees over seconds with empty cells for no value`() throws {
    let path = folder.file("angles.csv")
    try AngleFile.write(
      time: [40, 40.01, 40.02], flexion: [.pi / 2, .nan, -0.000_000_1], to: path, force: false)
    #expect(
      TemporaryFolder.text(of: path)
        == "time_s,flexion_deg\n40.000000,90.0000\n40.010000,\n40.020000,0.0000\n")
    let back = try AngleFile.read(path)
    #expect(back.time == [40, 40.01, 40.02])
    #expect(back.flexionDegrees[0] == 90 && back.flexionDegrees[1].isNaN)
  }

  @Test func `quaternions have nine decimals and rows stand at their sample times`() throws {
    let path = folder.file("q.csv")
    let rate = 2000.0 / 7
    let time = (0..<5000).map { Double($0) / rate }
    var random = SplitMix64(seed: 3)
    let q = time.map { _ in random.rotation() }
    try OrientationFile.write(time: time, earthFromSensor: q, to: path, force: false)
    let lines = TemporaryFolder.text(of: path).split(separator: "\n")
    #expect(lines[0] == "time_s,qw,qx,qy,qz")
    #expect(lines.count == 5001)
    for (row, line) in lines.dropFirst().enumerated() {
      let cells = line.split(separator: ",").map { Double($0)! }
      // The scorer allows a tenth of a sample; six decimals are 0.0001 of one here.
      #expect(abs(cells[0] * rate - Double(row)) < 0.001)
      #expect(abs(cells[1] - q[row].w) < 0.51e-9 && abs(cells[4] - q[row].z) < 0.51e-9)
    }
  }

  @Test func `samples read back as they were written, byte for byte the same each time`() throws {
    var random = SplitMix64(seed: 11)
    let stamps = (0..<500).map { Int64($0) * 5_000_000 + 1_000_000_000 }
    func column(_ scale: Double, _ unit: PhysicalUnit) -> VectorColumn {
      // Six decimals are what the file keeps.
      let values = stamps.map { _ in random.normalVector() * scale }
      return VectorColumn(values: values, unit: unit)
    }
    var sensors: [SensorRecording] = []
    for name in ["thigh", "shank"] {
      sensors.append(
        SensorRecording(
          id: name, clock: .stamps(stamps, zero: .file), gyroscope: column(3, .radianPerSecond),
          accelerometer: column(9.81, .metrePerSecondSquared), magnetometer: column(50, .microtesla)))
    }
    sensors[1].accelerometer.values[7] = .missing
    let start: Int64 = 1_793_606_400_250_000_000
    let written = RawRecording(sensors: sensors, side: .left, startTime: start, format: "simulated")
    let path = folder.file("a.csv")
    try SampleFile.write(written, to: path, force: false)
    try SampleFile.write(written, to: folder.file("b.csv"), force: false)
    #expect(TemporaryFolder.bytes(of: path) == TemporaryFolder.bytes(of: folder.file("b.csv")))

    let read = try RecordingFile(path: path).recording()
    #expect(read.findings.isEmpty)
    #expect(read.side == .left && read.startTime == start && read.stamps == stamps)
    for (before, after) in zip(written.sensors, read.sensors) {
      #expect(after.id == before.id && after.placement?.segment?.rawValue == before.id)
      #expect(after.gyroscope.unit == before.gyroscope.unit)
      for pair in [
        (before.gyroscope, after.gyroscope), (before.accelerometer, after.accelerometer),
        (before.magnetometer!, after.magnetometer!),
      ] {
        let apart = zip(pair.0.values, pair.1.values).map { ($0 - $1).norm }.filter { !$0.isNaN }
        #expect(apart.max()! < 1e-6)
      }
    }
    #expect(read.sensors[1].accelerometer.values[7].x.isNaN)
  }
}
