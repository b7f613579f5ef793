import Care
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  private typealias Answered = (values: [OutcomeValue.Datum]?, targets: [OutcomeValue.Datum])

  private func data(_ cursor: JSONCursor) throws -> [OutcomeValue.Datum] {
    try cursor.list().map { try OutcomeValue.Datum(literal: $0) }
  }

  private func event(_ cursor: JSONCursor) throws -> Answered {
    let fields = try cursor.fields(only: ["outcome", "targets"])
    let outcome = try fields["outcome"]?.fields(only: ["values"])
    return (
      values: try outcome.map { try data($0.required("values")) },
      targets: try fields["targets"].map(data) ?? []
    )
  }

  private func metricAndEvents() throws -> (AdherenceMetric, [Answered]) {
    let fields = try input.fields(only: ["metric", "events"])
    let name = try fields.required("metric").text()
    return (
      try #require(AdherenceMetric(rawValue: name), "\(name)"),
      try fields.required("events").list().map(event)
    )
  }

  func metric() throws -> JSONValue {
    let (metric, events) = try metricAndEvents()
    switch metric.adherence(of: events) {
    case .share(let share): return .object(["progress": .number(share)])
    case .noEvents: return .object(["state": .string("noEvents")])
    case .noTasks: return .object(["state": .string("noTasks")])
    }
  }

  func metricOfEach() throws -> JSONValue {
    let (metric, events) = try metricAndEvents()
    return .object([
      "each": .array(events.map { .number(metric.share(of: $0.values, targets: $0.targets)) })
    ])
  }

  func progressExists() throws -> JSONValue {
    let event = try event(input.fields(only: ["event"]).required("event"))
    return .object(["fraction": .number(EventProgress.existence(of: event.values).fraction)])
  }

  func progressSum() throws -> JSONValue {
    let event = try event(input.fields(only: ["event"]).required("event"))
    let progress = EventProgress.sum(of: event.values, targets: event.targets)
    return .object([
      "value": .number(progress.value), "goal": progress.goal.map(JSONValue.number) ?? .null,
      "fraction": .number(progress.fraction),
    ])
  }

  func progressLinear() throws -> JSONValue {
    let fractions = try input.fields(only: ["cases"]).required("cases").list().map { cursor in
      let pair = try cursor.list()
      try #require(pair.count == 2)
      let goal = pair[1].value == .null ? nil : try pair[1].number()
      return JSONValue.number(EventProgress(value: try pair[0].number(), goal: goal).fraction)
    }
    return .object(["fractions": .array(fractions)])
  }

  private func tree(_ cursor: JSONCursor) throws -> ProgressTree {
    guard case .array = cursor.value else { return .part(try cursor.number()) }
    return .group(try cursor.list().map(tree))
  }

  func progressCombine() throws -> JSONValue {
    let tree = try tree(input.fields(only: ["tree"]).required("tree"))
    return .object(["fraction": .number(tree.fraction)])
  }

  func progressCombineEach() throws -> JSONValue {
    let trees = try input.fields(only: ["trees"]).required("trees").list().map(tree)
    return .object(["fractions": .array(trees.map { .number($0.fraction) })])
  }
}
