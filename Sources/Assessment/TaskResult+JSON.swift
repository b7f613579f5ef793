import Care
import JSONText

extension TaskResult {
  /// Reads a result tree; a leaf directly below the task, a missing layer or a leaf of the wrong kind is
  /// `malformedResult`.
  public init(json: JSONValue) throws(CareError) {
    let (identifier, results) = try TaskResult.node(json)
    var steps: [StepResult] = []
    for json in results {
      guard case .step(let step) = try TaskResult.item(json) else {
        throw .malformedResult(identifier: identifier)
      }
      steps.append(step)
    }
    self.init(identifier: identifier, steps: steps)
  }

  /// What has `results` is a step, everything else a leaf.
  private static func item(_ json: JSONValue) throws(CareError) -> StepResult.Item {
    guard case .object(let object) = json, object["results"] != nil else { return .leaf(try leaf(json)) }
    let (identifier, results) = try node(json)
    var items: [StepResult.Item] = []
    for json in results { items.append(try item(json)) }
    return .step(StepResult(identifier: identifier, items: items))
  }

  private static func node(_ json: JSONValue) throws(CareError) -> (identifier: String, results: [JSONValue])
  {
    guard case .object(let object) = json, case .string(let identifier)? = object["identifier"],
      case .array(let results)? = object["results"]
    else { throw .malformedResult(identifier: identifierText(json)) }
    return (identifier, results)
  }

  private static func leaf(_ json: JSONValue) throws(CareError) -> LeafResult {
    guard case .object(let object) = json, case .string(let identifier)? = object["identifier"] else {
      throw .malformedResult(identifier: identifierText(json))
    }
    let fields = JSONFieldsOfLeaf(object: object, identifier: identifier)
    switch object["type"] {
    case .string("file")?:
      return LeafResult(
        identifier: identifier,
        content: .file(path: try fields.text("path") ?? "", sha256: try fields.text("sha256") ?? ""))
    case .string("rangeOfMotion")?:
      return LeafResult(identifier: identifier, content: .motion(try fields.motion()))
    case .string?, nil: return LeafResult(identifier: identifier, content: .answer(try fields.answer()))
    default: throw .malformedResult(identifier: identifier)
    }
  }

  private static func identifierText(_ json: JSONValue) -> String {
    guard case .object(let object) = json, case .string(let text)? = object["identifier"] else { return "" }
    return text
  }

  public var json: JSONValue {
    .object(["identifier": .string(identifier), "results": .array(steps.map(\.json))])
  }
}

/// Reads the members of one leaf; whatever does not fit makes the leaf malformed.
private struct JSONFieldsOfLeaf {
  var object: JSONObject
  var identifier: String

  func text(_ key: String) throws(CareError) -> String? {
    switch object[key] ?? .null {
    case .null: return nil
    case .string(let text): return text
    default: throw .malformedResult(identifier: identifier)
    }
  }

  func number(_ key: String) throws(CareError) -> Double? {
    switch object[key] ?? .null {
    case .null: return nil
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: throw .malformedResult(identifier: identifier)
    }
  }

  /// Without a definition it is the one of a single sensor on the shin.
  func motion() throws(CareError) -> RangeOfMotionResult {
    let name = try text("definition") ?? KneeDefinition.shinInclination.rawValue
    guard let definition = KneeDefinition(rawValue: name) else {
      throw .malformedResult(identifier: identifier)
    }
    return RangeOfMotionResult(
      definition: definition, start: try number("start"), finish: try number("finish"),
      minimum: try number("minimum"), maximum: try number("maximum"), range: try number("range"))
  }

  /// Without `touched` it was given by somebody.
  func answer() throws(CareError) -> SurveyAnswer? {
    guard let json = object["answer"], json != .null else { return nil }
    guard let value = SurveyAnswer.Value(json: json), value != .several([]) else {
      throw .malformedResult(identifier: identifier)
    }
    switch object["touched"] ?? .null {
    case .null: return SurveyAnswer(value)
    case .bool(let isTouched): return SurveyAnswer(value, isTouched: isTouched)
    default: throw .malformedResult(identifier: identifier)
    }
  }
}

extension StepResult {
  fileprivate var json: JSONValue {
    let results = items.map { item in
      switch item {
      case .leaf(let leaf): leaf.json
      case .step(let step): step.json
      }
    }
    return .object(["identifier": .string(identifier), "results": .array(results)])
  }
}

extension LeafResult {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["identifier": .string(identifier)]
    switch content {
    case .answer(let answer):
      object["answer"] = answer?.value.json ?? .null
      object["touched"] = answer.map { .bool($0.isTouched) }
    case .file(let path, let sha256):
      object["type"] = .string("file")
      object["path"] = .string(path)
      object["sha256"] = .string(sha256)
    case .motion(let motion):
      object["type"] = .string("rangeOfMotion")
      object["definition"] = .string(motion.definition.rawValue)
      for number in [RangeOfMotionResult.Number.start, .finish, .minimum, .maximum, .range] {
        object[number.rawValue] = motion[number].map(JSONValue.number) ?? .null
      }
    }
    return .object(object)
  }
}
