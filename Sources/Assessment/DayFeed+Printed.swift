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

  /// One line a card, a circle an event: filled when completed.
  public var text: String {
    var lines = ["\(day)  \(completionRing.words)"]
    if cards.isEmpty { lines.append("no cards") }
    for card in cards {
      let circles = card.events.map { $0.isCompleted ? "●" : "○" }.joined()
      lines.append("\(circles) \(card.title ?? card.task)")
      for event in card.events where event.isCompleted && !event.values.isEmpty {
        lines.append("    " + event.values.map(\.printed).joined(separator: ", "))
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
      "task": .string(task), "title": .optional(title), "limb": .optional(limb?.rawValue),
      "events": .array(
        events.map { event in
          .object([
            "occurrence": .integer(event.occurrence), "start": .string(event.start.rfc3339(in: zone)),
            "end": .string(event.end.rfc3339(in: zone)), "all_day": .bool(event.isAllDay),
            "completed": .bool(event.isCompleted), "values": .array(event.values.map(\.shortJSON)),
          ])
        }),
    ])
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
}
