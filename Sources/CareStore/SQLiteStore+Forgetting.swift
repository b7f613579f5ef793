import Care
import Glibc

/// What was removed of one participant, and where it may still be.
public struct ForgottenParticipant: Hashable, Sendable {
  /// A copy of the store that was made while the participant was in it.
  public struct OlderCopy: Hashable, Sendable {
    public var at: Instant
    /// SHA-256 of the backup, or the name of the step of the schema before which it was made.
    public var subject: String
    /// Where it lies, if it lies beside the store.
    public var path: String?
  }

  /// A raw recording that only this participant's rows named.
  public struct Recording: Hashable, Sendable {
    public var path: String
    public var sha256: String
  }

  public var tables: [TableSize]
  public var recordings: [Recording]
  public var olderCopies: [OlderCopy]
  /// Whether the log beside the store is empty, so that no old page of it is left.
  public var isLogEmpty: Bool
}

extension SQLiteStore {
  /// Removes every row of one participant: the one exception to rows that are only ever added.
  ///
  /// One audit entry stays, with the hash of the id. Throws `CareError.unknownParticipant` and `StoreFault`.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the id.
  ///   - dryRun: counts, and removes nothing.
  public func forget(
    _ participant: ParticipantID, hash: String, dryRun: Bool = false, as actor: String, at now: Instant
  ) throws -> ForgottenParticipant {
    guard !isReadOnly || dryRun else { throw StoreFault(.readOnly, path: path, detail: "opened for reading") }
    let id = SQLValue.text(participant.text)
    var forgotten = try connection.transaction(dryRun ? "BEGIN" : "BEGIN IMMEDIATE") {
      guard let first = try connection.firstRow(of: id) else { throw CareError.unknownParticipant }
      let counted = ForgottenParticipant(
        tables: try connection.tableSizes(of: id), recordings: try connection.ownRecordings(of: id),
        olderCopies: try connection.olderCopies(since: first), isLogEmpty: dryRun)
      if dryRun { return counted }
      try connection.allowingRemoval(from: ParticipantTable.all.map(\.name)) {
        for table in ParticipantTable.all {
          try connection.run("DELETE FROM \(table.name) WHERE \(table.ownership)", [id])
        }
      }
      try SQLiteSession(connection: connection, actor: actor, now: now).audit("participant.forget", hash)
      return counted
    }
    if !dryRun {
      noteChange()
      forgotten.isLogEmpty = connection.emptiesLog()
    }
    return forgotten
  }
}

extension SQLiteConnection {
  fileprivate func firstRow(of participant: SQLValue) throws -> Instant? {
    try rows("SELECT at FROM participant WHERE id = ?", [participant]) { try $0.instant(0, "at") }.first
  }

  fileprivate func tableSizes(of participant: SQLValue) throws -> [TableSize] {
    try ParticipantTable.all.map { table in
      let sql = "SELECT count(*) FROM \(table.name) WHERE \(table.ownership)"
      return TableSize(
        table: table.name, rows: try rows(sql, [participant]) { $0.integer(0) }.first ?? 0)
    }
  }

  fileprivate func ownRecordings(of participant: SQLValue) throws -> [ForgottenParticipant.Recording] {
    let all = ["measurement", "calibration"].map { "SELECT source, sha256, participant FROM \($0)" }
      .joined(separator: " UNION ")
    let sql = """
      SELECT DISTINCT source, sha256 FROM (\(all)) a WHERE participant = ? AND NOT EXISTS
        (SELECT 1 FROM (\(all)) b WHERE b.source = a.source AND b.participant <> a.participant)
      ORDER BY source, sha256
      """
    return try rows(sql, [participant]) { .init(path: $0.text(0), sha256: $0.text(1)) }
  }

  fileprivate func olderCopies(since first: Instant) throws -> [ForgottenParticipant.OlderCopy] {
    let sql = """
      SELECT at, subject, action FROM auditEntry
      WHERE action IN ('store.backup', 'store.migrate') AND at >= ? ORDER BY number
      """
    let beside = StoreCopies(beside: path)
    return try rows(sql, [.text(first.sortableText)]) { row in
      let subject = row.text(1)
      return .init(at: try row.instant(0, "at"), subject: subject, path: beside[subject])
    }
  }
}

/// Copies in the folder of a store, by the subject of their audit entry.
private struct StoreCopies {
  private var paths: [String: String] = [:]

  init(beside store: String) {
    let cut = store.lastIndex(of: "/").map { store.index(after: $0) } ?? store.startIndex
    let (folder, name) = (String(store[..<cut]), String(store[cut...]))
    guard let listing = opendir(folder.isEmpty ? "." : folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if found.hasPrefix("\(name).schema-"),
        let digit = found.dropFirst(name.count + 8).first?.wholeNumberValue,
        digit < Migration.all.count
      {
        paths[Migration.all[digit].name] = folder + found
      }
      if found.hasSuffix(".manifest.json"), let text = try? readFile(folder + found),
        let manifest = try? BackupManifest(parsing: text)
      {
        paths[manifest.sha256] = folder + String(found.dropLast(".manifest.json".count))
      }
    }
  }

  subscript(subject: String) -> String? { paths[subject] }
}
