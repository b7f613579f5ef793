import Care
import JSONText

/// Reads the fields of a plan. What `D`, `today` and `now` mean comes from `start`.
struct PlanReader {
  let start: PlanStart
  /// For what names no zone of its own.
  let zone: Zone

  func date(_ cursor: JSONCursor, in zone: Zone? = nil) throws(PlanError) -> LocalDate {
    guard let date = try planDate(cursor).date(start, in: zone ?? self.zone) else {
      throw .invalid(path: cursor.path, .noDate)
    }
    return date
  }

  func instant(_ cursor: JSONCursor, in zone: Zone? = nil) throws(PlanError) -> Instant {
    guard let instant = try planDate(cursor).instant(start, in: zone ?? self.zone) else {
      throw .invalid(path: cursor.path, .noDate)
    }
    return instant
  }

  private func planDate(_ cursor: JSONCursor) throws(PlanError) -> PlanDate {
    guard let date = PlanDate(try cursor.planText()) else { throw .invalid(path: cursor.path, .noDate) }
    return date
  }
}

extension JSONCursor {
  func planText() throws(PlanError) -> String {
    try read { cursor throws(JSONFieldError) in try cursor.text() }
  }
  func planBool() throws(PlanError) -> Bool {
    try read { cursor throws(JSONFieldError) in try cursor.bool() }
  }
  func planInteger() throws(PlanError) -> Int {
    try read { cursor throws(JSONFieldError) in try cursor.integer() }
  }
  func planNumber() throws(PlanError) -> Double {
    try read { cursor throws(JSONFieldError) in try cursor.number() }
  }
  func planList() throws(PlanError) -> [JSONCursor] {
    try read { cursor throws(JSONFieldError) in try cursor.list() }
  }
  func planFields(_ known: [String]) throws(PlanError) -> JSONFields {
    try read { cursor throws(JSONFieldError) in try cursor.fields(only: known) }
  }

  private func read<Value>(_ body: (JSONCursor) throws(JSONFieldError) -> Value) throws(PlanError) -> Value {
    do { return try body(self) } catch { throw .field(error) }
  }

  /// A text that is not empty.
  func planName() throws(PlanError) -> String {
    let text = try planText()
    if text.isEmpty { throw .invalid(path: path, .empty) }
    return text
  }

  func planChoice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type)
    throws(PlanError) -> Choice
  {
    guard let choice = Choice(rawValue: try planText()) else {
      throw .invalid(path: path, .notOneOf(Choice.allCases.map(\.rawValue)))
    }
    return choice
  }

  func planZone() throws(PlanError) -> Zone {
    guard let zone = Zone(try planText()) else { throw .invalid(path: path, .unknownZone) }
    return zone
  }

  /// Runs a rule of care; its refusal is told with this place, or that of the field at fault where it stands here.
  func obey<Value>(_ rule: () throws(CareError) -> Value) throws(PlanError) -> Value {
    do { return try rule() } catch {
      let field = error.field.flatMap { hasMember($0) ? ".\($0)" : nil } ?? ""
      throw .refused(path: path + field, error)
    }
  }
}

extension JSONFields {
  func planRequired(_ key: String) throws(PlanError) -> JSONCursor {
    do { return try required(key) } catch { throw .field(error) }
  }
}
