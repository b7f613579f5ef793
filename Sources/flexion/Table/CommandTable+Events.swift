extension CommandTable {
  private static let occurrence = Flag(
    "occurrence", .integer("N", 0...Int.max), "its number, where the day has several")
  private static let day = Flag("day", .day, default: "today", "day of the event")

  static let eventList = Verb(
    path: ["event", "list"],
    purpose: "events of a day and what may be done with each",
    flags: [.store, .participant, Flag("task", .text("ID"), "of one task"), day, .language],
    examples: [
      Example("flexion event list --store sqlite:demo.db", "today"),
      Example("flexion event list --store sqlite:demo.db --day 2026-11-02 --jsonl", "a line each"),
      Example("flexion event list --task onboarding", "of one task"),
    ],
    givesList: true,
    run: EventListVerb.run)

  static let eventComplete = Verb(
    path: ["event", "complete"],
    purpose: "tick one event, or tap the buttons of its panel",
    details: "A panel without --tap is shown at the terminal: a number taps, d is done, c is cancel.",
    flags: [
      .store, .participant, Flag("task", .text("ID"), isRequired: true, "which task"), day, occurrence,
      Flag("tap", .assignment("BUTTON=N"), isList: true, "how often a button was tapped"), .language, .dryRun,
    ],
    examples: [
      Example("flexion event complete --task onboarding --dry-run", "only check"),
      Example("flexion event complete --task onboarding", "today"),
      Example("flexion event complete --task onboarding --day 2026-11-02", "another day"),
    ],
    run: EventCompleteVerb.run)

  static let eventUndo = Verb(
    path: ["event", "undo"],
    purpose: "take the answer of one event back",
    flags: [
      .store, .participant, Flag("task", .text("ID"), isRequired: true, "which task"), day, occurrence,
      Flag("last", .choice(["keep", "clear"]), default: "keep", "whether the answer stays readable"),
      .language, .dryRun,
    ],
    examples: [
      Example("flexion event undo --task onboarding --dry-run", "only check"),
      Example("flexion event undo --task onboarding", "open again, the answer readable"),
      Example("flexion event undo --task onboarding --day 2026-11-02 --last clear", "forgotten"),
    ],
    run: EventUndoVerb.run)

  static let surveyShow = Verb(
    path: ["survey", "show"],
    purpose: "questions of a task",
    arguments: [Argument("ID", .one, "task that asks them")],
    flags: [
      .store, .participant, Flag("day", .day, default: "today", "day on which they are asked"), .language,
    ],
    examples: [
      Example("flexion survey show checkIn", "as text"),
      Example("flexion survey show checkIn --lang de", "in German"),
      Example("flexion survey show checkIn --json", "as JSON"),
    ],
    run: SurveyShowVerb.run)

  static let surveyAnswer = Verb(
    path: ["survey", "answer"],
    purpose: "answer the questions of a task",
    details: "Without --set and --answers they are asked at the terminal: < goes back, > leaves a form out,"
      + " Ctrl-C leaves and stores nothing.",
    arguments: [Argument("ID", .one, "task that asks them")],
    flags: [
      .store, .participant, day, occurrence,
      Flag("set", .assignment("ITEM=VALUE"), isList: true, "answer to one item"),
      Flag("answers", .text("FILE"), "JSON object with a member for each item"), .language, .dryRun,
    ],
    examples: [
      Example("flexion survey answer vaccinationCheck --set vaccinated=yes", "from flags"),
      Example("flexion survey answer checkIn --answers docs/plans/checkin5.json", "a file"),
      Example("flexion survey answer vaccinationCheck --set vaccinated=no -n", "only check"),
    ],
    run: SurveyAnswerVerb.run)
}
