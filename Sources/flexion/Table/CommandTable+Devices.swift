extension CommandTable {
  static let ports = Verb(
    path: ["ports"],
    purpose: "serial ports, what speaks there, why one is not used",
    details: """
      Listens to every port, then asks those that are silent, one gentle question at a time (not with --no-probe). Opening \
      a port resets many boards. What was found is remembered and tried first the next time.
      """,
    arguments: [Argument("PORT", .any, "only these, also ones that the system does not list")],
    flags: [
      Flag("probe", .nothing, "ask silent ports (the default)"),
      Flag("no-probe", .nothing, "send nothing"),
      Flag("list", .nothing, "open nothing"),
      Flag("rate", .number("HZ", 0.1...10_000), "make the sensor of the one PORT send so often"),
      Flag(
        "scan", .choice(["auto", "always", "never"]), default: "auto",
        "other speeds, where bytes make no sense"),
      Flag("built-in", .nothing, "also ttyS0 and its like"),
      .root,
    ],
    examples: [
      Example("flexion ports", "all ports"),
      Example("flexion ports /dev/ttyACM0 --no-probe", "one port, only listening"),
      Example("flexion ports /dev/ttyUSB0 --rate 100", "set the rate of a sensor, and measure it"),
      Example("flexion ports --list --json", "as JSON, nothing opened"),
    ],
    givesList: true,
    run: PortsVerb.run)

  static let decode = Verb(
    path: ["decode"],
    purpose: "the bytes of a device as a table of samples",
    details: """
      Finds out which protocol speaks, unless a raw log says it. One row a sample: time_s, sensor, rate, force, field, \
      orientation, in SI. Text rows that nobody explains are answered with a device file to check and to name.
      """,
    arguments: [Argument("RAW", .one, "raw log, or a file of bytes as they came from a port")],
    flags: [
      Flag("protocol", .text("NAME"), "what speaks, if it is known"),
      Flag("device", .text("JSON"), "what the device sends, if it does not say"),
      Flag("rate", .number("HZ", 0.01...100_000), "samples a second, where the bytes tell no time"),
      .out("where the rows go (default -, standard output)"),
      .force, .dryRun,
    ],
    examples: [
      Example("flexion decode knee.log --out knee.csv", "the samples of a raw log"),
      Example("flexion decode capture.bin --rate 50 --out capture.csv", "bytes of an unknown device"),
      Example("flexion decode capture.bin --protocol razor --json", "bytes of a known one, as JSON"),
    ],
    run: DecodeVerb.run)

  static let doctor = Verb(
    path: ["doctor"],
    purpose: "checks the surroundings: store, clock, ports, terminal",
    details: """
      One line a finding: ok, warn or fail, what was measured, what to do. Changes nothing and needs no network. --watch \
      looks for ports that vanish as soon as they appear.
      """,
    flags: [
      .store,
      Flag("watch", .number("SECONDS", 0.1...3600), "plug the device in meanwhile"),
      .root,
    ],
    examples: [
      Example("flexion doctor", "everything"),
      Example("flexion doctor --watch 2", "while a device is plugged in"),
      Example("flexion doctor --json", "as JSON"),
    ],
    givesList: true,
    run: DoctorVerb.run)
}

extension Flag {
  static let root = Flag("root", .text("DIR"), "look for /dev, /sys and /proc below DIR")
}
