import Inertial
import Testing

@testable import Recordings

@Suite struct `Files that are one recording` {
  private let folder = TemporaryFolder()

  @Test func `give one sensor each, named and placed after its file`() throws {
    folder.write(TableText(rows: 30).text, as: "left thigh.csv")
    folder.write(TableText(rows: 20).text, as: "left shank.csv")
    let joined = JoinedRecording(paths: ["left thigh.csv", "left shank.csv"].map(folder.file))
    #expect(joined.name == "left shank+left thigh")
    let recording = try joined.read()
    #expect(recording.sensors.map(\.id) == ["left shank", "left thigh"])
    #expect(recording.sensors.map(\.rows) == [20, 30])
    #expect(recording.sensors.map(\.placement?.segment) == [.shank, .thigh])
    #expect(recording.sensors.allSatisfy { $0.placement?.side == .left })
  }

  @Test func `of one name are told apart by their folders`() throws {
    for place in ["Left Upper Leg 1", "Left Lower Leg 2"] {
      _ = folder.folder(place)
      folder.write(TableText().text, as: place + "/Inertial.csv")
    }
    let paths = try RecordingFolder.recordings(in: folder.path)
    let recording = try JoinedRecording(paths: paths).read()
    #expect(recording.sensors.map(\.id) == ["Left Lower Leg 2", "Left Upper Leg 1"])
    #expect(recording.sensors.map(\.placement?.segment) == [.shank, .thigh])
  }

  @Test func `have the digest of their sorted digests, in any order`() throws {
    let one = folder.write(TableText(rows: 30).text, as: "a.csv")
    let two = folder.write(TableText(rows: 31).text, as: "b.csv")
    let there = try JoinedRecording(paths: [one, two]).digest()
    #expect(try JoinedRecording(paths: [two, one]).digest() == there)
    #expect(
      there
        == FileDigest.sha256(
          ofText: try [one, two].map { try FileDigest.sha256(of: $0) }.sorted().joined(separator: "\n") + "\n"
        ))
    #expect(try JoinedRecording(paths: [one]).digest() == FileDigest.sha256(of: one))
  }

  @Test func `fail by the name of the file that fails`() throws {
    let good = folder.write(TableText().text, as: "thigh.csv")
    let empty = folder.write("", as: "shank.csv")
    #expect(throws: RecordingError.noBytes(file: empty)) { try JoinedRecording(paths: [good, empty]).read() }
  }
}
