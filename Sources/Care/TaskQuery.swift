/// Which tasks of a day, and in which order.
public struct TaskQuery: Hashable, Sendable {
  /// nil: any.
  public var ids: [String]?
  /// A nil inside asks for tasks without a group.
  public var groups: [String?]?
  /// Any match.
  public var tags: [String]?
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
    let created = try taskVersions(of: occasion.participant, task: nil).map(\.uuid)
    let newestFirst = versions.sorted { a, b in
      (created.firstIndex(of: a.uuid) ?? 0) > (created.firstIndex(of: b.uuid) ?? 0)
    }
    let page = query.sorted(newestFirst).dropFirst(query.offset)
    return Array(query.limit.map { page.prefix($0) } ?? page)
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
  }

  /// Stable: what is equal keeps its order.
  fileprivate func sorted(_ tasks: [CareTask]) -> [CareTask] {
    guard sortsByTitle else { return tasks }
    return tasks.enumerated().sorted { a, b in
      (a.element.content.title ?? "", a.offset) < (b.element.content.title ?? "", b.offset)
    }.map(\.element)
  }
}
