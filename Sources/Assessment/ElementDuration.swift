import JSONText

/// How long an event lasts, as plans and exchange files write it.
public enum ElementDuration: Hashable, Sendable {
  case allDay
  case seconds(Double)

  /// A number of seconds, `"allDay"`, or an object with `isAllDay` or `seconds`; all-day wins if both are given.
  public init(_ cursor: JSONCursor) throws(PlanError) {
    switch cursor.value {
    case .string:
      guard try cursor.planText() == "allDay" else {
        throw .invalid(path: cursor.path, .notOneOf(["allDay"]))
      }
      self = .allDay
    case .object:
      let fields = try cursor.planFields(["isAllDay", "seconds"])
      let isAllDay = try fields["isAllDay"]?.planBool() ?? false
      self = isAllDay ? .allDay : .seconds(try fields.planRequired("seconds").planNumber())
    default: self = .seconds(try cursor.planNumber())
    }
  }
}
