/// What doing a task gave: one result a step, and below each the leaves.
public struct TaskResult: Hashable, Sendable {
  public var identifier: String
  public var steps: [StepResult]

  public init(identifier: String, steps: [StepResult]) {
    self.identifier = identifier
    self.steps = steps
  }

  /// The newest result of a step; a step that was seen twice has two.
  public func step(_ identifier: String) -> StepResult? { steps.last { $0.identifier == identifier } }
}

public struct StepResult: Hashable, Sendable {
  /// A leaf, or a step inside a step.
  public indirect enum Item: Hashable, Sendable {
    case leaf(LeafResult)
    case step(StepResult)
  }

  public var identifier: String
  public var items: [Item]

  public init(identifier: String, items: [Item] = []) {
    self.identifier = identifier
    self.items = items
  }

  public init(identifier: String, leaves: [LeafResult]) {
    self.init(identifier: identifier, items: leaves.map(Item.leaf))
  }

  /// In order, at any depth.
  public var leaves: [LeafResult] {
    items.flatMap { item in
      switch item {
      case .leaf(let leaf): [leaf]
      case .step(let step): step.leaves
      }
    }
  }

  /// The newest leaf of this id.
  public func leaf(_ identifier: String) -> LeafResult? { leaves.last { $0.identifier == identifier } }
}

public struct LeafResult: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// nil: unanswered.
    case answer(SurveyAnswer?)
    case file(path: String, sha256: String)
    case motion(RangeOfMotionResult)
  }

  public var identifier: String
  public var content: Content

  public init(identifier: String, content: Content) {
    self.identifier = identifier
    self.content = content
  }

  /// nil for files, motions and unanswered questions.
  public var surveyAnswer: SurveyAnswer? {
    if case .answer(let answer) = content { answer } else { nil }
  }

  /// The one datum of an answer; nil for a choice of several.
  public var answer: OutcomeValue.Datum? {
    if case .single(let datum)? = surveyAnswer?.value { datum } else { nil }
  }
}

extension TaskResult {
  /// The result of a knee task whose motion step was measured: every step in order, the recording and the
  /// numbers below the motion step.
  public init(of task: CareTask, knee: KneeTask, measured record: MeasurementRecord) {
    let steps = knee.steps.map { step in
      guard step.id == KneeTask.motionStepID else { return StepResult(identifier: step.id) }
      let file = LeafResult.Content.file(path: record.source, sha256: record.sha256)
      return StepResult(
        identifier: step.id,
        leaves: [
          LeafResult(identifier: knee.motionStep.recorder, content: file),
          LeafResult(identifier: step.id, content: .motion(record.numbers)),
        ])
    }
    self.init(identifier: task.id, steps: steps)
  }
}
