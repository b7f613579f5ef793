import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `Decoding` {
  private func razor(_ rows: Int) -> String {
    (0..<rows).map { "#YPRAG=\($0).00,1.50,-0.25,0.00,0.00,256.00,0.02,-0.01,0.00\r\n" }.joined()
  }

  @Test func `an unknown file says who speaks and gives a table`() throws {
    let folder = try TestFolder()
    try folder.write("razor.txt", razor(40))
    let run = try flexion("decode razor.txt --rate 50 --out {}/razor.csv", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(run.output.contains("Razor AHRS text, acc+gyro+angle"))
    let rows = try folder.read("razor.csv").split(separator: "\n")
    #expect(rows.count == 41)
    #expect(
      rows[0]
        == "time_s,sensor,gx (rad/s),gy (rad/s),gz (rad/s),ax (m/s^2),ay (m/s^2),az (m/s^2),qw,qx,qy,qz")
    #expect(rows[3].hasPrefix("0.040000,imu,0.020000,-0.010000,0.000000,0.000000,0.000000,9.806650,"))
  }

  @Test func `standard output carries the table alone, or one JSON value with it`() throws {
    let folder = try TestFolder()
    try folder.write("razor.txt", razor(8))
    let text = try flexion("decode razor.txt", in: folder)
    #expect(text.output.split(separator: "\n").count == 9)
    #expect(text.errors.contains("nothing tells the time"))
    let output = try JSONOutput(flexion("decode razor.txt --json", in: folder))
    #expect(output.faults == [])
    #expect(output["rows"] == .integer(8))
  }

  @Test func `a raw log is read as it says, and its rows have its times`() throws {
    let folder = try TestFolder()
    let made = try flexion("simulate device --rate 50 --duration 4 --log {}/board.log", in: folder)
    #expect(made.exit == 0, "\(made.errors)")
    let run = try flexion("decode board.log --json --out {}/board.csv", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    let rows = try folder.read("board.csv").split(separator: "\n").dropFirst()
    #expect(rows.count > 350)
    #expect(rows.contains { $0.contains(",thigh,") } && rows.contains { $0.contains(",shank,") })
    let times = rows.compactMap { Double($0.split(separator: ",")[0]) }
    #expect(times.count == rows.count)
    #expect((times.last ?? 0) - (times.first ?? 0) > 3)
    #expect(try flexion("decode board.log --out {}/board.csv", in: folder).exit == 73)
    #expect(try flexion("decode board.log --out {}/board.csv --force", in: folder).exit == 0)
    #expect(try flexion("decode board.log --out {}/other.csv -n", in: folder).exit == 0)
    #expect(!folder.has("other.csv"))
  }

  @Test func `rows that nobody explains are answered with a device file that works`() throws {
    let folder = try TestFolder()
    let rows = (0..<60).map { "\($0 * 10_000),0.01,\(Double($0 % 5) / 100),1.0\($0 % 3),1.5,-2.25,0.75\n" }
    try folder.write("rows.txt", rows.joined())
    let run = try flexion("decode rows.txt --json", in: folder)
    #expect(run.exit == 65)
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    #expect(output.errorCode == "columnsUnknown")
    guard case .object(let error)? = output["error"], case .string(let hint)? = error["hint"] else {
      Issue.record("no hint")
      return
    }
    // The device file stands between the words before it and the question behind it.
    let device = try #require(hint.firstMatch(of: /--device: (\{.*\}) \(/)?.output.1)
    try folder.write("device.json", String(device))
    let confirmed = try flexion("decode rows.txt --device device.json --out {}/rows.csv", in: folder)
    #expect(confirmed.exit == 0, "\(confirmed.errors)")
    // The first line may be cut, so it does not count.
    #expect(try folder.read("rows.csv").split(separator: "\n").count == 60)
  }

  @Test func `noise is refused with what it looks like`() throws {
    let folder = try TestFolder()
    let noise = (0..<4000).map { number -> UInt8 in
      let mixed: Int = (number &* number &* 37) ^ (number >> 3)
      return UInt8(truncatingIfNeeded: mixed)
    }
    try folder.write("noise.bin", noise)
    let run = try flexion("decode noise.bin --json", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).errorCode == "unknownProtocol")
    #expect(run.output.contains("4000 bytes"))
  }

  @Test func `a protocol that marks no frame is refused with the reason`() throws {
    let folder = try TestFolder()
    try folder.write("razor.bin", "0123456789")
    let run = try flexion("decode razor.bin --protocol razor_binary --json", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).errorCode == "withoutHeader")
    #expect(try flexion("decode razor.bin --protocol morse", in: folder).exit == 2)
    #expect(try flexion("decode missing.bin", in: folder).exit == 66)
  }

  @Test(
    .enabled(if: SharedData.has("captures/xsens_mti_1.bin"), Comment(rawValue: SharedData.absent)),
    arguments: ["xsens_mti_1.bin", "xsens_mti_2.bin"])
  func `recordings of real devices are known and decoded`(name: String) throws {
    let folder = try TestFolder()
    let run = try flexion("decode \(SharedData.path("captures/\(name)")) --json --out {}/x.csv", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(run.output.contains("\"protocol\":\"xsens\""))
    #expect(try folder.read("x.csv").split(separator: "\n").count > 95)
  }
}
