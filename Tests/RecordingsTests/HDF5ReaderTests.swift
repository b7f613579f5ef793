import CHDF5
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

  private func bytes(_ form: HDF5Fixture.Form, rows: Int) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: written(form, MatFixture.variables(rows: rows)))))
  }

  private func isRead(_ bytes: [UInt8]) -> Bool {
    (try? RecordingFile(path: folder.write(bytes, as: "spoilt.hdf5")).recording()) != nil
  }

  @Test(arguments: [0x7F, 0x80, 0xFF])
  func `with a size of storage near the largest integer never crash`(highest: UInt8) throws {
    let whole = try bytes(.rows, rows: 59)
    var stored = Self.number(59 * 8 * 3)
    stored[7] = highest
    var spoilt = whole
    spoilt.replace(Self.number(59 * 8 * 3), with: stored)
    #expect(spoilt != whole)
    _ = isRead(spoilt)
    #expect(isRead(whole))
  }

  @Test(arguments: [HDF5Fixture.Form.rows, .turned])
  func `that state more rows than they can hold are refused before memory is asked for`(
    form: HDF5Fixture.Form
  ) throws {
    var claim = try bytes(form, rows: 59)
    // Sizes of the datasets and of what they store, by their number of columns.
    for (stated, larger) in [59: 2_000_000_000] + [1, 3, 4].map({ (59 * 8 * $0, 2_000_000_000 * 8 * $0) }) {
      claim.replace(Self.number(stated), with: Self.number(larger))
    }
    let path = folder.write(claim, as: "claim.hdf5")
    #expect {
      try RecordingFile(path: path).recording()
    } throws: { error in
      guard case .damagedContainer(_, "HDF5", .badVariable("imu_gyr"))? = error as? RecordingError else {
        return false
      }
      return true
    }
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(value).littleEndian, Array.init)
  }

  @Test func `that are damaged leave nothing on standard error, at the end of the program neither`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // As the table of libraries does, before any file is opened.
      var (major, minor, release): (UInt32, UInt32, UInt32) = (0, 0, 0)
      H5get_libversion(&major, &minor, &release)
      let folder = TemporaryFolder()
      var random = SplitMix64(seed: 5)
      for form in HDF5Fixture.Form.allCases {
        HDF5Fixture.write(MatFixture.variables(rows: 20), to: folder.file("a.hdf5"), form: form)
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.hdf5"))))
        for _ in 0..<400 {
          var bytes = whole
          bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
          _ = try? RecordingFile(path: folder.write(bytes, as: "spoilt.hdf5")).recording()
        }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!said.contains("HDF5") && !said.contains("H5"), "\(said)")
  }

  @Test(arguments: HDF5Fixture.Form.allCases)
  func `cut off or spoilt never crash, and are refused or read`(form: HDF5Fixture.Form) throws {
    let whole = try bytes(form, rows: 60)
    var random = SplitMix64(seed: 11)
    for cut in stride(from: 8, to: whole.count, by: max(1, whole.count / 40)) {
      let path = folder.write(Array(whole.prefix(cut)), as: "cut.hdf5")
      #expect(throws: RecordingError.self) { try RecordingFile(path: path).recording() }
    }
    var read = 0, refused = 0
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if isRead(bytes) { read += 1 } else { refused += 1 }
    }
    #expect(read > 10 && refused > 10)
  }
}
