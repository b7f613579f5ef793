import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `Simulating a recording` {
  @Test func `gives the same bytes for the same arguments`() throws {
    let folder = try TestFolder()
    let line = "simulate recording --duration 10 --rate 50 --seed 7 --motion walking --side right --out"
    #expect(try flexion("\(line) {}/a.csv", in: folder).exit == 0)
    #expect(try flexion("\(line) {}/b.csv", in: folder).exit == 0)
    #expect(try folder.read("a.csv") == folder.read("b.csv"))
    #expect(try folder.read("a.truth.csv") == folder.read("b.truth.csv"))
    #expect(folder.names == ["a.csv", "a.truth.csv", "b.csv", "b.truth.csv"])
  }

  @Test func `another seed gives other bytes`() throws {
    let folder = try TestFolder()
    for seed in 1...2 {
      _ = try flexion(
        "simulate recording --duration 10 --rate 50 --seed \(seed) --out {}/\(seed).csv", in: folder)
    }
    #expect(try folder.read("1.csv") != folder.read("2.csv"))
  }

  @Test func `has one truth a row`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --duration 10 --rate 50 --reference --out {}/a.csv", in: folder)
    let truth = try folder.read("a.truth.csv").split(separator: "\n")
    #expect(truth[0] == "time_s,flexion_deg")
    #expect(truth.count == 501)
    #expect(try folder.read("a.csv").contains("ref_flexion"))
  }

  @Test func `says what it would write and writes nothing`() throws {
    let folder = try TestFolder()
    let dry = try flexion("simulate recording --duration 10 --rate 50 -n --out {}/a.csv", in: folder)
    #expect(dry.exit == 0)
    #expect(folder.names == [])
    let real = try flexion("simulate recording --duration 10 --rate 50 --out {}/a.csv", in: folder)
    #expect(dry.output.replacingOccurrences(of: "would write", with: "wrote") == real.output)
    let size = try folder.read("a.csv").utf8.count
    #expect(real.output.contains("500 rows, \(size) bytes"))
  }

  @Test func `fits its schema`() throws {
    let output = try JSONOutput(
      flexion(
        "simulate recording --duration 10 --rate 50 --sensors 1 --json --out {}/a.csv", in: TestFolder()))
    #expect(output.faults == [])
    #expect(output["sensors"] == .integer(1))
  }
}

@Suite struct `Inspecting` {
  @Test func `names format, places, rate and units`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let output = try JSONOutput(flexion("inspect leg.csv --json", in: folder))
    #expect(output.faults == [])
    guard case .array(let sensors)? = output["sensors"], case .object(let thigh)? = sensors.first else {
      Issue.record("no sensors")
      return
    }
    #expect(sensors.count == 2)
    #expect(thigh["segment"] == .string("thigh") && thigh["side"] == .string("left"))
    #expect(thigh["rows"] == .integer(1000) && thigh["rate_hz"] == .number(50))
    #expect(thigh["units"] == .object(["acc": .string("m/s^2"), "gyr": .string("rad/s")]))
  }

  @Test func `a map names a place`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let run = try flexion("inspect shin.csv --map shank=thigh_r", in: folder)
    #expect(run.exit == 0)
    #expect(run.output.contains("right thigh because of the flag --map"))
    let wrong = try flexion("inspect shin.csv --map shank=arm", in: folder)
    #expect(wrong.exit == 2 && wrong.errors.contains("thigh_l"))
    let unknown = try flexion("inspect shin.csv --map other=thigh_r", in: folder)
    #expect(unknown.exit == 65 && unknown.errors.contains("no sensor `other`"))
  }

  @Test func `a sensor that cannot be used is named and refused`() throws {
    let folder = try TestFolder()
    try folder.write(
      "a.csv", "acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n" + String(repeating: "0,0,9.81,0,0,0\n", count: 300))
    let run = try flexion("inspect a.csv --json", in: folder)
    let output = try JSONOutput(run)
    #expect(run.exit == 65 && output.faults == [])
    #expect(output["ok"] == .bool(false))
    #expect(run.errors.contains("--rate"))
    #expect(try flexion("inspect a.csv --rate 100", in: folder).errors.contains("--rate") == false)
  }
}

