import Care
import JSONText
import Testing

@testable import Assessment

extension SurveyAnswer.Value {
  /// The text `NaN` stands for what is not a number.
  init(number cursor: JSONCursor) throws {
    if cursor.value == .string("NaN") {
      self = .single(.double(.nan))
    } else {
      try self.init(literal: cursor)
    }
  }

  init(literal cursor: JSONCursor) throws {
    self = try #require(SurveyAnswer.Value(json: cursor.value), "\(cursor.path)")
  }
}

extension AnswerFormat {
  /// A format that takes this answer, whatever it is.
  init(taking answer: SurveyAnswer.Value?) throws {
    switch answer {
    case .single(.boolean)?: self.init(.boolean)
    case .single(let datum)? where datum.number != nil: self.init(.numeric(try NumericFormat(.decimal)))
    case .several(let ids)?:
      self.init(.choice(try ChoiceFormat(ids.map { Choice(id: $0) }, allowsSeveral: true)))
    default: self.init(.text(try TextFormat()))
    }
  }
}

extension CareVector {
  private static let scaleKeys = ["kind", "min", "max", "step", "digits"]

  private func scale(_ fields: JSONFields, defaultValue: SurveyAnswer.Value? = nil) throws -> AnswerFormat {
    let (minimum, maximum) = (try fields.required("min").number(), try fields.required("max").number())
    switch try fields.required("kind").text() {
    case "scale":
      let step = try fields.required("step").number()
      let scale = try WholeScale(minimum: minimum, maximum: maximum, step: step)
      return AnswerFormat(.scale(scale), defaultValue: defaultValue)
    case "continuous":
      let digits = try fields.required("digits").integer()
      let scale = try ContinuousScale(minimum: minimum, maximum: maximum, digits: digits)
      return AnswerFormat(.continuous(scale), defaultValue: defaultValue)
    case let kind:
      Issue.record("unknown kind \(kind)")
      return AnswerFormat(.boolean)
    }
  }

  /// nil for a definition that is refused.
  private func built<Made>(_ build: () throws -> Made) throws -> Made? {
    do { return try build() } catch is CareError { return nil }
  }

  func scaleValidate() throws -> JSONValue {
    let fields = try input.fields(only: CareVector.scaleKeys)
    guard let format = try built({ try scale(fields) }) else { return .object(["valid": .bool(false)]) }
    switch format.kind {
    case .scale(let scale): return .object(["valid": .bool(true), "steps": .integer(scale.steps)])
    case .continuous(let scale): return .object(["valid": .bool(true), "digits": .integer(scale.digits)])
    default: return .null
    }
  }

  func scaleDefault() throws -> JSONValue {
    let fields = try input.fields(only: CareVector.scaleKeys + ["default"])
    let wanted = try fields["default"].map { try SurveyAnswer.Value(number: $0) }
    guard let format = try built({ try scale(fields, defaultValue: wanted) }) else {
      return .object(["valid": .bool(false), "default": .null])
    }
    return .object(["valid": .bool(true), "default": format.effectiveDefault?.json ?? .null])
  }

  func scaleAccept() throws -> JSONValue {
    let fields = try input.fields(only: CareVector.scaleKeys + ["answer"])
    let format = try built { try scale(fields) }
    let answer = try SurveyAnswer.Value(number: fields.required("answer"))
    return .object(["accepted": .bool((try? format?.accept(answer)) != nil)])
  }

  func continuousResult() throws -> JSONValue {
    let fields = try input.fields(only: ["digits", "raw"])
    let digits = try fields.required("digits").integer()
    let raw = try fields.required("raw")
    func stored(_ cursor: JSONCursor) throws -> JSONValue {
      .number(ContinuousScale.stored(try cursor.number(), digits: digits))
    }
    guard case .array = raw.value else { return .object(["result": try stored(raw)]) }
    return .object(["result": .array(try raw.list().map(stored))])
  }

  func textScaleValidate() throws -> JSONValue {
    let count = try input.fields(only: ["choices"]).required("choices").integer()
    let choices = (0..<max(0, count)).map { Choice(id: "choice \($0)") }
    return .object(["valid": .bool(try built { try TextScale(choices) } != nil)])
  }

  func numericAccept() throws -> JSONValue {
    let fields = try input.fields(only: ["min", "max", "answers"])
    let numeric = try NumericFormat(
      .decimal, minimum: fields["min"]?.number(), maximum: fields["max"]?.number())
    let format = AnswerFormat(.numeric(numeric))
    let accepted = try fields.required("answers").list().map { cursor in
      let answer = try SurveyAnswer.Value(number: cursor)
      return JSONValue.bool((try? format.accept(answer)) != nil)
    }
    return .object(["accepted": .array(accepted)])
  }
}
