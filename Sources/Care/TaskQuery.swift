/// Which tasks of a day, and in which order.
public struct TaskQuery: Hashable, Sendable {
  /// nil: any.
  public var ids: [String]?
  /// A nil inside asks for tasks without a group.
  public var groups: [String?]?
  /// Any match.
  public var tags: [String]?
  public var remoteIDs: [String]?
  /// Only those whose details hold all of these.
  public var details: [Detail.Entry] = []
  /// Drops tasks that have no event starting that day.
  public var excludesTasksWithoutEvents = false
  /// Missing titles first; else, and among equals, the newest creation first.
  public var sortsByTitle = false
  public var offset = 0
  /// Applied last, to what would be returned.
  public var limit: Int?

  public init() {}
}

extension CareRecords {
  /// Per task the newest version in force at some moment of the day and whose schedule exists on it.
  public func tasks(on day: LocalDate, _ query: TaskQuery, _ occasion: Occasion) throws -> [CareTask] {
    let chains = try chains(of: occasion.participant)
    let versions = chains.compactMap { chain -> CareTask? in
      guard let version = chain.version(on: day, reader: occasion.zone), query.fits(version) else {
        return nil
      }
      if query.excludesTasksWithoutEvents, chain.events(on: day, reader: occasion.zone).isEmpty { return nil }
      return version
    }
    let created = try taskVersions(of: occasion.participant, task: nil).enumerated()
      .map { ($0.element.uuid, $0.offset) }
    let place = Dictionary(created, uniquingKeysWith: { first, _ in first })
    let newestFirst = versions.sorted { a, b in place[a.uuid] ?? 0 > place[b.uuid] ?? 0 }
    return query.page(of: query.sorted(newestFirst))
  }

  /// Every version of every live chain.
  public func taskVersions(_ occasion: Occasion) throws -> [CareTask] {
    try chains(of: occasion.participant).filter { !$0.isDeleted }.flatMap(\.versions)
  }
}

extension TaskQuery {
  fileprivate func fits(_ task: CareTask) -> Bool {
    (ids?.contains(task.id) ?? true) && (groups?.contains(task.content.groupIdentifier) ?? true)
      && (tags?.contains(where: task.content.tags.contains) ?? true)
      && (remoteIDs.map { task.content.remoteID.map($0.contains) ?? false } ?? true)
      && details.allSatisfy { task.content.details.holds($0) }
  }

  /// Numbers below zero count as zero.
  fileprivate func page(of tasks: [CareTask]) -> [CareTask] {
    let rest = tasks.dropFirst(max(offset, 0))
    return Array(limit.map { rest.prefix(max($0, 0)) } ?? rest)
  }

  /// Stable: what is equal keeps its order.
  fileprivate func sorted(_ tasks: [CareTask]) -> [CareTask] {
    guard sortsByTitle else { return tasks }
    return tasks.enumerated().sorted { a, b in
      (a.element.content.title ?? "", a.offset) < (b.element.content.title ?? "", b.offset)
    }.map(\.element)
  }
}