@Suite struct `Orienting` {
  @Test func `writes one unit quaternion a row, nine decimals each`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    #expect(try flexion("orient shin.csv --filter vqf --six --out q.csv", in: folder).exit == 0)
    let lines = try folder.read("q.csv").split(separator: "\n")
    #expect(lines[0] == "time_s,qw,qx,qy,qz")
    #expect(lines.count == 1001)
    #expect(lines[5].wholeMatch(of: /\d+\.\d{6}(,-?\d\.\d{9}){4}/) != nil)
  }

  @Test func `prints the same to standard output, and quiet changes nothing`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    _ = try flexion("orient shin.csv --out q.csv", in: folder)
    let run = try flexion("orient shin.csv", in: folder)
    #expect(try run.output == folder.read("q.csv"))
    #expect(try flexion("orient shin.csv --quiet -o -", in: folder).output == run.output)
  }

  @Test func `several sensors need one to be named`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("orient leg.csv --json", in: folder)
    #expect(run.exit == 2)
    #expect(try JSONOutput(run).errorCode == "ambiguousSensor")
    #expect(try flexion("orient leg.csv --sensor thigh -o t.csv", in: folder).exit == 0)
    #expect(try flexion("orient leg.csv --sensor arm", in: folder).exit == 65)
    // What sees the whole recording says so, asked for it or not.
    for (flags, isOffline) in [
      ("smoother", true), ("smoother --offline", true), ("vqf", false), ("vqf --offline", true),
    ] {
      let run = try flexion("orient leg.csv --sensor thigh --filter \(flags) --json", in: folder)
      #expect(run.output.contains(#""offline":\#(isOffline)"#), "\(flags)")
    }
  }

  /// One row: w, x, y, z.
  private func quaternion(_ line: String, in folder: TestFolder) throws -> [Double] {
    let run = try flexion(line, in: folder)
    let row = run.output.split(separator: "\n")[500]
    return row.split(separator: ",").dropFirst().compactMap { Double($0) }
  }

  @Test func `every filter has a name, and another earth frame turns its result`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let r = 0.5.squareRoot()
    for name in ["complementary", "mahony", "madgwick", "ekf", "online"] {
      let enu = try quaternion("orient shin.csv --filter \(name)", in: folder)
      let ned = try quaternion("orient shin.csv --filter \(name) --frame ned", in: folder)
      let nwu = try quaternion("orient shin.csv --filter \(name) --frame nwu", in: folder)
      try #require(enu.count == 4 && ned.count == 4 && nwu.count == 4)
      // (0, r, r, 0) q and (r, 0, 0, -r) q, to the nine decimals printed.
      let wantedNED = [
        r * (-enu[1] - enu[2]), r * (enu[0] + enu[3]), r * (enu[0] - enu[3]), r * (enu[2] - enu[1]),
      ]
      let wantedNWU = [
        r * (enu[0] + enu[3]), r * (enu[1] + enu[2]), r * (enu[2] - enu[1]), r * (enu[3] - enu[0]),
      ]
      #expect(zip(ned, wantedNED).allSatisfy { abs($0 - $1) < 3e-9 })
      #expect(zip(nwu, wantedNWU).allSatisfy { abs($0 - $1) < 3e-9 })
    }
  }

  @Test func `a field is calibrated and a hemisphere checked where asked`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --sensors 1 --duration 10 --rate 50 --out {}/shin.csv", in: folder)
    let run = try flexion(
      "orient shin.csv --calibrate-field --hemisphere northern -o q.csv --json", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    #expect(try flexion("process shin.csv --hemisphere southern --json", in: folder).exit == 0)
    #expect(try flexion("orient shin.csv --hemisphere eastern", in: folder).exit == 2)
  }

  @Test func `the latency of the magnetometer says where it comes from`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    func latency(_ flags: String) throws -> JSONValue? {
      let output = try JSONOutput(flexion("orient shin.csv --json -o q.csv --force \(flags)", in: folder))
      #expect(output.faults == [])
      return output["field_latency"]
    }
    #expect(try latency("") == .object(["origin": .string("none"), "seconds": .null]))
    #expect(
      try latency("--field-latency 0.0125")
        == .object(["origin": .string("declared"), "seconds": .number(0.0125)]))
    let run = try flexion("orient shin.csv --field-latency estimate -o e.csv", in: folder)
    #expect(run.exit == 0)
    #expect(try flexion("orient shin.csv --field-latency soon", in: folder).exit == 2)
    #expect(try flexion("orient shin.csv --field-latency 0.01 --six", in: folder).exit == 2)
  }

  @Test func `offline goes with vqf only`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    #expect(try flexion("orient shin.csv --offline", in: folder).exit == 2)
    #expect(try flexion("orient shin.csv --offline --filter gyro", in: folder).exit == 2)
    #expect(try flexion("orient shin.csv --offline --filter vqf -o q.csv", in: folder).exit == 0)
    #expect(try flexion("orient shin.csv --filter kalman", in: folder).exit == 2)
  }

  @Test func `fits its schema, with the rows inside where they have no file`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let inside = try JSONOutput(flexion("orient shin.csv --json", in: folder))
    #expect(inside.faults == [])
    if case .array(let rows)? = inside["orientation"] {
      #expect(rows.count == 1000)
    } else {
      Issue.record("no rows")
    }
    let outside = try JSONOutput(flexion("orient shin.csv --json --out q.csv", in: folder))
    #expect(outside.faults == [] && outside["orientation"] == nil)
  }
}

@Suite struct `An output` {
  @Test func `that exists is overwritten only by force`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    try folder.write("q.csv", "old")
    let run = try flexion("orient shin.csv --out q.csv", in: folder)
    #expect(
      run == .init(exit: 73, output: "", errors: "flexion: q.csv: the output exists; --force overwrites it\n")
    )
    #expect(try folder.read("q.csv") == "old")
    #expect(try flexion("orient shin.csv --out q.csv --force", in: folder).exit == 0)
    #expect(try folder.read("q.csv").hasPrefix("time_s"))
  }

  @Test func `is never an input, by any spelling or link`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let before = try folder.read("shin.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: "shin.csv")
    try FileManager.default.linkItem(atPath: folder.file("shin.csv"), toPath: folder.file("hard.csv"))
    for name in ["shin.csv", "./shin.csv", "{}/shin.csv", "link.csv", "hard.csv"] {
      let run = try flexion("orient shin.csv --force --out \(name)", in: folder)
      #expect(run.exit == 73, "\(name)")
      #expect(run.errors.contains("is the input"), "\(name)")
    }
    #expect(try folder.read("shin.csv") == before)
  }

  @Test func `needs its folder`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let run = try flexion("orient shin.csv --out typo/q.csv", in: folder)
    #expect(run.exit == 73 && run.errors.contains("typo"))
    #expect(!folder.has("typo"))
  }

  @Test func `to a full disk is an input-output error`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let run = try flexion("orient shin.csv --out /dev/full", in: folder)
    #expect(run.exit == 74)
    #expect(run.errorLines.count == 1)
  }

  @Test func `leaves no temporary files behind`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    _ = try flexion("orient shin.csv --out q.csv", in: folder)
    #expect(folder.names == ["q.csv", "shin.csv", "shin.truth.csv"])
  }
}
