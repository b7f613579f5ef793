import Care

/// Everything that can be found wrong with a store, by reading all of it.
public struct StoreVerification: Hashable, Sendable {
  public struct Check: Hashable, Sendable {
    public var name: String
    /// What breaks it, the first few; empty where it holds. Keys of rows, never a participant.
    public var found: [String]
    public var holds: Bool { found.isEmpty }
  }

  public let path: String
  public let checks: [Check]
  /// Pages, indices or keys are broken: the file, not what was written into it.
  public let isDamaged: Bool
  public var isWhole: Bool { checks.allSatisfy { $0.holds } }

  /// Reads `sqlite:PATH`, which must have the current schema. Throws `StoreFault`.
  public init(_ address: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws {
    let file = try StoreFile(address: address, create: false, forWriting: false)
    let connection = try SQLiteConnection.reading(file.path, waitMilliseconds: 10_000) { connection in
      try connection.requireCurrentSchema()
    }
    path = file.path
    (checks, isDamaged) = try connection.transaction("BEGIN") { try connection.verified(progress) }
  }
}

private let shown = 5

extension SQLiteConnection {
  typealias Check = StoreVerification.Check

  func verified(_ progress: (Int, Int) -> Void) throws -> (checks: [Check], isDamaged: Bool) {
    let session = SQLiteSession(connection: self, actor: "", now: .earliest)
    var done = 0
    var total = 3 + StoreInvariant.all.count
    func finish(_ check: Check) -> Check {
      done += 1
      progress(done, total)
      return check
    }
    progress(0, total)
    let pages = finish(Check(name: "pages, indices and keys", found: try damage()))
    // Answers of a broken file mean nothing.
    if !pages.holds { return ([pages], true) }
    var checks = [pages, finish(Check(name: "rows can only be added", found: try missingTriggers()))]
    for invariant in StoreInvariant.all {
      let found = try rows(invariant.sql + " LIMIT \(shown)") { $0.text(0) }
      checks.append(finish(Check(name: invariant.name, found: found)))
    }
    let participants = try session.participants()
    total += participants.count
    var unreadable: [String] = []
    var broken: [String] = []
    for participant in participants {
      do { broken += try session.brokenChains(of: participant) } catch let fault as StoreFault
        where fault.kind == .damaged
      { unreadable.append(fault.detail) }
      done += 1
      progress(done, total)
    }
    checks.append(
      Check(name: "each version of a task follows earlier ones", found: Array(broken.prefix(shown))))
    checks.append(finish(Check(name: "every row can be read", found: Array(unreadable.prefix(shown)))))
    return (checks, false)
  }

  /// Another program may have dropped them.
  private func missingTriggers() throws -> [String] {
    let there = Set(try rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0.text(0) })
    let wanted = try tableNames().flatMap { table in ["Update", "Delete", "Insert"].map { table + $0 } }
    return Array(wanted.filter { !there.contains($0) }.map { "trigger \($0) is missing" }.prefix(shown))
  }
}

extension SQLiteSession {
  /// Reads everything of a participant; gives versions whose predecessors are no earlier versions of their task.
  fileprivate func brokenChains(of participant: ParticipantID) throws -> [String] {
    _ = try outcomeVersions(OutcomeFilter(participant: participant))
    _ = try measurements(MeasurementFilter(participant: participant))
    _ = try calibrations(of: participant)
    return TaskChain.chains(of: try taskVersions(of: participant, task: nil)).flatMap { chain in
      chain.versions.indices.filter { index in
        let earlier = Set(chain.versions[..<index].map(\.uuid))
        let predecessors = chain.versions[index].predecessors
        return predecessors.isEmpty ? index > 0 : !earlier.isSuperset(of: predecessors)
      }.map { chain.versions[$0].uuid.uuidString }
    }
  }
}
