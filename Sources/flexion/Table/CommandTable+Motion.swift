import KneeJoint
import Orientation

extension CommandTable {
  static let process = Verb(
    path: ["process"],
    purpose: "recordings to flexion, repetitions, range and quality",
    details: """
      A folder stands for all its recordings. --store keeps each with its knee task.
      """,
    arguments: [Argument("FILE", .oneOrMore, "recordings (CSV, TSV, MAT, HDF5, raw log) or folders")],
    flags: [
      Flag(
        "store", .text("sqlite:PATH"), environment: "FLEXION_STORE", "keep measurements and outcomes there"),
      .participant,
      Flag("day", .day, "day of a recording without a date"),
      Flag("task", .text("ID"), "task to attach to, if the day has several"),
      .side, .map, .mount, .calibration,
      Flag("pose", .text("DEG"), "flexion at the still start of each recording"),
      .rate,
      Flag(
        "together", .nothing, "the files are one recording, a sensor in each"),
      .filter, .hemisphere,
      Flag("orientation", .choice(DeviceOrientation.words), "phone on the shin"),
      Flag("compat", .choice(["researchkit"]), "ResearchKit's too: heading and returns spoil them"),
      Flag("supine", .number("RATIO", 0.5...1.5), "lying heel slide: shank over thigh, 1 if unknown"),
      Flag("angles", .text("CSV"), "write time_s,flexion_deg; a folder for several"),
      Flag("plot", .text("SVG"), "draw the curve; a folder for several"),
      .out("write the JSON of the run there"),
      .force, .dryRun,
    ],
    examples: [
      Example("flexion process recordings/squats_left.csv", "range and repetitions of one recording"),
      Example(
        "flexion process recordings/squats_left.csv --angles a.csv --plot a.svg",
        "the curve as table and picture"),
      Example("flexion process recordings --json", "all recordings of a folder as JSON"),
    ],
    givesList: true,
    run: ProcessVerb.run)

  static let calibrate = Verb(
    path: ["calibrate"],
    purpose: "absolute zero from a still pose and a few bends",
    details: """
      Rest two seconds in the pose, straight unless --pose says otherwise, then bend and straighten the knee a few times. \
      With two poses, as in --pose 0,90, the second one checks the first. A sensor on the shin alone needs only the pose: its \
      angle is the inclination, 0 with the shin upright. Good until a sensor is moved. \
      With --out and no --store only the file is written.
      """,
    arguments: [Argument("FILE", .one, "recording of the pose and the bends")],
    flags: [
      Flag("pose", .text("DEG[,DEG]"), default: "0", "angle of the pose, of two poses in their order"),
      .store, .participant, .side, .map, .mount, .rate, .filter,
      .out("write the calibration as JSON there"),
      .force, .dryRun,
    ],
    examples: [
      Example(
        "flexion calibrate recordings/squats_left.csv --out left.json", "standing straight, into a file"),
      Example(
        "flexion calibrate recordings/squats_left.csv --store sqlite:demo.db",
        "into a store, for --calibration ID"),
      Example(
        "flexion calibrate recordings/squats_left.csv --pose 5 --json", "a knee that stands at 5 degrees"),
    ],
    run: CalibrateVerb.run)

  static let calibrations = Verb(
    path: ["calibrations"],
    purpose: "stored calibrations of a participant",
    flags: [.store, .participant],
    examples: [
      Example("flexion calibrations --store sqlite:demo.db", "as text"),
      Example("flexion calibrations --store sqlite:demo.db --json", "as JSON"),
      Example("flexion calibrations --jsonl", "of the default store, a line each"),
    ],
    givesList: true,
    run: CalibrationsVerb.run)

  static let orient = Verb(
    path: ["orient"],
    purpose: "orientation of one sensor as time_s,qw,qx,qy,qz",
    arguments: [Argument("FILE", .one, "recording (CSV, TSV, MAT, HDF5, raw log)")],
    flags: [
      .filter,
      Flag("offline", .nothing, "forward and backward over the whole recording (vqf, smoother)"),
      Flag("six", .nothing, "leave out the magnetometer"),
      Flag("calibrate-field", .nothing, "take a constant field of the sensor off, where it shows"),
      .hemisphere,
      Flag(
        "field-latency", .text("SECONDS|estimate|none"), default: "none",
        "how late the magnetometer is stamped"),
      Flag(
        "frame", .choice(EarthFrame.allCases.map(\.rawValue)), default: "enu", "earth axes of the result"),
      Flag("sensor", .text("ID"), "which sensor, if the recording has several"),
      .map, .rate,
      .out("where the rows go (default -, standard output)"),
      .force, .dryRun,
    ],
    examples: [
      Example("flexion orient recordings/squats_left.csv --sensor thigh --out thigh.csv", "the thigh"),
      Example(
        "flexion orient recordings/shin_extension_left.csv --filter vqf --out shank.csv",
        "one sensor"),
      Example(
        "flexion orient recordings/shin_extension_left.csv --filter vqf --offline --six",
        "both ways, no field"),
      Example(
        "flexion orient recordings/shin_extension_left.csv --filter ekf --frame ned",
        "x north, y east, z down"),
    ],
    run: OrientVerb.run)

  static let inspect = Verb(
    path: ["inspect"],
    purpose: "format, sensors, places, rate, losses, units, problems",
    arguments: [Argument("FILE", .one, "recording (CSV, TSV, MAT, HDF5, raw log)")],
    flags: [.map, .rate],
    examples: [
      Example("flexion inspect recordings/squats_left.csv", "what is in a recording"),
      Example("flexion inspect recordings/squats_left.csv --json", "the same as JSON"),
      Example(
        "flexion inspect recordings/shin_extension_left.csv --map shank=shank_l",
        "name the place of a sensor"),
    ],
    run: InspectVerb.run)
}

extension DeviceOrientation {
  /// What `--orientation` takes; plain `landscape` is the left edge up.
  fileprivate static let words = allCases.map(\.rawValue) + ["landscape"]
}
