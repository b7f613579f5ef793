import Care
import CareStore
import JSONText
import Recordings

/// `store backup`: one file and its manifest, made while the store is in use.
enum StoreBackupVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    guard let target = call.request.text("to") else { throw UsageError.contradiction("no `--to`", hint: "") }
    let (isForced, isDry) = (call.request.has("force"), call.request.has("dry-run"))
    let before = try StoreSummary(try setting.address())
    let inputs = [before.path, before.path + "-wal", before.path + "-shm"]
    for path in [target, BackupManifest.path(of: target)] {
      try AtomicFile.check(path, force: isForced, inputs: inputs)
    }
    guard before.isCurrent else {
      throw StoreFault(.olderSchema, path: before.path, detail: "\(before.missing.count) steps missing")
    }
    if isDry {
      return Answer(
        text: "would write \(target), about \(before.size) bytes, \(before.tables.rows) rows\n",
        json: [
          "file": .string(target), "dry_run": .bool(true), "bytes": .integer(before.size),
          "tables": before.tables.json,
        ])
    }
    let progress = StoreProgress(call, "backup")
    let manifest = try SQLiteStore.backup(
      try setting.address(), to: target, replacing: isForced, as: setting.occasion.actor,
      at: setting.occasion.now, progress.tools())
    return answer(manifest, target, progress.end())
  }

  private static func answer(_ manifest: BackupManifest, _ target: String, _ summary: JSONValue) -> Answer {
    var text = "wrote \(target), \(manifest.tables.rows) rows, \(manifest.bytes) bytes\n"
    text += "sha256 \(manifest.sha256)\n"
    if !manifest.recordings.isEmpty {
      text += "\(manifest.recordings.count) raw recordings are not in it; its manifest lists them\n"
    }
    return Answer(
      text: text,
      json: [
        "file": .string(target), "dry_run": .bool(false), "bytes": .integer(manifest.bytes),
        "sha256": .string(manifest.sha256), "manifest": .string(BackupManifest.path(of: target)),
        "schema_steps": .integer(manifest.steps.count), "tables": manifest.tables.json,
        "recordings": .array(
          manifest.recordings.map { .object(["path": .string($0.path), "sha256": .string($0.sha256)]) }),
        "summary": summary,
      ])
  }
}

/// `store restore`: a checked backup into a place where nothing is.
enum StoreRestoreVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let file = call.request.arguments[0]
    let setting = try CareSetting(call)
    let progress = StoreProgress(call, "restore")
    if call.request.has("dry-run") {
      let manifest = try SQLiteStore.checkBackup(file, progress.tools())
      if try setting.exists() { throw StoreFault(.occupied, path: try setting.path()) }
      return answer(manifest, to: try setting.path(), copy: nil, isDry: true, progress.end())
    }
    let restored = try await SQLiteStore.restore(
      file, to: try setting.address(), as: setting.occasion.actor, at: setting.occasion.now, progress.tools())
    return answer(
      restored.manifest, to: restored.path, copy: restored.copyBeforeMigration, isDry: false, progress.end())
  }

  private static func answer(
    _ manifest: BackupManifest, to path: String, copy: String?, isDry: Bool, _ summary: JSONValue
  ) -> Answer {
    let verb = isDry ? "would restore" : "restored"
    var text = "\(verb) \(manifest.tables.rows) rows of \(manifest.created.rfc3339) into \(path)\n"
    if let copy { text += "it was of an older version and is migrated; as it was: \(copy)\n" }
    return Answer(
      text: text,
      json: [
        "path": .string(path), "dry_run": .bool(isDry), "created": .string(manifest.created.rfc3339),
        "sha256": .string(manifest.sha256), "schema_steps": .integer(manifest.steps.count),
        "tables": manifest.tables.json, "copy_before_migration": .optional(copy), "summary": summary,
      ])
  }
}

extension Array where Element == TableSize {
  var rows: Int { reduce(0) { $0 + $1.rows } }
}
