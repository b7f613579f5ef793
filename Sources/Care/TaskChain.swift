import Foundation

/// All versions of one task in their order of creation.
public struct TaskChain: Sendable {
  public let versions: [CareTask]

  /// The versions of one task id; nil for none.
  public init?(_ versions: [CareTask]) {
    guard !versions.isEmpty else { return nil }
    self.versions = versions
  }

  /// One chain a task id, in the order in which the ids first appeared.
  public static func chains(of versions: [CareTask]) -> [TaskChain] {
    var order: [String] = []
    var byID: [String: [CareTask]] = [:]
    for version in versions {
      if byID[version.id] == nil { order.append(version.id) }
      byID[version.id, default: []].append(version)
    }
    return order.compactMap { TaskChain(byID[$0] ?? []) }
  }

  public var newest: CareTask { versions[versions.count - 1] }
  public var id: String { newest.id }

  /// A deleted task and its events leave every ordinary query.
  public var isDeleted: Bool { newest.kind == .tombstone }

  /// Rows without a successor.
  public var heads: [CareTask] {
    let succeeded = Set(versions.flatMap(\.predecessors))
    return versions.filter { !succeeded.contains($0.uuid) }
  }

  /// Of the versions effective by `instant` the one created last; nil where none or an end rules.
  public func inForce(at instant: Instant) -> CareTask? {
    guard !isDeleted, let ruler = versions.last(where: { $0.effectiveDate <= instant }) else { return nil }
    return ruler.kind == .normal ? ruler : nil
  }

  /// The newest version that is in force at some moment of the day and whose schedule exists on it.
  public func version(on day: LocalDate, reader: Zone) -> CareTask? {
    RulingVersions(of: self, reader: reader).version(during: reader.bounds(of: day))
  }

  /// Events that start in [lower, upper), each owned by the version in force at its start.
  public func events(from lower: Instant, to upper: Instant, reader: Zone) -> [CareEvent] {
    guard !isDeleted else { return [] }
    return versions.filter { $0.kind == .normal }.flatMap { version in
      version.events(reader: reader).starting(from: lower, to: upper)
        .filter { inForce(at: $0.ownedFrom)?.uuid == version.uuid }
        .map { CareEvent(task: version, occurrence: $0) }
    }
  }

  public func events(on day: LocalDate, reader: Zone) -> [CareEvent] {
    let (midnight, next) = reader.bounds(of: day)
    return events(from: midnight, to: next, reader: reader)
  }

  /// The event of a version with this number, whether or not the version rules there; nil past the end.
  public func event(_ key: EventKey, reader: Zone) -> CareEvent? {
    guard let version = versions.first(where: { $0.uuid == key.taskVersion && $0.kind == .normal }) else {
      return nil
    }
    return version.events(reader: reader).event(number: key.occurrence)
      .map { CareEvent(task: version, occurrence: $0) }
  }
}

/// Which version of a task rules on a day, for one day after the other: the bounds of the schedules are found once.
struct RulingVersions {
  private let chain: TaskChain
  private let spans: [UUID: (start: Instant, end: Instant?)]

  init(of chain: TaskChain, reader: Zone) {
    self.chain = chain
    let spans = chain.versions.filter { $0.kind == .normal }.map { version in
      let events = version.events(reader: reader)
      return (version.uuid, (start: events.start, end: events.end))
    }
    self.spans = Dictionary(spans, uniquingKeysWith: { first, _ in first })
  }

  /// The newest that is in force at some moment of the day and whose schedule exists on it.
  func version(during day: (start: Instant, next: Instant)) -> CareTask? {
    let changes = chain.versions.map(\.effectiveDate).filter { day.start < $0 && $0 < day.next }
    let rulers = ([day.start] + changes).compactMap { chain.inForce(at: $0)?.uuid }
    return chain.versions.last { version in
      guard rulers.contains(version.uuid), let span = spans[version.uuid] else { return false }
      return EventSequence.exists(from: span.start, to: span.end, during: day)
    }
  }
}
