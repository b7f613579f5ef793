/// The questions of one task: steps in order, or with rules that choose the next step.
///
/// A survey is a definition and never changes while it is answered; `SurveyRun` answers it, `Extractor.answers` turns the
/// result into outcome values.
public struct Survey: Hashable, Sendable {
  public let id: String
  public private(set) var steps: [SurveyStep]
  /// nil: ordered.
  public let navigation: SurveyNavigation?

  /// Refuses two steps with one id, and rules about steps or items that do not exist.
  public init(id: String, steps: [SurveyStep], navigation: SurveyNavigation? = nil) throws(CareError) {
    self.id = id
    self.steps = []
    self.navigation = navigation
    for step in steps { try append(step) }
    try navigation?.check(against: self)
    for step in steps {
      for item in step.items { try item.visibility?.check(against: self, field: "items.\(item.id)") }
    }
  }

  /// The id must be new.
  public mutating func append(_ step: SurveyStep) throws(CareError) {
    if self.step(step.id) != nil { throw .invalidSurvey(field: "steps.\(step.id)", .duplicate) }
    steps.append(step)
  }

  public func step(_ id: String) -> SurveyStep? { steps.first { $0.id == id } }

  /// The step after this one, given the answers so far; nil at the end, and after an unknown id.
  ///
  /// - Parameter id: nil asks for the first step.
  public func next(after id: String?, answers: AnswerPredicate.LookUp = { _ in nil }) -> SurveyStep? {
    var next = unskipped(after: id, answers)
    // A circle of steps that are all left out has no end of its own.
    var left: Set<String> = []
    while let step = next, navigation?.leavesOut(step.id, answers) ?? false {
      guard left.insert(step.id).inserted else { return nil }
      next = unskipped(after: step.id, answers)
    }
    return next
  }

  private func unskipped(after id: String?, _ answers: AnswerPredicate.LookUp) -> SurveyStep? {
    guard let id else { return steps.first }
    guard let place = steps.firstIndex(where: { $0.id == id }) else { return nil }
    switch navigation?.destination(after: id, answers) {
    case .step(let id): return step(id)
    case .end: return nil
    case nil: return place + 1 < steps.count ? steps[place + 1] : nil
    }
  }
}

/// The rules of a navigable survey.
public struct SurveyNavigation: Hashable, Sendable {
  public enum Destination: Hashable, Sendable {
    case step(String)
    case end
  }

  /// Where to go if something was answered.
  public struct Branch: Hashable, Sendable {
    public var condition: AnswerPredicate
    public var destination: Destination

    public init(if condition: AnswerPredicate, goTo destination: Destination) {
      self.condition = condition
      self.destination = destination
    }
  }

  /// After one step: the first branch that holds, else `otherwise`, else the next step in order.
  public struct Rule: Hashable, Sendable {
    public var branches: [Branch]
    public var otherwise: Destination?

    public init(_ branches: [Branch], otherwise: Destination? = nil) {
      self.branches = branches
      self.otherwise = otherwise
    }
  }

  /// By the step they stand on.
  public var rules: [String: Rule]
  /// A step that would come next is left out while its condition holds; then the rules go on from it.
  public var leftOut: [String: AnswerPredicate]

  public init(rules: [String: Rule] = [:], leftOut: [String: AnswerPredicate] = [:]) {
    self.rules = rules
    self.leftOut = leftOut
  }

  fileprivate func destination(after id: String, _ answers: AnswerPredicate.LookUp) -> Destination? {
    guard let rule = rules[id] else { return nil }
    return rule.branches.first { $0.condition.holds(answers) }?.destination ?? rule.otherwise
  }

  fileprivate func leavesOut(_ id: String, _ answers: AnswerPredicate.LookUp) -> Bool {
    leftOut[id]?.holds(answers) ?? false
  }

  fileprivate func check(against survey: Survey) throws(CareError) {
    for (id, rule) in rules.sorted(by: { $0.key < $1.key }) {
      let field = "rules.\(id)"
      if survey.step(id) == nil { throw .invalidSurvey(field: field, .unknownStep) }
      for destination in rule.branches.map(\.destination) + (rule.otherwise.map { [$0] } ?? []) {
        guard case .step(let target) = destination, survey.step(target) == nil else { continue }
        throw .invalidSurvey(field: "\(field).\(target)", .unknownStep)
      }
      for branch in rule.branches { try branch.condition.check(against: survey, field: field) }
    }
    for (id, condition) in leftOut.sorted(by: { $0.key < $1.key }) {
      if survey.step(id) == nil { throw .invalidSurvey(field: "skips.\(id)", .unknownStep) }
      try condition.check(against: survey, field: "skips.\(id)")
    }
  }
}

extension AnswerPredicate {
  /// Every item that is asked about exists.
  fileprivate func check(against survey: Survey, field: String) throws(CareError) {
    for reference in references {
      if let step = reference.step, survey.step(step) == nil {
        throw .invalidSurvey(field: "\(field).\(step)", .unknownStep)
      }
      let steps = reference.step.map { id in survey.steps.filter { $0.id == id } } ?? survey.steps
      guard steps.contains(where: { $0.item(reference.item) != nil }) else {
        throw .invalidSurvey(field: "\(field).\(reference.item)", .unknownItem)
      }
    }
  }
}
