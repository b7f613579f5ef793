import Care

/// A knee task that can be measured now: asked before anybody is told to move.
public enum DueKneeTask: Sendable {
  case due(CareEvent, KneeTask)
  case notDue(AttachMeasurement.Unattached)

  /// By the rules by which the measurement will be attached.
  ///
  /// - Parameter side: as the caller says; must be that of the task. nil takes the task's.
  public static func find(
    _ task: String, on day: LocalDate, side: Limb?, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> DueKneeTask {
    try await store.read { records in
      do {
        if day > occasion.today { throw Unattachable(reason: .futureDay(day)) }
        let limb = try side ?? records.limb(ofTask: task, occasion)
        let request = AttachMeasurement.Request(day: day, task: task, limb: limb)
        let event = try records.event(for: limb, on: day, request, occasion)
        guard let knee = event.task.content.knee else { return .notDue(.notAKneeTask(task)) }
        return .due(event, knee)
      } catch let end as Unattachable {
        return .notDue(end.reason)
      }
    }
  }
}

/// Ends the search for an event; only inside this room.
struct Unattachable: Error { var reason: AttachMeasurement.Unattached }

extension CareRecords {
  fileprivate func limb(ofTask id: String, _ occasion: Occasion) throws -> Limb {
    guard let chain = try chains(of: occasion.participant).first(where: { $0.id == id }), !chain.isDeleted
    else { throw Unattachable(reason: .unknownTask(id)) }
    guard let knee = chain.newest.content.knee else { throw Unattachable(reason: .notAKneeTask(id)) }
    return knee.limb
  }

  /// The knee task of the side with an event that day: its first open event, else its last one.
  func event(
    for limb: Limb, on day: LocalDate, _ request: AttachMeasurement.Request, _ occasion: Occasion
  ) throws -> CareEvent {
    let chains = try chains(of: occasion.participant)
    let wanted = try request.task.map { try checkedTask($0, limb, in: chains) }
    let events = try events(on: day, occasion).filter { event in
      event.task.content.knee?.limb == limb && (wanted.map { $0 == event.task.id } ?? true)
    }
    var tasks: [String] = []
    for event in events where !tasks.contains(event.task.id) { tasks.append(event.task.id) }
    guard tasks.count <= 1 else { throw Unattachable(reason: .severalTasks(day, tasks.sorted())) }
    guard let event = events.first(where: { !$0.isCompleted }) ?? events.last else {
      let nearest = nearestDays(to: day, for: limb, wanted, in: chains, occasion)
      throw Unattachable(reason: .noTask(day, nearest: nearest))
    }
    try checkMayAnswer(event, on: day, occasion)
    return event
  }

  private func checkedTask(_ id: String, _ limb: Limb, in chains: [TaskChain]) throws -> String {
    guard let chain = chains.first(where: { $0.id == id }), !chain.isDeleted else {
      throw Unattachable(reason: .unknownTask(id))
    }
    guard let knee = chain.newest.content.knee else { throw Unattachable(reason: .notAKneeTask(id)) }
    guard knee.limb == limb else { throw Unattachable(reason: .otherSide(task: id, limb: knee.limb)) }
    return id
  }

  private func checkMayAnswer(_ event: CareEvent, on day: LocalDate, _ occasion: Occasion) throws {
    if event.isCompleted, !event.task.content.resultResettable {
      throw Unattachable(reason: .notRetakable(task: event.task.id))
    }
    if let requirement = event.task.content.requirement, try !isMet(requirement, on: day, occasion) {
      throw Unattachable(reason: .gateClosed(task: event.task.id, requires: requirement.task))
    }
  }

  /// The last day before and the first day after, within a year, that have an event of such a task.
  private func nearestDays(
    to day: LocalDate, for limb: Limb, _ wanted: String?, in chains: [TaskChain], _ occasion: Occasion
  ) -> [LocalDate] {
    let fitting = chains.filter { chain in
      chain.versions.contains { $0.content.knee?.limb == limb } && (wanted.map { $0 == chain.id } ?? true)
    }
    func isDue(_ day: LocalDate) -> Bool {
      fitting.contains { chain in
        chain.events(on: day, reader: occasion.zone).contains { $0.task.content.knee?.limb == limb }
      }
    }
    if fitting.isEmpty { return [] }
    return [-1, 1].compactMap { step in
      (1...366).lazy.compactMap { day.adding(days: $0 * step) }.first(where: isDue)
    }
  }
}
