import Care
import Foundation
import JSONText
import Testing

@testable import Assessment

extension VectorScript {
  private func key(_ fields: JSONFields) throws -> EventKey {
    EventKey(
      taskVersion: try task(fields.required("task")), occurrence: try fields.required("occurrence").integer())
  }

  /// A name that no step gave means an outcome that does not exist.
  private func id(_ step: VectorStep) throws -> UUID {
    outcomes[try step.fields.required("outcome").text()] ?? UUID()
  }

  func addOutcome(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let (key, values) = (try key(step.fields), try step.values(step.fields))
    let made = try await change { try $0.addOutcome(to: key, values: values, occasion) }
    if let made, let alias = try step.fields["as"]?.text() { outcomes[alias] = made.id }
    return ok(made)
  }

  func addOutcomes(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let list = try step.fields.required("list").list().map { cursor in
      let fields = try cursor.fields(only: ["task", "occurrence", "values"])
      return (key: try key(fields), values: try step.values(fields))
    }
    return ok(
      try await change { ledger in
        for one in list { try ledger.addOutcome(to: one.key, values: one.values, occasion) }
      })
  }

  func updateOutcome(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let id = try id(step)
    let values = try step.values(step.fields)
    var effective: Instant?
    if let text = try step.fields["effective"]?.text() {
      let seconds = text.hasSuffix("s") ? Double(text.dropLast()) : nil
      if let seconds, let current = try await outcome(id) {
        effective = current.effectiveDate.advanced(bySeconds: seconds)
      } else {
        let named: Instant = try #require(Instant(rfc3339: text))
        effective = named
      }
    }
    let made = try await change { [effective] in
      try $0.updateOutcome(id, values: values, effectiveDate: effective, occasion)
    }
    return ok(made)
  }

  func deleteOutcome(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let id = try id(step)
    return ok(try await change { try $0.deleteOutcome(id, occasion) })
  }

  func deleteValue(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let (id, index) = (try id(step), try step.fields.required("index").integer())
    return ok(try await change { try $0.deleteValue(at: index, of: id, occasion) })
  }

  func toggle(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let key = try key(step.fields)
    return ok(try await change { try $0.toggle(key, occasion) })
  }

  func countOutcomes() async throws -> JSONValue {
    .integer(try await store.read { try $0.outcomes(OutcomeFilter(participant: .me)).count })
  }

  func outcomesOn(_ step: VectorStep) async throws -> JSONValue {
    let day = try step.date()
    let filter = OutcomeFilter(participant: .me, days: day...day, reader: occasion.zone)
    let found = try await store.read { try $0.outcomes(filter) }
    guard try step.fields["show"]?.text() == "values" else { return .integer(found.count) }
    return .array(found.map { .array($0.values.map(\.datum.json)) })
  }

  func valuesOf(_ step: VectorStep) async throws -> JSONValue {
    guard let found = try await outcome(try id(step)) else { return .null }
    switch try step.fields["show"]?.text() {
    case "kind": return .array(found.values.map { .optional($0.kind) })
    case "all": return .array(found.values.map(\.json))
    default: return .array(found.values.map(\.datum.json))
    }
  }
}
