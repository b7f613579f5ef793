import Inertial
import Recordings
import Testing

/// What is wrong with a row costs that row and no other, and the report says where.
@Suite struct `Faults of tables` {
  private let folder = TemporaryFolder()

  private func path(_ text: String) -> String { folder.write(text, as: "table.csv") }

  private func read(_ text: String) throws -> RawRecording { try RecordingFile(path: path(text)).recording() }

  /// The table with its lines changed; line 1 is the heading.
  private func changed(_ change: (inout [String]) -> Void) throws -> RawRecording {
    var lines = TableText().text.split(separator: "\n").map(String.init)
    change(&lines)
    return try read(lines.joined(separator: "\n") + "\n")
  }

  private func expect(
    _ recording: RawRecording, _ code: ImportFinding.Code, line: Int, count: Int = 1, rows: Int
  ) {
    #expect(recording.findings.map(\.code) == [code])
    #expect(recording.finding(code)?.first.line == line)
    #expect(recording.finding(code)?.count == count)
    #expect(recording.sensors[0].rows == rows)
    #expect(recording.sensors[0].accelerometer.values.count == rows)
    #expect(recording.stamps.count == rows)
  }

  @Test func `rows with too few cells are left out, never shifted`() throws {
    let recording = try changed { lines in
      for line in 20...25 {
        lines[line - 1] = lines[line - 1].split(separator: ",").dropLast(2).joined(separator: ",")
      }
    }
    expect(recording, .shortRow, line: 20, count: 6, rows: 24)
    #expect(recording.stamps[18] == 240_000_000)
  }

  @Test func `of two rows glued into one line only that line is lost`() throws {
    let recording = try changed { lines in
      lines[29] = lines[29].dropLast(3) + lines[30]
      lines.remove(at: 30)
    }
    expect(recording, .tornRow, line: 30, rows: 28)
  }

  @Test(arguments: ["Battery low", "Step: 0.005 = 1/200", "a,b,c,d,e,f,g", "\"connection lost\",,,,,,"])
  func `sentences between rows are left out`(sentence: String) throws {
    let recording = try changed { $0.insert(sentence, at: 12) }
    expect(recording, .textRow, line: 13, rows: 30)
  }

  @Test(arguments: ["", "nan", "NaN", "-", " ", "null"])
  func `an empty cell is missing and never 0`(cell: String) throws {
    let recording = try changed { lines in
      var cells = lines[4].split(separator: ",").map(String.init)
      cells[5] = cell
      lines[4] = cells.joined(separator: ",")
    }
    let value = recording.sensors[0].gyroscope.values[3]
    #expect(value.y.isNaN && value.x.isFinite && value.z.isFinite)
    #expect(recording.sensors[0].gyroscope.values.count { $0.isFinite } == 29)
    #expect(recording.findings.isEmpty)
  }

  @Test func `a cell of text in a row of numbers is missing and reported`() throws {
    let recording = try changed { lines in lines[4] = "0.03,1.0,2.0,3.0 m/s,4.0,5.0,6.0" }
    expect(recording, .textCell, line: 5, rows: 30)
    #expect(recording.sensors[0].accelerometer.values[3].z.isNaN)
    #expect(recording.sensors[0].gyroscope.values[3] == Vector3(4, 5, 6))
  }

  @Test func `a row whose time is text is left out`() throws {
    let recording = try changed { lines in lines[4] = "0.0x,1.0,2.0,3.0,4.0,5.0,6.0" }
    expect(recording, .textRow, line: 5, rows: 29)
  }

  @Test func `zero bytes cost their line`() throws {
    let recording = try changed { lines in lines[4] = "0.03,1.0,2.0,\u{0}\u{0},4.0,5.0,6.0" }
    expect(recording, .nulBytes, line: 5, rows: 29)
  }

  @Test(arguments: 1...60)
  func `a file that was cut anywhere loses only its last row`(cut: Int) throws {
    let text = TableText().text
    let rest = text.dropLast(cut)
    let lines = text.split(separator: "\n")
    let ended = rest.split(separator: "\n", omittingEmptySubsequences: false)
    // A last row that only lacks its line end is whole.
    let isWhole = ended.last == "" || ended.last == lines[ended.count - 1]
    let rows = ended.count - 1 - (isWhole && ended.last != "" ? 0 : 1)
    let recording = try read(String(rest))
    #expect(recording.sensors[0].rows == rows)
    let all = try read(text).sensors[0].gyroscope.values
    #expect(recording.sensors[0].gyroscope.values == Array(all.prefix(rows)))
    #expect(recording.findings.map(\.code) == (isWhole ? [] : [.cutTail]))
  }

  @Test func `a cut row in front of a padding of zeros is no row`() throws {
    let text = TableText().text.dropLast(8) + String(repeating: "\u{0}", count: 4096)
    let recording = try read(String(text))
    expect(recording, .cutTail, line: 31, rows: 29)
  }

  @Test func `padding behind whole rows is reported and costs none`() throws {
    let recording = try read(TableText().text + String(repeating: "\u{0}", count: 4096))
    expect(recording, .nulBytes, line: 32, rows: 30)
  }

  @Test func `a last row without line end is not trusted where numbers vary in length`() throws {
    var table = TableText()
    table.rows = table.rows.enumerated().map { row, cells in row % 2 == 0 ? cells : cells.dropLast() + ["0.5"]
    }
    table.endsWithLine = false
    expect(try read(table.text), .cutTail, line: 31, rows: 29)
  }

  @Test func `a heading that comes again is no row, and rows under another heading are left out`() throws {
    let heading = TableText().names.joined(separator: ",")
    let again = try changed { $0.insert(heading, at: 15) }
    expect(again, .repeatedHeading, line: 16, rows: 30)
    let other = try changed { lines in
      let odd = "time (s),gyr_x (rad/s),gyr_y (rad/s),gyr_z (rad/s)"
      lines.insert(contentsOf: [odd, "0.1,1,2,3", "0.2,1,2,3", heading], at: 15)
    }
    expect(other, .repeatedHeading, line: 16, count: 4, rows: 30)
  }

  @Test func `a line of a million bytes is one lost line`() throws {
    let recording = try changed { $0.insert(String(repeating: "7,", count: 1 << 20), at: 5) }
    #expect(recording.sensors[0].rows == 30)
    #expect(recording.finding(.tornRow) != nil)
  }

  @Test func `an infinite value is delivered as the file says it`() throws {
    let recording = try changed { lines in lines[4] = "0.03,inf,2.0,3.0,4.0,-Infinity,6.0" }
    #expect(recording.sensors[0].accelerometer.values[3].x == .infinity)
    #expect(recording.sensors[0].gyroscope.values[3].y == -.infinity)
  }
}
