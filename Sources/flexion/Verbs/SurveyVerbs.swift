import Assessment
import Care
import CareStore
import JSONText

/// `survey show`: the questions of a task as they would be asked.
enum SurveyShowVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let task = call.request.arguments[0]
    let day = setting.day("day") ?? setting.occasion.today
    let survey = try await ActOnEvent.questions(
      of: task, on: day, in: call.language, store: try setting.open(.readOnly), setting.occasion)
    let page = SurveyText(survey, in: Messages(call.language))
    return Answer(
      text: page.text, json: ["task": .string(task), "day": .string("\(day)"), "survey": page.json])
  }
}

/// `survey answer`: from flags and a file, else question by question at the terminal.
enum SurveyAnswerVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let choice = try EventVerbs.choice(call, task: call.request.arguments[0], setting)
    let isGiven = call.request.has("answers") || call.request.has("set")
    if !isGiven, !TerminalDialogue.canAsk {
      throw Failure(
        "noAnswers", "there are no answers, and no terminal to ask at", exit: .usage, field: "set",
        hint: "write --set ITEM=VALUE for each item, or --answers FILE")
    }
    let store = RehearsedStore(base: try setting.open(.readWrite), isRehearsal: call.request.has("dry-run"))
    let opened = try await ActOnEvent.open(choice, in: store, setting.occasion)
    guard let survey = try opened.event.task.content.questions(in: call.language) else {
      throw ActOnEvent.OpensFirst(task: choice.task, kind: CardKind(opened.event.task.content) ?? .tap)
    }
    let result = isGiven ? try answered(survey, call) : SurveyPage.result(survey, call)
    let reason: FinishReason = result == nil ? .discarded : .completed
    let finish = await opened.finish(reason, result: result, in: store, setting.occasion)
    return try EventVerbs.answer(finish, to: opened.event, call, setting)
  }

  /// The file first, then the flags.
  private static func answered(_ survey: Survey, _ call: Invocation) throws -> TaskResult? {
    var answers: [String: SurveyAnswer.Value] = [:]
    if let file = call.request.text("answers") { answers = try AnswerFile.read(file) }
    var typed: Set<String> = []
    for flag in call.request.list("set") {
      let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let item = parts[0]
      guard typed.insert(item).inserted else {
        throw Failure("givenTwice", "`\(item)` is answered twice", exit: .usage, field: "set")
      }
      guard let format = survey.steps.lazy.compactMap({ $0.item(item) }).first?.format else {
        throw CareError.invalidAnswer(item: item, .unknownItem)
      }
      do { answers[item] = try format.value(typed: parts[1]) } catch {
        throw CareError.invalidAnswer(item: item, error)
      }
    }
    var run = try SurveyRun.answering(survey, with: answers)
    return try run.finish(.completed)
  }
}

/// A file of answers: one JSON object, a member an item; `null` is no answer.
enum AnswerFile {
  static func read(_ file: String) throws -> [String: SurveyAnswer.Value] {
    let text = try TextFile.read(file)
    let root: JSONValue
    do { root = try JSONValue(parsing: text, limits: JSONLimits(bytes: 4 << 20, depth: 8)) } catch {
      throw Faults.words(error).naming(file)
    }
    guard case .object(let object) = root else {
      throw Faults.words(
        JSONFieldError(path: "", problem: .wrongKind(expected: "object", found: root.kind))
      ).naming(file)
    }
    var answers: [String: SurveyAnswer.Value] = [:]
    for member in object.members where member.value != .null {
      guard let value = SurveyAnswer.Value(json: member.value) else {
        var failure = Faults.refused(
          "invalidAnswer",
          "answer to `\(member.key)` must be a number, a text, true, false, or a list of texts",
          field: member.key)
        failure.line = JSONPlace.line(of: member.key, in: text)
        throw failure.naming(file)
      }
      answers[member.key] = value
    }
    return answers
  }
}
