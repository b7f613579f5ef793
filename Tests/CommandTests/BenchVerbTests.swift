import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `Benches` {
  @Test func `of the knee print table, CSV and JSON of the same rows`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let text = try flexion("bench knee . --mountings 1 --filter vqf --out e.csv", in: folder)
    #expect(text.exit == 0, "\(text.errors)")
    #expect(text.output.contains("random 1") && text.output.contains("Mean of 2"))
    #expect(try folder.read("e.csv").split(separator: "\n").count == 3)
    let json = try JSONOutput(flexion("bench knee . --json", in: folder))
    #expect(json.faults == [])
    #expect(try flexion("bench knee . --out e.csv", in: folder).exit == 73)
    #expect(try flexion("bench knee . --out e.csv --force", in: folder).exit == 0)
  }

  @Test func `of the filters score recordings with a reference`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let json = try JSONOutput(flexion("bench filters . --json", in: folder))
    #expect(json.faults == [])
    let timed = try flexion("bench filters . --speed --jsonl", in: folder)
    #expect(timed.output.contains(#""ns_per_sample":"#) && !timed.output.contains(#""ns_per_sample":null"#))
  }

  @Test func `without a reference say what was expected`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    try FileManager.default.removeItem(atPath: folder.file("shin.truth.csv"))
    for verb in ["knee", "filters"] {
      let run = try flexion("bench \(verb) . --json", in: folder)
      #expect(run.exit == 65)
      #expect(try JSONOutput(run).errorCode == "noReference")
    }
  }

  @Test func `of speed print a line a mode`() throws {
    let folder = try TestFolder()
    let rows = (0..<300).map { "\(Double($0) / 100),0.1,0.0,0.0,0.0,0.0,9.81,20,0,-44\n" }
    try folder.write("s.csv", "t,gx,gy,gz,ax,ay,az,mx,my,mz\n" + rows.joined())
    let run = try flexion("bench speed s.csv --repeat 2", in: folder)
    #expect(run.exit == 0)
    #expect(run.output.wholeMatch(of: /ns_per_sample 6D \d+\.\d{3}\nns_per_sample 9D \d+\.\d{3}\n/) != nil)
    #expect(try JSONOutput(flexion("bench speed s.csv --json", in: folder)).faults == [])
    try folder.write("torn.csv", "t\n1,2,3\n")
    #expect(try flexion("bench speed torn.csv", in: folder).errors.contains("torn.csv:2"))
    try folder.write("torn.bin", [UInt8](repeating: 0, count: 81))
    #expect(try flexion("bench speed torn.bin", in: folder).exit == 65)
  }
}
