import Care
import Foundation
import Inertial

/// Keeps measurements and makes them count: measurement, day, event, task result, outcome, in one transaction.
public enum AttachMeasurement {
  /// What the caller asks for beside what the recording says.
  public struct Request: Hashable, Sendable {
    /// Of an event, if the recording has no absolute time of its own.
    public var day: LocalDate?
    /// The task, if the day has several of that side.
    public var task: String?
    /// For a measurement whose recording named no side.
    public var limb: Limb?
    /// Whether `day` goes before the recording's own time: a deliberate correction by a person.
    public var dayGoesFirst: Bool

    public init(
      day: LocalDate? = nil, task: String? = nil, limb: Limb? = nil, dayGoesFirst: Bool = false
    ) {
      self.day = day
      self.task = task
      self.limb = limb
      self.dayGoesFirst = dayGoesFirst
    }
  }

  /// What became of one measurement.
  public struct Kept: Hashable, Sendable {
    public var measurement: StoredMeasurement
    /// false: the same measurement was in the store already.
    public var isNew: Bool
    /// nil if `measurement.attachment` says where it belongs.
    public var unattached: Unattached?
    /// The outcome of the event as it now stands.
    public var outcome: Outcome?
    /// What the other measurements of the event make doubtful: `trialSpread`.
    public var flags: [QualityFlag] = []
  }

  /// Why a measurement belongs to no event.
  public enum Unattached: Hashable, Sendable {
    case unspecifiedSide
    /// The recording says another side than the caller.
    case sideContradicts(recorded: Limb)
    /// Code of the flag that stopped the number.
    case stopped(by: String)
    /// The recording has no date, and none was given.
    case noDay
    case futureDay(LocalDate)
    /// No knee task of that side has an event that day; the nearest days that have one.
    case noTask(LocalDate, nearest: [LocalDate])
    case severalTasks(LocalDate, [String])
    case unknownTask(String)
    case notAKneeTask(String)
    case otherSide(task: String, limb: Limb)
    case gateClosed(task: String, requires: String)
    case notRetakable(task: String)
  }

  /// Keeps each measurement and attaches those that can be; the same recordings again add nothing.
  public static func keep(
    _ records: [MeasurementRecord], _ request: Request = Request(), in store: some OutcomeStore,
    _ occasion: Occasion
  ) async throws -> [Kept] {
    try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      try records.map { record in
        let (stored, isNew) = try ledger.keep(record)
        return try ledger.attach(stored, isNew: isNew, request, occasion)
      }
    }
  }

  /// Attaches a measurement that was kept before.
  public static func attach(
    number: Int, _ request: Request, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> Kept {
    try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      let filter = MeasurementFilter(participant: occasion.participant, number: number)
      guard let stored = try ledger.measurements(filter).first else { throw CareError.unknownMeasurement }
      return try ledger.attach(stored, isNew: false, request, occasion)
    }
  }
}
