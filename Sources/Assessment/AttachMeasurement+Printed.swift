import Care
import JSONText

extension AttachMeasurement.Kept {
  /// The value of the key `attached`: where the measurement belongs, or null.
  public var attachedJSON: JSONValue {
    guard let attachment = measurement.attachment else { return .null }
    return .object([
      "task": .string(attachment.task), "occurrence": .integer(attachment.event.occurrence),
      "day": .string("\(attachment.day)"),
    ])
  }

  /// The value of the key `unattached`: code and sentence, or null.
  public var unattachedJSON: JSONValue {
    guard let unattached else { return .null }
    return .object(["code": .string(unattached.code), "text": .string(sentence)])
  }

  /// One plain sentence: where it went, or why nowhere and how to attach it.
  public var sentence: String {
    guard let unattached else {
      return measurement.attachment.map { "attached to \($0.task) of \($0.day)" } ?? "kept"
    }
    return "kept unattached: \(unattached.reason)"
      + (unattached.hint(measurement.number).map { "; \($0)" } ?? "")
  }
}

extension AttachMeasurement.Unattached {
  /// Stable name for scripts.
  public var code: String {
    switch self {
    case .unspecifiedSide: "unspecifiedSide"
    case .sideContradicts: "sideContradicts"
    case .stopped: "stopped"
    case .noDay: "noDay"
    case .futureDay: "futureDay"
    case .noTask: "noTask"
    case .severalTasks: "severalTasks"
    case .unknownTask: "unknownTask"
    case .notAKneeTask: "notAKneeTask"
    case .otherSide: "otherSide"
    case .gateClosed: "gateClosed"
    case .notRetakable: "notRetakable"
    }
  }

  public var reason: String {
    switch self {
    case .unspecifiedSide: "neither the recording nor --side says which leg"
    case .sideContradicts(let recorded): "the recording is of the \(recorded.rawValue) leg"
    case .stopped(let flag): "the number was stopped by \(flag)"
    case .noDay: "the recording has no date and --day was not given"
    case .futureDay(let day): "\(day) lies in the future"
    case .noTask(let day, let nearest):
      "no knee task of that side is due on \(day)"
        + (nearest.isEmpty ? "" : " (due on \(nearest.map(\.description).joined(separator: " and ")))")
    case .severalTasks(let day, let tasks):
      "several knee tasks of that side are due on \(day): \(tasks.joined(separator: ", "))"
    case .unknownTask(let task): "no task \(task)"
    case .notAKneeTask(let task): "\(task) is no knee task"
    case .otherSide(let task, let limb): "\(task) is about the \(limb.rawValue) leg"
    case .gateClosed(let task, let required): "\(task) waits until \(required) is done"
    case .notRetakable(let task): "\(task) is done and may not be repeated"
    }
  }

  /// The command that would attach it; nil where none would.
  func hint(_ number: Int) -> String? {
    let command = "flexion outcomes attach \(number)"
    switch self {
    case .unspecifiedSide: return "\(command) --side left|right"
    case .noDay, .futureDay, .noTask: return "\(command) --day YYYY-MM-DD"
    case .severalTasks, .unknownTask, .notAKneeTask, .otherSide: return "\(command) --task ID"
    case .gateClosed, .notRetakable: return command
    case .stopped, .sideContradicts: return nil
    }
  }
}
