import TestSupport
import Testing

/// A simulated recording with reference, its lines changed.
private func recording(
  _ name: String, in folder: TestFolder, change: (_ heading: [String], _ row: Int, inout [String]) -> Void
) throws {
  _ = try flexion("simulate recording --reference --duration 8 --rate 50 --out {}/plain.csv -q", in: folder)
  let lines = try folder.read("plain.csv").split(separator: "\n").map(String.init)
  let start = try #require(lines.firstIndex { $0.hasPrefix("time") })
  let heading = lines[start].split(separator: ",").map(String.init)
  let rows = lines[(start + 1)...].enumerated().map { row, line in
    var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    change(heading, row, &cells)
    return cells.joined(separator: ",")
  }
  try folder.write(name, (lines[...start] + rows).joined(separator: "\n") + "\n")
}

@Suite struct `The folder of a bench` {
  @Test func `never loses a recording to an output`() throws {
    let folder = try TestFolder()
    try recording("d/u.csv", in: folder) { _, _, _ in }
    let before = try folder.read("d/u.csv")
    for flags in ["--out d/u.csv", "--plot d/u.csv", "--out e.csv --plot e.csv", "--faults --out d/u.csv"] {
      #expect(try flexion("bench filters d --force \(flags)", in: folder).exit == 73, "\(flags)")
    }
    try folder.write("x.csv", "trial,method,total,inclination\nu,VQF 9D,1,1\n")
    #expect(try flexion("bench filters d --against x.csv --out x.csv --force", in: folder).exit == 73)
    #expect(try folder.read("d/u.csv") == before)
    #expect(try flexion("bench filters d --plot e.png", in: folder).exit == 2)
  }

  @Test func `survives times that no clock has`() throws {
    let folder = try TestFolder()
    func stamped(_ name: String, _ time: (Int, Double) -> Double) throws {
      try recording(name, in: folder) { _, row, cells in cells[0] = "\(time(row, Double(cells[0]) ?? 0))" }
    }
    try stamped("stray/a.csv") { row, time in row == 100 ? -9e9 : 1.7e9 + time }
    try stamped("back/a.csv") { row, time in 1.7e9 + time - (row > 200 ? 1e10 : 0) }
    for name in ["stray", "back"] {
      let run = try flexion("bench filters \(name) --filters online", in: folder)
      #expect(run.exit == 0, "\(run.errors)")
    }
  }

  @Test(arguments: ["1e-10", "1e20"]) func `refuses a stated rate that no sensor has`(_ rate: String) throws {
    let folder = try TestFolder()
    try recording("a.csv", in: folder) { _, _, _ in }
    let lines = try folder.read("a.csv").split(separator: "\n").drop { !$0.hasPrefix("time") }
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst() }
    let text = rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
    try folder.write("d/a.csv", "# flexion: side=left rate=\(rate)\n\(text)\n")
    for flags in ["", "--faults --fault 1"] {
      let run = try flexion("bench filters d \(flags)", in: folder)
      #expect(run.exit == 65)
      #expect(run.errorLines.count == 1 && run.errors.contains("0.1 to 10000"), "\(run.errors)")
    }
  }

  @Test func `takes no quaternion of another length than 1 for a reference`() throws {
    let folder = try TestFolder()
    let parts = ["qw", "qx", "qy", "qz"]
    for (name, factor) in [("none", 0.0), ("huge", 1e160)] {
      try recording("\(name)/a.csv", in: folder) { heading, _, cells in
        for k in heading.indices
        where heading[k].hasPrefix("ref_") && parts.contains(where: heading[k].hasSuffix) {
          cells[k] = "\((Double(cells[k]) ?? 0) * factor)"
        }
      }
      let run = try flexion("bench filters \(name)", in: folder)
      #expect(run.exit == 65)
      #expect(run.errorLines.count == 1, "\(run.errors)")
    }
  }

  @Test func `gives two recordings of one name two names`() throws {
    let folder = try TestFolder()
    for name in ["d/p1/imu.csv", "d/p2/imu.csv", "d/v.csv"] { try recording(name, in: folder) { _, _, _ in } }
    #expect(try flexion("bench filters d --filters online --out t.csv", in: folder).exit == 0)
    let names = try folder.read("t.csv").split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(Set(names) == ["p1/imu", "p2/imu", "v"])
  }

  @Test func `refuses before the run what could not be compared`() throws {
    let folder = try TestFolder()
    try recording("d/u.csv", in: folder) { _, _, _ in }
    let lines = ["--filters ,", "--against nobody", "--filters online --against vqf"]
    for line in lines { #expect(try flexion("bench filters d \(line)", in: folder).exit == 2, "\(line)") }
    for row in ["u,VQF 9D,1,-1", "u,VQF 9D,1"] {
      try folder.write("x.csv", "trial,method,total,inclination\n\(row)\n")
      #expect(try flexion("bench filters d --against x.csv", in: folder).exit == 65)
    }
    let run = try flexion("bench filters d/u.csv", in: folder)
    #expect(run.exit == 66 && run.errors.contains("name its folder"))
  }
}
