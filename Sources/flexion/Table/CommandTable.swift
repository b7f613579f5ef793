import Assessment
import MotionSimulator
import Orientation

/// The one table of verbs. Parser, help and the generated reference read it; nothing is written twice.
enum CommandTable {
  static let verbs: [Verb] = motion + devices + care + store + tools

  static let motion: [Verb] = [process, stream, measure, calibrate, calibrations, orient, inspect]
  static let devices: [Verb] = [ports, doctor, decode]
  static let care: [Verb] = [
    planCheck, planApply, planShow, planDiff, feed, eventList, eventComplete, eventUndo, surveyShow,
    surveyAnswer, outcomesList, outcomesAttach,
  ]
  static let tools: [Verb] = [
    simulateRecording, simulateDevice, benchFilters, benchKnee, benchSpeed, benchStore, version, help,
  ]
}

/// Flags that several verbs share, word for word.
extension Flag {
  static let store = Flag(
    "store", .text("sqlite:PATH"), environment: "FLEXION_STORE",
    "store (default: flexion/store.db in $XDG_DATA_HOME)")
  static let participant = Flag(
    "participant", .text("ID"), default: "me", environment: "FLEXION_PARTICIPANT", "whose data")
  static let language = Flag(
    "lang", .choice(Language.allCases.map(\.rawValue)), default: Language.english.rawValue,
    environment: "FLEXION_LANG", "language of the texts")
  static let force = Flag("force", .nothing, "overwrite existing outputs")
  static let dryRun = Flag(
    "dry-run", .nothing, short: "n", "check and print what would be written, write nothing")
  static let side = Flag("side", .choice(["left", "right"]), "leg, if the recording does not say")
  static let map = Flag(
    "map", .assignment("ID=PLACE"), isList: true, "place of a sensor: ID=thigh_r, shank_l, ...")
  static let mount = Flag(
    "mount", .assignment("SEGMENT=AXES"), isList: true, "how a sensor sits: thigh=up:+x,right:-z")
  static let calibration = Flag(
    "calibration", .text("WHICH"), default: "none", "absolute zero: ID, last, none, a file")
  static let rate = Flag("rate", .number("HZ", 0.1...10_000), "rate of a recording without times")
  static let motion = Flag(
    "motion", .choice(Motion.allCases.map(\.rawValue)),
    "what the leg does (default: squats; with one sensor seated-extension)")
  static let seed = Flag("seed", .integer("N", 0...Int.max), default: "1", "seed of all randomness")
  static let filter = Flag(
    "filter", .choice(FilterName.allCases.map(\.rawValue)), default: FilterName.online.rawValue,
    "orientation filter")
  static let hemisphere = Flag(
    "hemisphere", .choice(["northern", "southern"]), "refuses a turned force")
  static let filters = Flag("filters", .text("A,B"), "only these, by name: vqf, or one form: vqf 6D")
  static let peerLimit = Flag(
    "peer-limit", .number("SECONDS", 1...86_400), default: "900", "time for the published methods")
  static func out(_ help: String, isRequired: Bool = false) -> Flag {
    Flag("out", .text("FILE"), short: "o", isRequired: isRequired, help)
  }
}
