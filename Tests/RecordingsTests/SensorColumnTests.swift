import Inertial
import Recordings
import Testing

/// Tables whose rows belong to the sensors in turn, as `decode` writes them.
@Suite struct `A column of sensor names` {
  private let folder = TemporaryFolder()

  /// One row for each name, the n-th at n times 7 ms; its first number is n.
  private func read(_ names: [String], heading: String = "sensor", file: String = "table.csv") throws
    -> RawRecording
  {
    let rows = names.enumerated().map { number, name in
      "\(TableText.decimals(Double(number) * 0.007, 3)),\(name),\(number),2,3,4,5,6"
    }
    let first = "time_s,\(heading),gx (rad/s),gy (rad/s),gz (rad/s),ax (m/s^2),ay (m/s^2),az (m/s^2)"
    let text = ([first] + rows).joined(separator: "\n") + "\n"
    return try RecordingFile(path: folder.write(text, as: file)).recording()
  }

  private func stamps(_ sensor: SensorRecording) -> [Int64] {
    guard case .stamps(let stamps, _) = sensor.clock else { return [] }
    return stamps.map { $0 / 1_000_000 }
  }

  @Test(arguments: ["sensor", "Sensor", "SENSOR"])
  func `splits the rows, each sensor with its own times`(heading: String) throws {
    let recording = try read(["thigh", "shank", "shank", "thigh", "shank"], heading: heading)
    #expect(recording.sensors.map(\.id) == ["thigh", "shank"])
    #expect(recording.sensors.map(\.placement?.segment) == [.thigh, .shank])
    #expect(recording.sensors.map(stamps) == [[0, 21], [7, 14, 28]])
    #expect(recording.sensors.map { $0.gyroscope.values.map(\.x) } == [[0, 3], [1, 2, 4]])
    #expect(recording.sensors.map(\.accelerometer.values.count) == [2, 3])
  }

  @Test func `tells three sensors apart`() throws {
    let recording = try read(["a", "b", "\"c, left\"", "a", "\"b\"", " a "])
    #expect(recording.sensors.map(\.id) == ["a", "b", "c, left"])
    #expect(recording.sensors.map(\.rows) == [3, 2, 1])
    #expect(recording.sensors.map(\.placement?.segment) == [nil, nil, nil])
  }

  @Test func `of numbers gives sensors without a place, whatever the file is called`() throws {
    let recording = try read(["1", "2", "1", "2"], file: "left thigh.csv")
    #expect(recording.sensors.map(\.id) == ["1", "2"])
    #expect(recording.sensors.allSatisfy { $0.placement == nil })
    #expect(recording.side == .left)
  }

  @Test func `with one name names the sensor`() throws {
    let recording = try read(["Right Shank", "Right Shank", "Right Shank"])
    #expect(recording.sensors.map(\.id) == ["Right Shank"])
    #expect(recording.sensors[0].placement?.segment == .shank)
    #expect(recording.side == .right)
    #expect(recording.sensors[0].rows == 3)
  }

  @Test func `that is longer than a name splits nothing`() throws {
    #expect(try read(["a", "b"], heading: "sensor type").sensors.map(\.rows) == [2])
  }

  @Test func `of ever new values is a quantity`() throws {
    #expect(try read((0..<40).map { "0.\($0)1" }).sensors.map(\.rows) == [40])
  }
}
