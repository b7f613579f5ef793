import Foundation
import Inertial
import Testing

@testable import Recordings

@Suite struct `HDF5 files` {
  private let folder = TemporaryFolder()
  private struct NoRate: Error {}

  private func written(_ form: HDF5Fixture.Form, _ variables: [MatFixture.Variable]) -> String {
    let path = folder.file("a.hdf5")
    HDF5Fixture.write(variables, to: path, form: form)
    return path
  }

  @Test(arguments: HDF5Fixture.Form.allCases)
  func `hold the same recording as MAT files, however their matrices lie`(form: HDF5Fixture.Form) throws {
    let variables = MatFixture.variables(rows: 40)
    let mat = folder.file("a.mat")
    MatFixture.write(variables, to: mat, isCompressed: true)
    let wanted = try RecordingFile(path: mat).recording()
    let recording = try RecordingFile(path: written(form, variables)).recording()
    #expect(recording.format == "BROAD HDF5")
    let sensor = try #require(recording.sensors.first), expected = try #require(wanted.sensors.first)
    guard case .rows(let rate) = sensor.clock else { throw NoRate() }
    #expect(rate == 250)
    // A float keeps seven digits.
    let tolerance = form == .compressedFloats ? 1e-6 : 0
    for (a, b) in zip(sensor.gyroscope.values, expected.gyroscope.values) {
      #expect((a - b).norm <= tolerance)
    }
    #expect(sensor.accelerometer.unit == .metrePerSecondSquared && sensor.rows == 40)
    #expect(recording.reference?.orientation["imu"]?.count == 40)
    #expect(recording.reference?.valid == wanted.reference?.valid)
  }

  @Test func `without a variable say which is missing`() throws {
    let path = written(.rows, MatFixture.variables(rows: 20).filter { $0.name != "imu_acc" })
    #expect {
      try RecordingFile(path: path).recording()
    } throws: { error in
      guard case .missingVariable(_, let expected)? = error as? RecordingError else { return false }
      return expected.name == "imu_acc"
    }
  }

  @Test func `with a variable of another size say what was found`() throws {
    var variables = MatFixture.variables(rows: 20)
    variables[1] = MatFixture.Variable(
      name: "imu_acc", rows: 10, columns: 6, values: Array(repeating: 0, count: 60))
    let path = written(.rows, variables)
    #expect {
      try RecordingFile(path: path).recording()
    } throws: { error in
      guard case .wrongVariable(_, let expected, let found)? = error as? RecordingError else { return false }
      return expected.name == "imu_acc" && found == "10 x 6"
    }
  }

  @Test func `cut off or spoilt never crash, and are refused or read`() throws {
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: written(.compressedFloats, MatFixture.variables(rows: 60))))
    var random = SplitMix64(seed: 11)
    for cut in stride(from: 8, to: whole.count, by: max(1, whole.count / 40)) {
      let path = folder.write([UInt8](whole.prefix(cut)), as: "cut.hdf5")
      #expect(throws: RecordingError.self) { try RecordingFile(path: path).recording() }
    }
    var read = 0, refused = 0
    for _ in 0..<200 {
      var bytes = [UInt8](whole)
      for _ in 0..<4 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let path = folder.write(bytes, as: "spoilt.hdf5")
      do {
        _ = try RecordingFile(path: path).recording()
        read += 1
      } catch { refused += 1 }
    }
    #expect(read + refused == 200 && refused > 10)
  }
}
