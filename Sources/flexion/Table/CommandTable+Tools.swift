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
    purpose: "a virtual serial board; prints `port PATH` first",
    flags: [
      Flag("duration", .number("SECONDS", 1...86_400), "stop after so long (default: never)"),
      Flag("rate", .number("HZ", 1...1000), default: "100", "samples a second"),
      Flag(
        "motion", .choice(Motion.allCases.map(\.rawValue)), default: Motion.squats.rawValue,
        "what the leg does"),
      Flag("side", .choice(["left", "right"]), default: "left", "leg"),
      .seed,
      Flag(
        "faults", .choice(["garbage", "byte-loss", "stalls"]), isList: true, "what goes wrong on the wire"),
      Flag("link", .text("PATH"), "name of the port: a link to the pseudo terminal"),
      Flag("truth", .text("CSV"), "write the true angle there at the end"),
      .force,
    ],
    examples: [
      Example("flexion simulate device", "a board for `flexion stream PATH`"),
      Example("flexion simulate device --motion walking --rate 200", "faster"),
      Example("flexion simulate device --duration 60 --truth truth.csv", "with its true angle"),
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
    purpose: "nanoseconds a sample of the filters; 6D and 9D are those of `online`",
    arguments: [Argument("FILE", .one, "CSV or .bin: time, gyr, acc, mag (s, SI, uT; 10 columns)")],
    flags: [.filters, Flag("repeat", .integer("N", 1...1000), default: "5", "rounds; the fastest counts")],
    examples: [
      Example("flexion bench speed samples.csv", "every filter"),
      Example("flexion bench speed samples.csv --filters online", "6D and 9D of the default"),
      Example("flexion bench speed samples.bin --repeat 9", "more rounds"),
      Example("flexion bench speed samples.bin --json", "as JSON"),
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
