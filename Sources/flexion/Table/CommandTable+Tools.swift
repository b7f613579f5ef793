import MotionSimulator

extension CommandTable {
  static let simulateRecording = Verb(
    path: ["simulate", "recording"],
    purpose: "a recording with known truth, equal bytes every run",
    flags: [
      Flag("duration", .number("SECONDS", 1...86_400), default: "30", "length"),
      Flag("rate", .number("HZ", 1...2000), default: "100", "samples a second"),
      .motion,
      Flag("sensors", .integer("N", 1...2), default: "2", "1 shank, 2 thigh and shank"),
      Flag("side", .choice(["left", "right"]), default: "left", "leg"),
      .seed,
      Flag(
        "faults", .choice(LegFault.allCases.map(\.rawValue)), isList: true,
        "what goes wrong, by the seed; may be repeated"),
      Flag("reference", .nothing, "add the truth as ref_ columns, for the benches"),
      .out("recording; its .truth.csv is written beside it", isRequired: true),
      .force, .dryRun,
    ],
    examples: [
      Example("flexion simulate recording --out walk.csv --motion walking --seed 7", "walking"),
      Example("flexion simulate recording --sensors 1 --side right --out shin.csv", "one sensor on the shin"),
      Example("flexion simulate recording --duration 60 --rate 50 --out slow.csv", "longer and slower"),
      Example("flexion simulate recording --faults delay --faults loss --out late.csv", "a poor link"),
    ],
    run: SimulateRecordingVerb.run)

  static let simulateDevice = Verb(
    path: ["simulate", "device"],
    purpose: "virtual serial devices; prints `port PATH` first",
    details: "Faults: " + DeviceFaultName.allCases.map(\.rawValue).joined(separator: " ") + ".",
    flags: [
      Flag("protocol", .text("NAME"), default: "text", "what they speak: a name as for stream --protocol"),
      Flag("devices", .integer("N", 1...2), default: "1", "2: a port each for thigh and shank"),
      Flag(
        "wiring", .choice(["ids", "wide", "shank", "ports"]),
        "sensors by ids, in one row, shank alone, a port each"),
      Flag("rate", .number("HZ", 1...1000), default: "100", "samples a second"),
      Flag("baud", .integer("BAUD", 300...4_000_000), "speed of the wire (default: USB)"),
      Flag("device", .text("JSON"), "what the devices send, as stream --device"),
      Flag(
        "motion", .choice(Motion.allCases.map(\.rawValue)), default: Motion.squats.rawValue,
        "what the leg does"),
      Flag("side", .choice(["left", "right"]), default: "left", "leg"),
      .seed,
      Flag("faults", .text("A,B:X@T"), isList: true, "what goes wrong: byte-loss:0.01,shank.stall:2@20"),
      Flag("duration", .number("SECONDS", 1...86_400), "stop after so long (default: never)"),
      Flag("link", .text("PATH"), isList: true, "name of the port; once a port"),
      Flag("log", .text("FILE"), "no port: write the raw log that a stream would leave"),
      Flag("truth", .text("CSV"), "write the true angle there at the end"),
      .force,
    ],
    examples: [
      Example("flexion simulate device", "a board for `flexion stream PATH`"),
      Example("flexion simulate device --devices 2 --baud 115200 --faults batch:16ms", "two ports"),
      Example(
        "flexion simulate device --duration 60 --log sim.log --truth truth.csv", "a log and its truth"),
    ],
    run: SimulateDeviceVerb.run)

