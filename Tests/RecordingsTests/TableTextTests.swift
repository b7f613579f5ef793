import Inertial
import Recordings
import Testing

/// The same numbers in other clothes are the same recording.
@Suite struct `Text of tables` {
  private let folder = TemporaryFolder()
  private let table = TableText()

  private func read(_ bytes: [UInt8], as name: String = "table.csv") throws -> RawRecording {
    try RecordingFile(path: folder.write(bytes, as: name)).recording()
  }

  private func read(_ table: TableText) throws -> RawRecording { try read(Array(table.text.utf8)) }

  private func expectSame(_ bytes: [UInt8], _ codes: Set<ImportFinding.Code>, rows: Int = 30) throws {
    let plain = try read(table)
    let other = try read(bytes)
    #expect(other.stamps == Array(plain.stamps.prefix(rows)))
    #expect(other.sensors[0].gyroscope.values == Array(plain.sensors[0].gyroscope.values.prefix(rows)))
    #expect(
      other.sensors[0].accelerometer.values == Array(plain.sensors[0].accelerometer.values.prefix(rows)))
    #expect(Set(other.findings.map(\.code)) == codes)
  }

  @Test func `cells are the numbers of the text`() throws {
    let recording = try read(table)
    #expect(recording.stamps.prefix(3) == [0, 10_000_000, 20_000_000])
    #expect(recording.sensors[0].accelerometer.values[1] == Vector3(-0.9016, -0.8893, -0.8770))
    #expect(recording.sensors[0].gyroscope.values[1] == Vector3(-0.8647, -0.8524, -0.8401))
  }

  @Test(arguments: [",", ";", "\t"], ["\n", "\r\n", "\r", "\r\r\n"])
  func `separator and line end do not matter`(separator: String, lineEnd: String) throws {
    var other = table
    other.separator = separator
    other.lineEnd = lineEnd
    try expectSame(Array(other.text.utf8), [])
  }

  @Test(arguments: [";", "\t"])
  func `a decimal comma is found in the numbers`(separator: String) throws {
    var other = table
    other.separator = separator
    other.decimalComma = true
    try expectSame(Array(other.text.utf8), [.decimalComma])
  }

  @Test func `a decimal comma is found after hundreds of rows of whole numbers`() throws {
    var whole = TableText(rows: 400)
    whole.rows = whole.rows.enumerated().map { row, cells in
      row < 300 ? cells.map { String($0.prefix { $0 != "." }) } : cells
    }
    var commas = whole
    commas.separator = ";"
    commas.decimalComma = true
    let recording = try read(commas)
    #expect(recording.sensors[0].gyroscope.values == (try read(whole)).sensors[0].gyroscope.values)
    #expect(recording.finding(.decimalComma) != nil)
  }

  @Test func `a quoted number in a table of commas may have a decimal comma`() throws {
    var other = table
    other.rows = other.rows.map { $0.map { "\"" + $0.replacing(".", with: ",") + "\"" } }
    try expectSame(Array(other.text.utf8), [.decimalComma])
  }

  @Test func `thousands marks are removed from quoted numbers and reported`() throws {
    var other = TableText(rows: 2)
    other.rows[0] = ["0.00", "\"2,350.75\"", "-\"1\"", "3.5", "\"1,234,567\"", "5.5", "6.5"]
    other.rows[0][2] = "-1"
    let recording = try read(other)
    #expect(recording.sensors[0].accelerometer.values[0] == Vector3(2350.75, -1, 3.5))
    #expect(recording.sensors[0].gyroscope.values[0].x == 1_234_567)
    #expect(recording.finding(.thousandsMark)?.first.line == 2)
  }

  @Test func `a comma that may be either mark is asked about`() throws {
    var other = TableText(rows: 2)
    other.rows[0][1] = "\"2,350\""
    let path = folder.write(other.text, as: "table.csv")
    #expect(throws: RecordingError.ambiguousComma(file: path, line: 2, cell: "2,350")) {
      try RecordingFile(path: path).recording()
    }
    other.rows[0][1] = "2.350"
    // Another number of the same table that can only be a decimal decides it.
    other.rows = other.rows.map { row in row.map { "\"" + $0.replacing(".", with: ",") + "\"" } }
    #expect(try read(other).sensors[0].accelerometer.values[0].x == 2.35)
  }

  @Test func `a byte order mark is no part of the first heading`() throws {
    try expectSame([0xEF, 0xBB, 0xBF] + Array(table.text.utf8), [.byteOrderMark])
  }

  @Test(arguments: [true, false], [true, false])
  func `text of two bytes a character is read`(isBigEndian: Bool, hasMark: Bool) throws {
    let units = Array(table.text.utf16)
    let bytes = (hasMark ? [0xFEFF] + units : units).flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    try expectSame(bytes, [.encoding])
  }

  @Test(arguments: ["sep=,\n", "\"sep=,\"\r\n", "sep=;\n", ",,,,,,\n"])
  func `a line that names the separator is no row`(line: String) throws {
    var other = table
    other.above = line
    try expectSame(Array(other.text.utf8), [.separatorLine])
  }

  @Test func `comments and blank lines may stand anywhere`() throws {
    var lines = table.text.split(separator: "\n").map(String.init)
    lines.insert(contentsOf: ["# made by hand", "", "// or not"], at: 0)
    lines.insert(contentsOf: ["", "  # a pause", "//", "   "], at: 10)
    try expectSame(Array((lines.joined(separator: "\n") + "\n\n\n").utf8), [])
  }

  @Test func `lines above the heading are passed over and the rate among them is kept`() throws {
    var other = table
    other.above = "Test Name:,Squats\nSample Rate:,128,Hz\n\n"
    other.names[0] = "sample"
    let recording = try read(other)
    guard case .rows(let rate) = recording.sensors[0].clock else { throw Unexpected() }
    #expect(rate == 128)
  }

  @Test func `quoted headings, spaces around cells and separators at line ends make no difference`() throws {
    var other = table
    other.names = other.names.map { "\"\($0)\"" } + [""]
    other.rows = other.rows.map { $0.map { " \($0) " } + [""] }
    try expectSame(Array(other.text.utf8), [])
    other.names.removeLast()
    try expectSame(Array(other.text.utf8), [])
  }

  @Test func `units may stand in a row below the names`() throws {
    var other = table
    other.names = ["time", "acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"]
    other.rows.insert(["ms", "m/(s^2)", "m/(s^2)", "m/(s^2)", "deg/s", "deg/s", "deg/s"], at: 0)
    let recording = try read(other)
    #expect(recording.sensors[0].rows == 30)
    #expect(recording.sensors[0].gyroscope.unit == .degreePerSecond)
    #expect(recording.sensors[0].accelerometer.unit == .metrePerSecondSquared)
    #expect(recording.stamps[1] == 10_000)
  }

  @Test func `numbers in every notation are read exactly`() throws {
    var other = TableText(rows: 2)
    other.rows[0] = ["0", "2.9E-1", "-1.6e1", "+9.81", "-0.0", "0.24390243902439027", "1e-9"]
    let sensor = try read(other).sensors[0]
    #expect(sensor.accelerometer.values[0] == Vector3(0.29, -16, 9.81))
    #expect(sensor.gyroscope.values[0] == Vector3(0, 0.24390243902439027, 1e-9))
  }

  @Test func `a table longer than the pieces it is read in keeps every row`() throws {
    let long = TableText(rows: 60_000)
    let recording = try read(long)
    #expect(long.text.utf8.count > 3 << 20)
    #expect(recording.findings.isEmpty)
    #expect(recording.stamps == (0..<60_000).map { Int64($0) * 10_000_000 })
    let wrong = recording.sensors[0].gyroscope.values.enumerated().first { row, value in
      abs(value.z - (Double(row * 7 + 6) * 0.0123 - 1)) > 0.000_051
    }
    #expect(wrong == nil)
  }

  private struct Unexpected: Error {}
}
