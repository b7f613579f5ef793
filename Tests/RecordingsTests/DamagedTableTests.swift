import Inertial
import Recordings
import TestSupport
import Testing

/// Seeded damage: whatever happens to the bytes, the file is refused or its columns are whole.
@Suite struct `Damaged tables` {
  private let folder = TemporaryFolder()

  private func check(_ whole: [UInt8], seed: UInt64, rounds: Int) {
    var damage = Damage(seed: seed)
    var usable = 0
    for _ in 0..<rounds {
      let path = folder.write(damage.applied(to: whole), as: "damaged_left.csv")
      guard let recording = try? RecordingFile(path: path).recording() else { continue }
      usable += 1
      let rows = recording.sensors[0].rows
      #expect(rows > 0)
      for sensor in recording.sensors {
        #expect(sensor.gyroscope.values.count == rows && sensor.accelerometer.values.count == rows)
        if case .stamps(let stamps, _) = sensor.clock { #expect(stamps.count == rows) }
      }
      #expect(recording.reference.map { $0.valid.count == rows } ?? true)
      // Text is finite or missing; only a word for infinity gives infinity, and there is none here.
      #expect(!recording.sensors[0].gyroscope.values.contains { $0.x.isInfinite || $0.y.isInfinite })
    }
    // Most damage costs a row or two: a reader that refuses everything would pass the checks above.
    #expect(usable > rounds / 2)
  }

  @Test func `a small table survives seeded damage`() {
    check(Array(TableText().text.utf8), seed: 21, rounds: 400)
  }

  @Test func `a table with decimal commas survives seeded damage`() {
    var table = TableText()
    table.separator = ";"
    table.decimalComma = true
    check(Array(table.text.utf8), seed: 22, rounds: 200)
  }

  @Test(.enabled(if: SharedData.has("knee/1D_01.csv"), Comment(rawValue: SharedData.absent)))
  func `a table with reference columns survives seeded damage`() {
    let path = SharedData.path("knee/1D_01.csv")
    check(Array(TemporaryFolder.bytes(of: path).prefix(12_000)), seed: 23, rounds: 200)
  }

  @Test func `swapped lines keep every row`() throws {
    var lines = TableText().text.split(separator: "\n").map(String.init)
    var random = SplitMix64(seed: 24)
    lines[1...].shuffle(using: &random)
    let path = folder.write(lines.joined(separator: "\n") + "\n", as: "swapped.csv")
    let recording = try RecordingFile(path: path).recording()
    #expect(recording.stamps.sorted() == (0..<30).map { Int64($0) * 10_000_000 })
    #expect(recording.stamps != recording.stamps.sorted(), "the reader repairs nothing")
  }
}
