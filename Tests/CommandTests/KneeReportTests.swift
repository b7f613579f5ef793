import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `The report of a knee` {
  @Test func `stays within 80 columns, for one recording and for many`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder, "a_recording_whose_name_is_much_too_long_for_it.csv")
    try Fixtures.shin(in: folder, "b.csv")
    for names in ["a_recording_whose_name_is_much_too_long_for_it.csv", "b.csv", "."] {
      let run = try flexion("process \(names)", in: folder)
      #expect(run.exit == 0)
      for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test func `of one recording lists its repetitions and says what chance can do`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("process leg.csv", in: folder)
    #expect(run.output.contains(/\n\d+ repetitions: mean \d+\.\d, SD \d/))
    #expect(
      run.output.contains(
        /\nrange \d+\.\d \u{B1} \d\.\d deg; a change below \d\.\d deg cannot be told from chance\./))
  }

  @Test func `of a phone-like sensor has its orientation, and without one it is unavailable`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let plain = try flexion("process shin.csv --json", in: folder)
    #expect(plain.output.contains(#""orientation":"unavailable""#))
    #expect(plain.output.contains(#""researchkit":null"#))
    let held = try flexion(
      "process shin.csv --json --orientation portraitUpsideDown --compat researchkit", in: folder)
    #expect(try JSONOutput(held).faults == [])
    #expect(held.output.contains(#""orientation":"portraitUpsideDown""#))
    #expect(held.output.contains(#""researchkit":{"range":"#))
  }

  @Test func `of a heel slide has the flexion beside the inclination of the shin`() throws {
    let folder = try TestFolder()
    _ = try flexion(
      "simulate recording --quiet --sensors 1 --motion heel-slides --duration 20 --rate 50 --out {}/heel.csv",
      in: folder)
    let run = try flexion("process heel.csv --json --supine 1", in: folder)
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains(#""supine":{"range":"#))
    #expect(try flexion("process heel.csv --supine 1", in: folder).output.contains("knee flexion lying: "))
    #expect(try flexion("process heel.csv --json", in: folder).output.contains(#""supine":null"#))
  }
}
