import Inertial
import Recordings
import Testing

@Suite struct `Refused files` {
  private let folder = TemporaryFolder()

  private func expect(_ error: RecordingError, _ path: String) {
    #expect(throws: error) { try RecordingFile(path: path).recording() }
  }

  @Test func `a missing file, an empty one and a folder are told apart`() {
    expect(.noSuchFile(file: folder.file("none.csv")), folder.file("none.csv"))
    let empty = folder.write("", as: "empty.csv")
    expect(.noBytes(file: empty), empty)
    expect(.isFolder(file: folder.path), folder.path)
    #expect(throws: RecordingError.self) { try RecordingFile(path: "/dev/null").recording() }
    #expect(throws: RecordingError.noSuchFile(file: "/nowhere/at/all")) {
      try RecordingFile(path: "/nowhere/at/all").digest()
    }
  }

  @Test func `binary content under the name of a table is named with its first byte that is no text`() {
    var random = SplitMix64(seed: 4)
    let noise = (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next() | 1) }
    let path = folder.write(Array("abc".utf8) + [0x01] + noise, as: "walk.csv")
    expect(.binaryContent(file: path, byte: 3), path)
  }

  @Test(
    arguments: [
      (KnownContent.zip, [0x50, 0x4B, 0x03, 0x04, 0x14]), (.gzip, [0x1F, 0x8B, 0x08]),
      (.json, Array("{\"items\":[]}".utf8)),
      (.xml, Array("<?xml version".utf8)),
    ] as [(KnownContent, [UInt8])])
  func `content of a known kind is named`(kind: KnownContent, bytes: [UInt8]) {
    let path = folder.write(bytes + Array(repeating: 0x20, count: 300), as: "walk.csv")
    expect(.otherContent(file: path, kind: kind), path)
  }

  @Test func `text without a heading shows its beginning`() {
    let path = folder.write(
      "\n# notes\nthe patient walked well " + String(repeating: "x", count: 100), as: "a.csv")
    let beginning = "the patient walked well " + String(repeating: "x", count: 56)
    expect(.noHeading(file: path, line: 3, beginning: beginning), path)
    let numbers = folder.write("0.1,2,3,4,5,6,7\n0.2,2,3,4,5,6,7\n", as: "b.csv")
    expect(.noHeading(file: numbers, line: 1, beginning: "0.1,2,3,4,5,6,7"), numbers)
  }

  @Test(arguments: [
    (4, "imu", ["gyr_x"]), (6, "imu", ["gyr_z"]), (2, "imu", ["acc_y"]),
  ])
  func `a missing column is named`(column: Int, sensor: String, expected: [String]) {
    var table = TableText()
    table.names.remove(at: column)
    table.rows = table.rows.map { row in
      var row = row
      row.remove(at: column)
      return row
    }
    let path = folder.write("\n" + table.text, as: "table.csv")
    expect(.missingColumn(file: path, line: 2, sensor: sensor, expected: expected), path)
  }

  @Test func `a sensor without gyroscope is not passed over beside a whole one`() {
    let names = ["thigh_acc", "thigh_gyr", "shank_acc"].flatMap { name in
      ["x", "y", "z"].map { "\(name)_\($0)" }
    }
    let path = folder.write(names.joined(separator: ",") + "\n1,2,3,4,5,6,7,8,9\n", as: "table.csv")
    let expected = ["shank_gyr_x", "shank_gyr_y", "shank_gyr_z"]
    expect(.missingColumn(file: path, line: 1, sensor: "shank", expected: expected), path)
  }

  @Test func `acceleration without gravity is refused by the name of its column`() {
    let names =
      "time (s),Linear Acceleration x (m/s^2),Linear Acceleration y (m/s^2),Linear Acceleration z (m/s^2)"
    let path = folder.write(names + ",gyr_x,gyr_y,gyr_z\n1,2,3,4,5,6,7\n", as: "table.csv")
    expect(.gravityRemoved(file: path, line: 1, column: "Linear Acceleration x (m/s^2)"), path)
  }

  @Test func `a heading without usable rows is refused as empty`() {
    var table = TableText(rows: 0)
    let path = folder.write(table.text, as: "table.csv")
    expect(.noUsableRow(file: path, line: 1, leftOut: 0), path)
    table.rows = [["stopped"], ["1", "2"]]
    let torn = folder.write(table.text, as: "torn.csv")
    expect(.noUsableRow(file: torn, line: 1, leftOut: 2), torn)
  }

  @Test func `the digest is that of the bytes`() throws {
    let path = folder.write("abc", as: "abc")
    // FIPS 180-4, example of SHA-256.
    let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try RecordingFile(path: path).digest() == known)
    #expect(RecordingFile(path: path).name == "abc")
  }
}
