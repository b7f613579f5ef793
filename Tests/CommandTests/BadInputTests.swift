import Foundation
import JSONText
import TestSupport
import Testing

/// One fault of an input: what the file holds, and what the program must say.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let code: String
  /// A word that the line must hold beside the name of the file.
  let word: String

  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8], _ code: String, _ word: String) {
    self.name = name
    self.bytes = bytes
    self.code = code
    self.word = word
  }

  private static let heading =
    "time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),gyr_x (rad/s),gyr_y (rad/s),gyr_z (rad/s)"

  /// The header of a MATLAB 5 file; what follows is a compressed element of 1024 bytes that is cut.
  private static let matHeader =
    Array("MATLAB 5.0 MAT-file".utf8) + [UInt8](repeating: 32, count: 105) + [0x00, 0x01, 0x49, 0x4D]

  static let all: [BadInput] = [
    .init("empty.csv", [], "emptyFile", "empty"),
    .init(
      "garbage.csv", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 7) }, "binaryContent", "byte"
    ),
    .init(
      "program.csv", [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 1, count: 500), "otherContent", "program"),
    .init(
      "column.csv",
      Array((heading.split(separator: ",").dropLast().joined(separator: ",") + "\n0,0,0,9.8,0,0\n").utf8),
      "noSuchColumn", "gyr_z"),
    .init("heading.csv", Array((heading + "\n").utf8), "noUsableRow", "row"),
    .init("words.csv", Array("once upon a time\nthere was a knee\n".utf8), "noHeading", "heading"),
    .init(
      "cut.mat", matHeader + [15, 0, 0, 0, 0, 4, 0, 0] + [UInt8](repeating: 9, count: 40),
      "cutFile", "MAT"),
  ]
}

@Suite struct `A bad recording` {
  @Test(arguments: BadInput.all) func `is one clear line and exit 65`(input: BadInput) throws {
    let folder = try TestFolder()
    try folder.write(input.name, input.bytes)
    for verb in ["inspect", "orient"] {
      let run = try flexion("\(verb) \(input.name) --json", in: folder)
      let output = try JSONOutput(run)
      #expect(run.exit == 65, "\(verb) \(input.name): \(run.errors)")
      #expect(run.errorLines.count == 1, "\(verb): \(run.errors)")
      #expect(run.errors.contains(input.name) && run.errors.contains(input.word), "\(run.errors)")
      #expect(output.faults == [])
      #expect(output.errorCode == input.code, "\(run.output)")
      #expect(folder.names == [input.name])
    }
  }

  @Test func `that does not exist is exit 66`() throws {
    let run = try flexion("inspect nowhere.csv --json", in: TestFolder())
    #expect(run.exit == 66)
    #expect(try JSONOutput(run).errorCode == "noSuchFile")
  }

  @Test func `that is a folder is exit 66`() throws {
    #expect(try flexion("inspect .", in: TestFolder()).exit == 66)
  }

  @Test func `cut in its last row keeps the rest and says so`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let whole = try folder.read("shin.csv")
    try folder.write("cut.csv", String(whole.dropLast(40)))
    let output = try JSONOutput(flexion("inspect cut.csv --json", in: folder))
    #expect(output.faults == [])
    guard case .array(let findings)? = output["import"], case .object(let finding)? = findings.first else {
      Issue.record("nothing reported")
      return
    }
    #expect(finding["code"] == .string("cutTail"))
    #expect(finding["first"] != nil)
  }

  @Test(.enabled(if: SharedData.has("broad"), Comment(rawValue: SharedData.absent)))
  func `a container that is cut is refused with the byte`() throws {
    let folder = try TestFolder()
    let name = "broad/01_undisturbed_slow_rotation_A.mat"
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: SharedData.path(name))))
    for share in [0.3, 0.9] {
      try folder.write("cut.mat", Array(whole.prefix(Int(Double(whole.count) * share))))
      let run = try flexion("orient cut.mat --json", in: folder)
      #expect(run.exit == 65)
      let output = try JSONOutput(run)
      #expect(output.errorCode == "cutFile" && output.faults == [])
    }
  }
}