  static let benchFilters = Verb(
    path: ["bench", "filters"],
    purpose: "orientation errors against an optical reference",
    arguments: [Argument("DIR", .optional, "folder with references (default recordings)")],
    flags: [
      .filters,
      Flag("against", .text("WHICH"), "compare in pairs: a method, FILE.csv, or FILE.csv:METHOD"),
      Flag("peers", .nothing, "published filters on the same samples (once before: make peers)"),
      .peerLimit,
      Flag("field-latency", .number("SECONDS", 0...1), "how late the magnetometer is (default: BROAD's)"),
      Flag("lead", .number("SECONDS", -1...1), "how early the reference is (default: BROAD's)"),
      Flag("repeat", .integer("N", 1...1000), "also time the filters and count allocations, N rounds"),
      Flag("faults", .nothing, "the fault table instead: damaged samples against clean ones"),
      Flag("fault", .integer("N", 1...20), isList: true, "only this row of the fault table; may be repeated"),
      Flag("plot", .text("SVG"), "draw the errors"),
      .out("write every row as CSV"), .force,
    ],
    examples: [
      Example("flexion bench filters", "the shipped recordings"),
      Example("flexion bench filters recordings --json", "as JSON"),
      Example("flexion bench filters --against vqf --plot errors.svg --out errors.csv", "in pairs, drawn"),
      Example("flexion bench filters --filters online,gyro --repeat 3", "with their cost"),
      Example("flexion bench filters --peers --peer-limit 60", "beside published filters"),
      Example("flexion bench filters recordings --faults --fault 1 --fault 8", "two rows of the fault table"),
    ],
    givesList: true,
    run: BenchFiltersVerb.run)

  static let benchKnee = Verb(
    path: ["bench", "knee"],
    purpose: "knee angle errors against references",
    arguments: [Argument("DIR", .optional, "folder with references (default recordings)")],
    flags: [
      .filter,
      Flag("mountings", .integer("N", 0...1000), default: "0", "also with each sensor turned at random"),
      Flag("variants", .nothing, "also late, lossy, biased, clipped, slipped, exchanged, cut, jittered"),
      Flag("peers", .nothing, "published methods on the same recordings (once before: make peers)"),
      .peerLimit,
      Flag("max-mean-rmse", .number("DEG", 0...360), "fail if the mean RMSE is larger"),
      Flag("max-rmse", .number("DEG", 0...360), "fail if one RMSE is larger"),
      Flag("max-cycle", .number("DEG", 0...360), "fail if the mean cycle error is larger"),
      Flag("simulated", .integer("N", 1...1_000_000), "range errors of N simulated legs instead of a folder"),
      Flag(
        "repeated", .integer("N", 2...10_000), "repeatability: a leg a motion, strapped on anew N times"),
      Flag("plot", .text("SVG"), "draw the errors"),
      .seed,
      Flag("jobs", .integer("J", 1...1024), "simulated legs measured at once (default: cores)"),
      .out("write the table as CSV"), .force,
    ],
    examples: [
      Example("flexion bench knee", "the shipped recordings"),
      Example("flexion bench knee recordings --json", "as JSON"),
      Example("flexion bench knee recordings --out errors.csv", "as CSV"),
      Example("flexion bench knee --mountings 2 --variants --max-mean-rmse 20", "turned, late, lossy"),
      Example("flexion bench knee --peers --peer-limit 60", "beside published methods"),
      Example(
        "flexion bench knee --simulated 12 --seed 7 --jobs 2 --plot errors.svg", "twelve legs by chance"),
      Example("flexion bench knee --repeated 4", "standard error of measurement"),
    ],
    givesList: true,
    run: BenchKneeVerb.run)

  static let benchSpeed = Verb(
    path: ["bench", "speed"],
    purpose: "nanoseconds a sample of the filters (6D and 9D: `online`); without FILE the decoders",
    arguments: [Argument("FILE", .optional, "CSV or .bin: time, gyr, acc, mag (s, SI, uT; 10 columns)")],
    flags: [.filters, Flag("repeat", .integer("N", 1...1000), default: "5", "rounds; the fastest counts")],
    examples: [
      Example("flexion bench speed samples.csv", "every filter"),
      Example("flexion bench speed samples.csv --filters online", "6D and 9D of the default"),
      Example("flexion bench speed samples.bin --repeat 9", "more rounds"),
      Example("flexion bench speed samples.bin --json", "as JSON"),
      Example("flexion bench speed --repeat 1", "megabytes a second of each decoder"),
    ],
    run: BenchSpeedVerb.run)

  static let version = Verb(
    path: ["version"],
    purpose: "version, libraries, licence, what this program is not",
    examples: [Example("flexion version", "as text"), Example("flexion version --json", "as JSON")],
    run: VersionVerb.run)

  static let help = Verb(
    path: ["help"],
    purpose: "this overview, or the screen of one verb",
    arguments: [Argument("VERB", .any, "which verb")],
    examples: [
      Example("flexion help", "all verbs"), Example("flexion help process", "one verb"),
      Example("flexion help --json", "the whole table"),
    ],
    run: HelpVerb.run)
}
