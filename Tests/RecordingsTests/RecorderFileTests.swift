import Foundation
import Inertial
import Recordings
import Testing

@Suite struct `The sample file of a recorder` {
  private var item: RecorderItem {
    var item = RecorderItem(timestamp: 0.01, timestampSince1970: 1_772_000_000.5)
    item.attitude = Quaternion(1, 0, 0, 0)
    item.rotationRate = Vector3(0.1, -0.2, 1e-7)
    item.gravity = Vector3(0, 0, -1)
    item.userAcceleration = Vector3(0.25, 0, 0)
    item.magneticField = Vector3(20, 0, -40.5)
    item.magneticAccuracy = 2
    return item
  }

  @Test func `without samples is one object with an empty list`() {
    #expect(RecorderFile.text([]) == #"{"items":[]}"#)
  }

  @Test func `has all groups of an item, and reads back as JSON`() throws {
    let text = RecorderFile.text([item, item])
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Array(object.keys) == ["items"])
    let items = try #require(object["items"] as? [[String: Any]])
    #expect(items.count == 2)
    #expect(
      Set(items[0].keys) == [
        "timestamp", "timestampSince1970", "attitude", "rotationRate", "gravity", "userAcceleration",
        "magneticField",
      ])
    let rate = try #require(items[0]["rotationRate"] as? [String: Double])
    #expect(rate == ["x": 0.1, "y": -0.2, "z": 1e-7])
    let field = try #require(items[0]["magneticField"] as? [String: Double])
    #expect(field == ["x": 20, "y": 0, "z": -40.5, "accuracy": 2])
  }

  @Test func `leaves out what was not recorded or is no number`() {
    var lean = RecorderItem(timestamp: 1)
    lean.gravity = Vector3(.nan, 0, 0)
    #expect(RecorderFile.text([lean]) == #"{"items":[{"timestamp":1}]}"#)
  }

  @Test func `is written whole, the same as its text`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("items.json")
    try RecorderFile.write([item], to: path, force: false)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == RecorderFile.text([item]))
    #expect(throws: RecordingError.self) { try RecorderFile.write([], to: path, force: false) }
  }
}
