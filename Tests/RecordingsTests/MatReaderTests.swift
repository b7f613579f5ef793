import Inertial
import Recordings
import Testing

@Suite struct `MAT files` {
  private let folder = TemporaryFolder()

  private func write(_ variables: [MatFixture.Variable], isCompressed: Bool = true) -> String {
    let path = folder.file("recording.mat")
    MatFixture.write(variables, to: path, isCompressed: isCompressed)
    return path
  }

  @Test(arguments: [true, false])
  func `variables become one sensor with its reference`(isCompressed: Bool) throws {
    let path = write(MatFixture.variables(rows: 40), isCompressed: isCompressed)
    let recording = try RecordingFile(path: path).recording()
    let sensor = try #require(recording.sensors.first)
    #expect(recording.sensors.count == 1)
    #expect(sensor.gyroscope.values[3] == Vector3(0.003, -0.003, 0.006))
    #expect(sensor.accelerometer.values[39] == Vector3(0, 0, 9.81))
    #expect(sensor.magnetometer?.unit == .microtesla)
    #expect(recording.reference?.orientation["imu"]?[5] == .identity)
    #expect(recording.reference?.valid.count { $0 } == 29)
    #expect(recording.startTime == nil)
  }

  @Test func `a file without magnetometer and reference is read`() throws {
    let names = ["imu_gyr", "imu_acc", "sampling_rate"]
    let path = write(MatFixture.variables(rows: 20).filter { names.contains($0.name) })
    let recording = try RecordingFile(path: path).recording()
    #expect(recording.sensors[0].magnetometer == nil)
    #expect(recording.reference == nil)
  }

  @Test(arguments: ["imu_gyr", "imu_acc", "sampling_rate"])
  func `a missing variable is named with what was expected`(name: String) throws {
    let path = write(MatFixture.variables(rows: 20).filter { $0.name != name })
    let error = #expect(throws: RecordingError.self) { try RecordingFile(path: path).recording() }
    guard case .missingVariable(file: path, let expected)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected.name == name)
    #expect(expected.columns == (name == "sampling_rate" ? 1 : 3))
  }

  @Test func `a variable of another size is named with both sizes`() throws {
    var variables = MatFixture.variables(rows: 20)
    variables[1] = MatFixture.variables(rows: 19)[1]
    let path = write(variables)
    let error = #expect(throws: RecordingError.self) { try RecordingFile(path: path).recording() }
    guard case .wrongVariable(file: path, let expected, found: "19 x 3")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected.name == "imu_acc" && expected.rows == 20)
  }

  @Test(arguments: [0, -50, Double.infinity])
  func `a rate that is none is refused`(rate: Double) {
    var variables = MatFixture.variables(rows: 20)
    variables[5].values = [rate]
    let path = write(variables)
    #expect(throws: RecordingError.self) { try RecordingFile(path: path).recording() }
  }

  @Test func `one wrong bit in packed data is found by its checksum`() throws {
    let path = write(MatFixture.variables(rows: 40))
    let whole = TemporaryFolder.bytes(of: path)
    // The first element begins at 128 with a tag of eight bytes; its packed data begin at 136.
    for place in stride(from: 140, to: 600, by: 20) {
      var bytes = whole
      bytes[place] ^= 0x10
      let damaged = folder.write(bytes, as: "damaged.mat")
      let fault = RecordingError.damagedContainer(
        file: damaged, format: "MAT", detail: .badElement(byte: 128))
      #expect(throws: fault) { try RecordingFile(path: damaged).recording() }
      guard place < 500 else { break }
    }
  }

  @Test func `a file that was cut names the element it ends in`() throws {
    let path = write(MatFixture.variables(rows: 40), isCompressed: false)
    let cut = folder.write(Array(TemporaryFolder.bytes(of: path).prefix(500)), as: "cut.mat")
    let fault = RecordingError.damagedContainer(file: cut, format: "MAT", detail: .endsInside(byte: 128))
    #expect(throws: fault) { try RecordingFile(path: cut).recording() }
  }

  /// The largest allowed mistake of a damaged file is a wrong number: never a crash, a hang, or columns of unlike length.
  @Test(arguments: [true, false])
  func `a damaged file is refused or read whole`(isCompressed: Bool) throws {
    let whole = TemporaryFolder.bytes(of: write(MatFixture.variables(rows: 40), isCompressed: isCompressed))
    var damage = Damage(seed: isCompressed ? 7 : 8)
    for _ in 0..<400 {
      let path = folder.write(damage.applied(to: whole), as: "damaged.mat")
      guard let recording = try? RecordingFile(path: path).recording() else { continue }
      #expect(recording.sensors[0].rows > 0)
      #expect(recording.sensors[0].rows == recording.sensors[0].accelerometer.values.count)
      #expect(recording.reference.map { $0.valid.count == recording.sensors[0].rows } ?? true)
    }
  }
}
