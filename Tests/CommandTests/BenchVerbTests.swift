import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `Benches` {
  /// Counts do not vary, times do: what one participant waits for does not grow with the others.
  @Test func `of the store take as many steps for one of fifty as for one of ten`() throws {
    let folder = try TestFolder()
    let run = try flexion(
      "bench store --participants 50 --years 2 --dir {} --json", in: folder, timeout: 300)
    let output = try JSONOutput(run)
    #expect(run.exit == 0 && output.faults == [], "\(run.errors)")
    guard case .array(let rows)? = output["rows"], case .object(let small)? = rows.first,
      case .object(let large)? = rows.last,
      case .integer(let feed)? = large["feed_steps"], case .integer(let year)? = large["adherence_steps"]
    else { return #expect(Bool(false), "\(run.output)") }
    #expect(rows.count == 2)
    #expect(small["feed_steps"] == large["feed_steps"])
    #expect(small["adherence_steps"] == large["adherence_steps"])
    // A year of 365 days, each a row and a value; a day a few.
    #expect(feed < 1000 && year < 365 * 120, "\(feed), \(year)")
    #expect(folder.names == [])
    let slow = try flexion(
      "bench store --participants 1 --years 1 --max-feed 0 --max-adherence 0 --dir {}", in: folder)
    #expect(slow.exit == 1 && slow.errors.contains("more than 0"))
  }

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

  @Test func `of the knee fail a run that misses a limit and name the limit`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    #expect(
      try flexion("bench knee . --max-mean-rmse 5 --max-rmse 5 --max-cycle 5", in: folder, timeout: 300).exit
        == 0)
    let run = try flexion("bench knee . --max-rmse 0.001 --json", in: folder)
    #expect(run.exit == 1)
    let json = try JSONOutput(run)
    #expect(json.faults == [])
    #expect(run.output.contains("worst RMSE") && run.output.contains("--max-rmse 0.00"))
  }

  @Test func `of the knee have a row a variant, and a picture`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("bench knee . --variants --plot v.svg --json", in: folder, timeout: 300)
    #expect(try JSONOutput(run).faults == [])
    for name in ["shank late 100 ms", "20 % lost", "first 4 s cut off", "thigh and shank exchanged"] {
      #expect(run.output.contains(name))
    }
    #expect(try folder.read("v.svg").hasPrefix("<svg"))
  }

  @Test func `of simulated legs print the line that makes the worst one again`() throws {
    let folder = try TestFolder()
    let run = try flexion("bench knee --simulated 3 --seed 5 --out legs.csv", in: folder, timeout: 300)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try folder.read("legs.csv").split(separator: "\n").count == 4)
    let line = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("flexion simulate") })
    let words = line.dropFirst("flexion ".count)
    #expect(try flexion(String(words), in: folder).exit == 0)
    let seed = try #require(try /--seed (\d+)/.firstMatch(in: line)).1
    let cells = try folder.read("legs.csv").split(separator: "\n").first { $0.hasPrefix("\(seed),") }
    let range = try #require(cells).split(separator: ",", omittingEmptySubsequences: false)[4]
    let again = try flexion("process leg_\(seed).csv --json", in: folder)
    #expect(again.output.contains("\(range)"), "\(range) degrees")
    #expect(try JSONOutput(flexion("bench knee --simulated 2 --json", in: folder, timeout: 300)).faults == [])
    #expect(try JSONOutput(flexion("bench knee --repeated 2 --json", in: folder, timeout: 300)).faults == [])
  }

  @Test func `without the published methods say what to do and go on`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("bench knee . --peers --peer-limit 5", in: folder)
    #expect(run.exit == 0)
    #expect(run.errors.contains("make peers"))
    #expect(run.output.contains("Mean of 1"))
  }

  @Test func `of the filters score recordings with a reference`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let json = try JSONOutput(flexion("bench filters . --json", in: folder))
    #expect(json.faults == [])
    #expect(try flexion("bench filters . --filters quick", in: folder).exit == 2)
  }

  @Test func `of the filters count time and memory, compare in pairs, draw`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let line = "bench filters . --filters online,vqf --repeat 2 --against vqf --plot e.svg --out e.csv --json"
    let run = try flexion(line, in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains(#""allocations_per_sample":0.0000"#))
    // Two sensors are too few to say who is better.
    #expect(run.output.contains(#""verdict":"too few""#) && !run.output.contains(#""verdict":"better""#))
    let table = try folder.read("e.csv").split(separator: "\n")
    #expect(table.count == 1 + 2 * 3)
    #expect(try folder.read("e.svg").contains("online 6D"))
    // The table of one run is an opponent of the next: nothing has changed but the last digit, which decides who wins.
    let again = try flexion("bench filters . --filters online --against e.csv:online", in: folder)
    #expect(again.exit == 0, "\(again.errors)")
    let same = /online 6D +online 6D +a +I +-?0\.000 +-?0\.000 +-?0\.000 +[0-2] +2 +1\.000/
    #expect(again.output.contains(same))
    #expect(try flexion("bench filters . --against e.csv:nobody", in: folder).exit == 2)
  }

  @Test func `of the filters give every sensor its own ratio`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let run = try flexion("bench filters . --filters gyro,vqf --against vqf --out e.csv", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    let lines = try folder.read("e.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines[0]
    func cell(_ name: String, _ line: [String]) throws -> String {
      line[try #require(names.firstIndex(of: name))]
    }
    var errors: [String: [String: Double]] = [:], ratios: [String: Double] = [:]
    for line in lines.dropFirst() {
      let sensor = try cell("sensor", line), method = try cell("method", line)
      errors[sensor, default: [:]][method] = Double(try cell("inclination_deg", line))
      if method == "gyro 6D" { ratios[sensor] = Double(try cell("ratio", line)) }
    }
    #expect(ratios.count == 2)
    for (sensor, ratio) in ratios {
      let ours = try #require(errors[sensor]?["gyro 6D"]), theirs = try #require(errors[sensor]?["vqf 6D"])
      #expect(abs(ratio - ours / theirs) < 0.01 * ratio, "\(sensor)")
    }
  }

  @Test func `of the fault table take the filters that are named, and refuse what they would ignore`() throws
  {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let run = try flexion("bench filters . --fault 1 --filters gyro --json", in: folder)
    #expect(
      run.exit == 0 && run.output.contains("gyro 6D") && !run.output.contains("online"), "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    for other in [
      "--plot e.svg", "--against vqf", "--peers", "--peer-limit 5", "--repeat 2", "--lead 0.1",
      "--field-latency 0.1",
    ] {
      let refused = try flexion("bench filters . --fault 1 \(other)", in: folder)
      #expect(refused.exit == 2 && refused.errors.contains("fault table"), "\(other)")
    }
    #expect(!folder.has("e.svg"))
  }

  @Test func `of the filters make up for delays that are stated`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let run = try flexion(
      "bench filters . --filters online --lead 0.01 --field-latency 0.02 --json", in: folder)
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains(#""timing":"c""#))
  }

  @Test func `of the filters fail visibly when a recording is refused`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    // Rates in deg/s that do not say so.
    let lines = try folder.read("a.csv").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("time") })
    let names = lines[heading].replacingOccurrences(of: " (rad/s)", with: "").split(separator: ",").map(
      String.init)
    let rates = names.indices.filter { names[$0].contains("_gyr_") }
    let spoilt = lines.enumerated().map { number, line -> String in
      if number == heading { return names.joined(separator: ",") }
      guard number > heading, !line.isEmpty else { return line }
      var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for column in rates { cells[column] = "\((Double(cells[column]) ?? 0) * 57.29577951308232)" }
      return cells.joined(separator: ",")
    }
    try folder.write("a.csv", spoilt.joined(separator: "\n"))
    let run = try flexion("bench filters . --filters online,vqf --json", in: folder)
    #expect(run.exit == 65)
    #expect(run.output.contains(#""ok":false"#) && run.output.contains(#""failed":2"#))
    #expect(try JSONOutput(run).faults == [])
  }

  @Test func `of the filters go on without the published ones`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let run = try flexion("bench filters . --peers --peer-limit 5", in: folder)
    #expect(run.exit == 0)
    #expect(run.errors.contains("make peers") && run.output.contains("online 6D"))
  }

  @Test func `of the faults compare damaged samples with clean ones`() throws {
    let folder = try TestFolder()
    _ = try flexion("simulate recording --reference --duration 10 --rate 50 --out {}/a.csv", in: folder)
    let run = try flexion("bench filters . --faults --fault 3 --fault 6 --out f.csv --json", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains("3 full scale") && run.output.contains(#""met":"yes""#))
    // Two sensors, the clean recording and two faults, three ways.
    #expect(try folder.read("f.csv").split(separator: "\n").count == 1 + 2 * 3 * 3)
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
    let run = try flexion("bench speed s.csv --repeat 2 --filters online", in: folder)
    #expect(run.exit == 0)
    #expect(run.output.wholeMatch(of: /ns_per_sample 9D \d+\.\d{3}\nns_per_sample 6D \d+\.\d{3}\n/) != nil)
    #expect(try JSONOutput(flexion("bench speed s.csv --json", in: folder)).faults == [])
    try folder.write("torn.csv", "t\n1,2,3\n")
    #expect(try flexion("bench speed torn.csv", in: folder).errors.contains("torn.csv:2"))
    try folder.write("torn.bin", [UInt8](repeating: 0, count: 81))
    #expect(try flexion("bench speed torn.bin", in: folder).exit == 65)
  }

  @Test func `of speed without a file print a line a decoder`() throws {
    let folder = try TestFolder()
    let run = try flexion("bench speed --repeat 1", in: folder)
    #expect(run.exit == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count >= 10)
    #expect(lines.contains { $0.hasPrefix("decode witmotion ") })
    for line in lines { #expect(line.wholeMatch(of: /decode \w+ \d+\.\d MB\/s/) != nil, "\(line)") }
    #expect(try JSONOutput(flexion("bench speed --repeat 1 --json", in: folder)).faults == [])
    #expect(try flexion("bench speed --filters online", in: folder).exit == 2)
  }

  @Test func `refuses a threshold that nothing is held to`() throws {
    for line in ["--simulated 2 --max-rmse 1", "--repeated 2 --max-cycle 1", "--repeated 2 --plot p.svg"] {
      let run = try flexion("bench knee \(line) --json", in: TestFolder())
      #expect(run.exit == 2)
      #expect(try JSONOutput(run).errorCode == "contradiction")
    }
  }
}
