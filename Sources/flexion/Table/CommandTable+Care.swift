extension CommandTable {
  static let planApply = Verb(
    path: ["plan", "apply"],
    purpose: "tasks of a plan into the store; twice changes nothing",
    arguments: [Argument("FILE", .one, "plan as JSON")],
    flags: [
      .store, .participant, Flag("from", .day, "first day of the plan (default: as before, else today)"),
      .dryRun,
    ],
    examples: [
      Example("flexion plan apply docs/plans/demo.json --store sqlite:demo.db", "from today"),
      Example(
        "flexion plan apply docs/plans/demo.json --from 2026-11-02", "into the default store"),
      Example("flexion plan apply docs/plans/symptoms.json --from 2026-11-02", "a second plan beside it"),
      Example("flexion plan apply docs/plans/demo.json --store sqlite:demo.db --dry-run", "only check"),
    ],
    run: PlanApplyVerb.run)

  static let planCheck = Verb(
    path: ["plan", "check"],
    purpose: "everything that is wrong with a plan file, with its lines",
    arguments: [Argument("FILE", .one, "plan as JSON")],
    flags: [Flag("from", .day, "first day of the plan (default: today)")],
    examples: [
      Example("flexion plan check docs/plans/recover.json", "one line if all is well"),
      Example("flexion plan check docs/plans/symptoms.json --from 2026-11-02", "from a day"),
      Example("flexion plan check docs/plans/three-buttons.json --json", "as JSON"),
    ],
    run: PlanCheckVerb.run)

  static let planDiff = Verb(
    path: ["plan", "diff"],
    purpose: "what applying a plan would change, field by field",
    arguments: [Argument("FILE", .one, "plan as JSON")],
    flags: [
      .store, .participant, Flag("from", .day, "first day of the plan (default: as before, else today)"),
    ],
    examples: [
      Example("flexion plan diff docs/plans/demo.json --store sqlite:demo.db", "against the store"),
      Example("flexion plan diff docs/plans/demo.json --from 2026-11-09", "with another first day"),
      Example("flexion plan diff docs/plans/recover.json --json", "as JSON"),
    ],
    run: PlanDiffVerb.run)

  static let planShow = Verb(
    path: ["plan", "show"],
    purpose: "tasks of a plan file with their schedules",
    arguments: [Argument("FILE", .one, "plan as JSON")],
    flags: [Flag("from", .day, "first day of the plan (default: today)"), .language],
    examples: [
      Example("flexion plan show docs/plans/demo.json", "as text"),
      Example("flexion plan show docs/plans/demo.json --from 2026-11-02", "from a day"),
      Example("flexion plan show docs/plans/demo.json --json", "as JSON"),
    ],
    run: PlanShowVerb.run)

  static let feed = Verb(
    path: ["feed"],
    purpose: "tasks of a day, their state, and the ring of the day",
    flags: [.store, .participant, Flag("day", .day, default: "today", "which day"), .language],
    examples: [
      Example("flexion feed --store sqlite:demo.db", "today"),
      Example("flexion feed --store sqlite:demo.db --day 2026-11-02", "another day"),
      Example("flexion feed --store sqlite:demo.db --lang de", "in German"),
      Example("flexion feed --store sqlite:demo.db --day 2026-11-02 --json", "as JSON"),
    ],
    run: FeedVerb.run)

  static let outcomesList = Verb(
    path: ["outcomes", "list"],
    purpose: "stored outcomes and measurements",
    flags: [
      .store, .participant, Flag("task", .text("ID"), "of one task"),
      Flag("kind", .text("KIND"), "values of one kind"),
      .side,
      Flag("from", .day, "first day"), Flag("to", .day, "last day"),
    ],
    examples: [
      Example("flexion outcomes list --store sqlite:demo.db", "everything"),
      Example(
        "flexion outcomes list --kind flexionRange --jsonl", "one kind, a line each"),
      Example("flexion outcomes list --from 2026-11-01 --to 2026-11-30", "a month"),
    ],
    givesList: true,
    run: OutcomesListVerb.run)

  static let outcomesAttach = Verb(
    path: ["outcomes", "attach"],
    purpose: "attach a kept measurement to the event of a day",
    arguments: [Argument("NUMBER", .one, "its number, as `process` and `outcomes list` print it")],
    flags: [
      .store, .participant, Flag("task", .text("ID"), "task, if the day has several"),
      Flag("day", .day, "day of the event (default: that of the recording)"),
      .side, .dryRun,
    ],
    examples: [
      Example("flexion outcomes attach 1 --day 2026-11-02", "to the knee task of that day"),
      Example("flexion outcomes attach 1 --side left", "name the leg that the recording did not"),
      Example("flexion outcomes attach 1 --task rangeOfMotion", "to that task"),
    ],
    run: OutcomesAttachVerb.run)
}
