import Care
import Charts
import JSONText

extension DayFeed {
  /// The ring as a picture: SVG, terminal lines, words.
  public var completionRing: CompletionRing {
    switch ring {
    case .dimmed: CompletionRing(.dimmed, isFuture: isFuture)
    case .empty where due == 0: CompletionRing(.empty, isFuture: isFuture)
    default: CompletionRing(done: done, of: due, isFuture: isFuture)
    }
  }

  /// The members of the JSON answer, in their order.
  public var json: JSONObject {
    [
      "participant": .string(participant.text), "day": .string("\(day)"), "future": .bool(isFuture),
      "ring": .object([
        "state": .string(ring.name), "fraction": .optional(adherence.share, decimals: 4),
        "done": .integer(done), "due": .integer(due),
      ]),
      "cards": .array(cards.map { $0.json(in: zone) }),
    ]
  }
}

extension RingState {
  /// Stable name for scripts.
  public var name: String {
    switch self {
    case .dimmed: "dimmed"
    case .empty: "empty"
    case .zero: "zero"
    case .fraction: "fraction"
    }
  }
}

extension DayFeed.Card {
  fileprivate func json(in zone: Zone) -> JSONValue {
    .object([
      "task": .string(task), "title": .optional(title), "kind": .string(kind.rawValue),
      "limb": .optional(content.knee?.limb.rawValue), "text": .optional(content.text),
      "instructions": .optional(content.instructions),
      "asset": content.asset.map {
        .object(["kind": .string($0.kind.rawValue), "url": .string($0.url)])
      } ?? .null,
      "tint": .optional(content.tint), "group": .optional(content.groupIdentifier),
      "buttons": content.panel.map { .array($0.buttons.map(JSONValue.string)) } ?? .null,
      "events": .array(events.map { .object($0.json(in: zone)) }),
    ])
  }
}

extension DayFeed.Event {
  /// The event as it stands: when, whether it is done, and what may be done with it.
  public func json(in zone: Zone) -> JSONObject {
    let occurrence = event.occurrence
    return [
      "occurrence": .integer(occurrence.number), "start": .string(occurrence.start.rfc3339(in: zone)),
      "end": .string(occurrence.end.rfc3339(in: zone)), "all_day": .bool(occurrence.isAllDay),
      "completed": .bool(isCompleted), "label": .string(state.label.rawValue),
      "action": .optional(state.tap?.name), "refused": .optional(state.refusal?.code),
      "opacity": .fixed(state.opacity, decimals: 1), "outcome": .optional(event.outcome?.id.uuidString),
      "values": .array(values.map(\.shortJSON)), "last_result": .array(lastResult.map(\.shortJSON)),
    ]
  }
}

extension EventAction {
  /// Stable name for scripts.
  public var name: String {
    switch self {
    case .complete: "complete"
    case .start(let kind): kind.rawValue
    case .undo: "undo"
    }
  }
}

extension OutcomeValue {
  /// Kind, value and units; degrees with two decimals.
  public var shortJSON: JSONValue {
    var value = datum.json
    if case .double(let number) = datum, units == "deg" { value = .fixed(number, decimals: 2) }
    return .object([
      "kind": .optional(kind), "type": .string(datum.typeName), "value": value, "units": .optional(units),
    ])
  }

  /// As a person reads it on a card: whole numbers without a point, degrees with two decimals.
  public func words(in messages: Messages) -> String {
    let number: String
    switch datum {
    case .integer(let value): number = "\(value)"
    case .double(let value) where units != "deg": number = messages.plain(value)
    case .boolean(let value): number = messages[value ? .yes : .no]
    default: return printed
    }
    // A kind that is its own unit is said once: `4 taps`.
    return [kind == units ? nil : kind, number, units].compactMap(\.self).joined(separator: " ")
  }
}
