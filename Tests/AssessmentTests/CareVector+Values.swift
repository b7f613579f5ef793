import Care
import JSONText
import Testing

@testable import Assessment

extension OutcomeValue.Datum {
  /// The type follows from the literal.
  init(literal cursor: JSONCursor) throws {
    switch cursor.value {
    case .string("<bytes>"): self = .binary([1, 2, 3])
    case .string("<date>"): self = .date(Instant(milliseconds: 1_772_000_000_000))
    case .string(let text): self = .text(text)
    case .bool(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    default: self = .double(try cursor.number())
    }
  }
}

extension CareVector {
  static let valueKeys = ["value", "kind", "units", "createdDate"]

  func value(_ cursor: JSONCursor, now: Instant) throws -> OutcomeValue {
    let fields = try cursor.fields(only: CareVector.valueKeys)
    return OutcomeValue(
      try .init(literal: fields.required("value")), kind: try fields["kind"]?.text(),
      units: try fields["units"]?.text(), createdDate: try fields["createdDate"].map(instant) ?? now)
  }

  func valueTypes() throws -> JSONValue {
    let types = try input.fields(only: ["values"]).required("values").list().map { cursor in
      JSONValue.string(try OutcomeValue.Datum(literal: cursor).typeName)
    }
    return .object(["types": .array(types)])
  }

  func valueEncode() throws -> JSONValue {
    let fields = try JSONCursor(try value(input, now: .earliest).json).anyFields()
    let keys = fields.object.keys.sorted().map(JSONValue.string)
    return .object(["keys": .array(keys), "type": try fields.required("type").value])
  }

  func valueDecode() throws -> JSONValue {
    let ok = try input.fields(only: ["json"]).required("json").list().map { cursor in
      let text = try cursor.text()
      return JSONValue.bool((try? OutcomeValue(json: JSONValue(parsing: text))) != nil)
    }
    return .object(["ok": .array(ok)])
  }

  func valueEqual() throws -> JSONValue {
    let fields = try input.fields(only: ["a", "b"])
    let (a, b) = (
      try value(fields.required("a"), now: .earliest), try value(fields.required("b"), now: .earliest)
    )
    return .object(["equal": .bool(a == b)])
  }

  func eventAnswer() throws -> JSONValue {
    let fields = try input.fields(only: ["values", "kind"])
    let values = try fields.required("values").list().map { cursor in
      var object = try cursor.fields(only: ["kind", "type", "value", "units"]).object
      object["createdDate"] = .integer(0)
      return try OutcomeValue(json: .object(object))
    }
    let answer = values.number(ofKind: try fields.required("kind").text())
    return .object(["answer": answer.map(JSONValue.number) ?? .null])
  }

  func extractMotion() throws -> JSONValue {
    do {
      let result = try TaskResult(json: input.value)
      let values = MotionExtractor().values(from: result, createdDate: .earliest)
      return .object(["values": values.map { .array($0.map(\.json)) } ?? .null])
    } catch {
      return .object(["error": .string(error.code), "values": .null])
    }
  }

  func resultLookup() throws -> JSONValue {
    let fields = try input.fields(only: ["results", "find"])
    let step = JSONValue.object([
      "identifier": .string("step"), "results": try fields.required("results").value,
    ])
    let result = try TaskResult(json: .object(["identifier": .string("task"), "results": .array([step])]))
    let leaf = result.step("step")?.leaf(try fields.required("find").text())
    return .object(["answer": leaf?.surveyAnswer?.value.json ?? .null])
  }

  /// The task is built as a plan builds it.
  func kneeTaskSteps() throws -> JSONValue {
    let fields = try input.fields(only: ["limb", "options", "append"])
    let append = try fields["append"]?.list().map { JSONValue.object(["id": $0.value]) } ?? []
    let knee = JSONValue.object([
      "limb": try fields.required("limb").value, "options": try fields.required("options").value,
      "append": .array(append),
    ])
    let daily: JSONValue = .object(["perDay": .integer(1), "startDay": .string("D")])
    let task = JSONValue.object(["id": .string("t"), "schedule": daily, "knee": knee])
    do {
      let plan = try PlanFile(JSONValue.object(["plan": .string("p"), "tasks": .array([task])]).compactText)
      let occasion = Occasion(actor: "t", now: Instant(milliseconds: 0), zone: .utc)
      let built = try #require(try plan.drafts(occasion).first?.content.knee)
      return .object([
        "steps": .array(built.steps.map { .string($0.id) }),
        "motionStep": .object([
          "optional": .bool(built.motionStep.isOptional), "recorder": .string(built.motionStep.recorder),
          "hz": .number(built.motionStep.rateHz),
        ]),
      ])
    } catch let error as PlanError {
      return .object(["error": .string(error.code)])
    }
  }
}
