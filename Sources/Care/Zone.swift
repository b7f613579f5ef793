import Foundation

/// A time zone by name, such as `Europe/Berlin`. Its rules come from the system's zone tables.
public struct Zone: Sendable {
  public let name: String
  private let rules: TimeZone

  /// nil if nobody knows the name.
  public init?(_ name: String) {
    guard let rules = TimeZone(identifier: name) else { return nil }
    self.init(rules, name: name)
  }

  /// For the edge that reads the machine's own zone.
  public init(_ timeZone: TimeZone) { self.init(timeZone, name: timeZone.identifier) }

  private init(_ rules: TimeZone, name: String) {
    self.rules = rules
    self.name = name
  }

  public static let utc = Zone(TimeZone(secondsFromGMT: 0)!, name: "UTC")

  /// Local clock minus UTC [s].
  public func offset(at instant: Instant) -> Int {
    rules.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}

extension Zone: Hashable {
  public static func == (a: Zone, b: Zone) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Zone {
  public func localTime(at instant: Instant) -> LocalTime {
    LocalTime(wallMilliseconds: instant.milliseconds + Int64(offset(at: instant)) * 1000)
  }

  public func date(at instant: Instant) -> LocalDate { localTime(at: instant).date }

  /// A clock time that exists twice is the first one; one that does not exist moves later by the length of the gap.
  public func instant(at local: LocalTime) -> Instant {
    let around = offsets(around: local)
    return existing(local, around) ?? shifted(local, around.before)
  }

  /// The first moment of a date: 00:00, or the end of the gap where the clock jumps over it.
  public func start(of date: LocalDate) -> Instant { firstInstant(from: LocalTime(date: date)) }

  /// The first moment at which the clock shows this time or, where it jumps over it, a later one.
  func firstInstant(from local: LocalTime) -> Instant {
    let around = offsets(around: local)
    if let instant = existing(local, around) { return instant }
    var before = shifted(local, around.after).milliseconds
    var after = shifted(local, around.before).milliseconds
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if offset(at: Instant(milliseconds: middle)) == around.before {
        before = middle
      } else {
        after = middle
      }
    }
    return Instant(milliseconds: after)
  }

  private typealias Offsets = (before: Int, after: Int)

  /// Zones lie between -12 and +14 h, so 26 h away is surely on either side of a change at this clock time.
  private func offsets(around local: LocalTime) -> Offsets {
    let margin: Int64 = 26 * 3_600_000
    let wall = local.wallMilliseconds
    return (
      offset(at: Instant(milliseconds: wall - margin)), offset(at: Instant(milliseconds: wall + margin))
    )
  }

  private func existing(_ local: LocalTime, _ around: Offsets) -> Instant? {
    for candidate in [max(around.before, around.after), min(around.before, around.after)] {
      let instant = shifted(local, candidate)
      if offset(at: instant) == candidate { return instant }
    }
    return nil
  }

  private func shifted(_ local: LocalTime, _ offset: Int) -> Instant {
    Instant(milliseconds: local.wallMilliseconds - Int64(offset) * 1000)
  }
}
