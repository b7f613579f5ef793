extension CommandTable {
  static let stream = Verb(
    path: ["stream"],
    purpose: "live flexion from serial ports, a raw log or a capture",
    details: """
      Shows angle, repetitions, rate, loss and age, keeps the raw bytes, ends with the measurement over the closed log. \
      Listens for what speaks unless it is told. Of two ports the first is the thigh's. --jsonl: a line for each angle.
      """,
    arguments: [
      Argument("SOURCE", .oneOrMore, "ports, tcp:HOST:PORT, - (stdin), a raw log, a capture")
    ],
    flags: Flag.ports + [
      Flag("until", .number("SECONDS", 0.1...604_800), "end after so long"),
      Flag("rate", .number("HZ", 0.01...100_000), "samples a second of a capture without times"),
      Flag("tap", .nothing, "first tap both together: the time between the two"),
      .wiggle, .record, .angles, .plot,
      .side, .mount, .calibration,
      Flag("store", .text("sqlite:PATH"), environment: "FLEXION_STORE", "keep the measurement there"),
      .participant,
      Flag("task", .text("ID"), "task to attach to, if the day has several"),
      Flag("day", .day, default: "today", "day of the event"),
      .force,
    ],
    examples: [
      Example("flexion stream /dev/ttyACM0 --record knee.log", "measure live and keep the raw log"),
      Example("flexion stream /dev/ttyACM0 --until 30 --jsonl", "JSON lines"),
      Example("flexion stream knee.log", "replay a log"),
    ],
    givesList: true,
    run: StreamVerb.run)

  static let measure = Verb(
    path: ["measure"],
    purpose: "run a knee task of the plan in the terminal",
    details: """
      Says how to sit and how to move, waits for Enter, shows the angle, waits for Enter again, and keeps the result as \
      the outcome of the day. What lies between the two taps is measured. Ctrl-C keeps the log and attaches nothing.
      """,
    arguments: [Argument("TASK", .one, "a knee task of the plan; `flexion feed` shows what is due")],
    flags: [
      Flag("source", .text("PORT"), isList: true, "port or recording, thigh first (default: the only port)")
    ] + Flag.ports + [
      Flag("until", .number("SECONDS", 1...3600), default: "120", "end the motion after so long"),
      .wiggle, .record, .angles, .plot,
      .store, .participant,
      Flag("day", .day, default: "today", "day of the event"),
      .side, .mount, .calibration, .language, .force,
    ],
    examples: [
      Example("flexion measure knee.left --source /dev/ttyACM0", "the task of today, at this port"),
      Example("flexion measure knee.right --source /dev/ttyACM0 --until 30", "half a minute at most"),
      Example(
        "flexion measure knee.left --source recordings/squats_left.csv --day 2026-11-02", "recorded before"),
    ],
    run: MeasureVerb.run)
}

extension Flag {
  /// What one may say about the devices at the ports.
  static let ports: [Flag] = [
    Flag("protocol", .text("NAME"), "what the device speaks, if it is not to be found out"),
    Flag("device", .text("JSON"), "a file that describes the device (docs/Devices.md)"),
    Flag("baud", .integer("RATE", 300...4_000_000), "line speed (default: found out)"),
    Flag("no-probe", .nothing, "only listen, send no questions to a silent port"),
    Flag("map", .assignment("ID=PLACE"), isList: true, "sensor or port: ID=thigh, ID=shank"),
    Flag("wait", .number("SECONDS", 0...604_800), default: "120", "how long a lost port is waited for"),
  ]
  static let wiggle = Flag("wiggle", .nothing, "first find out which sensor is which, by moving one")
  static let record = Flag("record", .text("LOG"), "raw log to write (default: in the data folder)")
  static let angles = Flag("angles", .text("CSV"), "write time_s,flexion_deg of the measurement")
  static let plot = Flag("plot", .text("SVG"), "draw the curve of the measurement")
}
