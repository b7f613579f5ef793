import Care
import CareStore
import Foundation

/// What every verb of care needs: who, when, in which zone, and in which store.
struct CareSetting {
  let occasion: Occasion
  private let call: Invocation

  init(_ call: Invocation) throws {
    self.call = call
    let given = call.request.text("now").flatMap { Instant(rfc3339: $0) }
    let clock = WallClock.now()
    occasion = Occasion(
      participant: try ParticipantID(call.request.text("participant") ?? "me"), actor: "flexion",
      now: given ?? Instant(milliseconds: Int64(clock.seconds) * 1000 + Int64(clock.milliseconds)),
      zone: Zone(TimeZone.current))
  }

  /// The day of a flag; `today` by the clock and the zone. The parser has checked the text.
  func day(_ flag: String) -> LocalDate? {
    guard let text = call.request.text(flag) else { return nil }
    return text == "today" ? occasion.today : LocalDate(text)
  }

  /// - Parameter quietly: the caller itself says that the store was migrated.
  func open(_ access: SQLiteStore.Access, quietly: Bool = false) throws -> SQLiteStore {
    let store = try SQLiteStore(try address(), access, as: occasion.actor, at: occasion.now)
    for warning in store.warnings {
      switch warning.kind {
      case .othersCanRead:
        call.console.warn(
          "\(warning.path): others can read the store; run chmod 600 on it", code: warning.kind.rawValue)
      case .migrated where quietly: break
      case .migrated:
        call.console.note(
          "the store was of an older version and is migrated; as it was: \(warning.path)",
          code: warning.kind.rawValue)
      }
    }
    return store
  }

  /// Whether the file of the store is there.
  func exists() throws -> Bool { access(try path(), F_OK) == 0 }

  /// The file of the store, as it was named.
  func path() throws -> String {
    let address = try address()
    return address.hasPrefix("sqlite:") ? String(address.dropFirst(7)) : address
  }

  /// `--store`, else the store of the person.
  func address() throws -> String {
    if let store = call.request.text("store") { return store }
    if let folder = call.environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return "sqlite:\(folder)/flexion/store.db"
    }
    guard let home = call.environment["HOME"], home.hasPrefix("/") else {
      throw Failure(
        "noStore", "no store is named, and there is no home folder", exit: .usage, field: "store",
        hint: "write --store sqlite:PATH")
    }
    return "sqlite:\(home)/.local/share/flexion/store.db"
  }
}
