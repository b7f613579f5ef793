extension CommandTable {
  static let store: [Verb] = [
    storeInit, storeMigrate, storeVerify, storeBackup, storeRestore, storeForget, storeInfo,
  ]

  static let storeInit = Verb(
    path: ["store", "init"],
    purpose: "make an empty store, readable by its owner alone",
    flags: [.store, .dryRun],
    examples: [
      Example("flexion store init --store sqlite:new/knee.db", "missing folders are made too"),
      Example("flexion store init", "the default store; twice changes nothing"),
      Example("flexion store init --store sqlite:other.db --dry-run", "only say what would be made"),
    ],
    run: StoreInitVerb.run)

  static let storeMigrate = Verb(
    path: ["store", "migrate"],
    purpose: "bring an older store to the present schema",
    details: "The store as it was is copied first, to PATH.schema-N.backup.",
    flags: [.store, .dryRun],
    examples: [
      Example("flexion store migrate --dry-run", "which steps are missing"),
      Example("flexion store migrate", "apply them"),
      Example("flexion store migrate --json", "as JSON"),
    ],
    run: StoreMigrateVerb.run)

  static let storeVerify = Verb(
    path: ["store", "verify"],
    purpose: "read all of a store and say what is wrong with it",
    flags: [.store],
    examples: [
      Example("flexion store verify", "pages, keys, chains, values"),
      Example("flexion store verify --json", "as JSON"),
      Example("flexion store verify --progress json", "with progress"),
    ],
    run: StoreVerifyVerb.run)

  static let storeBackup = Verb(
    path: ["store", "backup"],
    purpose: "copy a store, also while it is in use",
    details: "FILE.manifest.json says what is in it, and lists the raw recordings, which are not.",
    flags: [
      .store, Flag("to", .text("FILE"), isRequired: true, "the backup; its manifest is written beside it"),
      .force, .dryRun,
    ],
    examples: [
      Example("flexion store backup --to knee.backup", "the default store"),
      Example("flexion store backup --to knee.backup --force", "over an older backup"),
      Example("flexion store backup --to other.backup --dry-run", "only check"),
    ],
    run: StoreBackupVerb.run)

  static let storeRestore = Verb(
    path: ["store", "restore"],
    purpose: "a backup into a place where no store is",
    arguments: [Argument("FILE", .one, "backup; its manifest lies beside it")],
    flags: [.store, .dryRun],
    examples: [
      Example("flexion store restore knee.backup --store sqlite:again/knee.db", "checked before and after"),
      Example("flexion store restore knee.backup --store sqlite:third/knee.db -n", "only check the backup"),
      Example("flexion store restore knee.backup --store sqlite:fourth/knee.db --json", "as JSON"),
    ],
    run: StoreRestoreVerb.run)

  static let storeForget = Verb(
    path: ["store", "forget"],
    purpose: "remove every row of one participant, for ever",
    details: "Says which raw recordings and older copies still hold data of the participant.",
    arguments: [Argument("ID", .one, "participant")],
    flags: [
      .store, Flag("yes", .nothing, "do it; without it nothing is removed"),
      Flag("recordings", .nothing, "also the raw recordings that are still as they were measured"),
      .dryRun,
    ],
    examples: [
      Example("flexion store forget me --dry-run", "how many rows, which files"),
      Example("flexion store forget me --recordings --dry-run", "and which recordings"),
      Example("flexion store forget me --yes", "the rows"),
    ],
    run: StoreForgetVerb.run)

  static let storeInfo = Verb(
    path: ["store", "info"],
    purpose: "path, schema, size and rows of a store",
    flags: [.store],
    examples: [
      Example("flexion store info", "the default store"),
      Example("flexion store info --store sqlite:demo.db", "another one"),
      Example("flexion store info --json", "as JSON"),
    ],
    run: StoreInfoVerb.run)

  static let benchStore = Verb(
    path: ["bench", "store"],
    purpose: "feed of a day and adherence of a year by size of the store",
    details: "Fills a store of its own with daily tasks that are answered, and removes it at the end.",
    flags: [
      Flag("participants", .integer("N", 1...100_000), default: "1000", "size of the largest store"),
      Flag("years", .integer("Y", 1...50), default: "10", "how long each has answered every day"),
      Flag("dir", .text("DIR"), default: ".", "where the store is made; 1000 x 10 takes 4 GB"),
      Flag("max-feed", .number("MS", 0...1e6), "fail if the feed of a day takes longer"),
      Flag("max-adherence", .number("MS", 0...1e6), "fail if the adherence of a year takes longer"),
    ],
    examples: [
      Example("flexion bench store --participants 10 --years 1", "a small one"),
      Example("flexion bench store --participants 10 --years 1 --dir /tmp --json", "elsewhere, as JSON"),
      Example(
        "flexion bench store --participants 2 --max-feed 1000 --max-adherence 9000", "limits"),
    ],
    givesList: true,
    run: BenchStoreVerb.run)
}
