import Care

/// What a person is told while a knee task is measured, step by step (`care.md` K1, K2). The wording is ours; the task's
/// own texts go before and after it.
public struct KneeScript: Hashable, Sendable {
  /// What is strapped on.
  public enum Sensors: Hashable, Sendable {
    case thighAndShin
    case shinAlone
  }

  /// What a step waits for.
  public enum Ending: Hashable, Sendable {
    /// A key, before anything is measured.
    case key
    /// A key or the time limit; everything until then is measured.
    case motion
    /// Nothing: it is read after the measurement.
    case none
  }

  public struct Step: Hashable, Sendable {
    public var id: String
    public var title: String?
    /// One paragraph a line.
    public var lines: [String]
    public var ending: Ending
  }

  public let limb: Limb
  public let steps: [Step]

  public init(
    _ task: TaskContent, _ knee: KneeTask, sensors: Sensors, in language: Language = .english
  ) {
    limb = knee.limb
    let task = task.worded(in: language)
    let knee = task.knee ?? knee
    let words = Words(messages: Messages(language), limb: knee.limb, sensors: sensors)
    steps = knee.steps.map { step in
      switch step.id {
      case KneeTask.instructionStep:
        let own = [task.text, task.instructions].compactMap(\.self)
        return Step(id: step.id, title: task.title, lines: own + words.instructions, ending: .key)
      case KneeTask.touchStep: return Step(id: step.id, lines: [words.start], ending: .key)
      case KneeTask.motionStepID: return Step(id: step.id, lines: [words.back], ending: .motion)
      case KneeTask.conclusionStep: return Step(id: step.id, lines: [words.conclusion], ending: .none)
      default:
        return Step(id: step.id, title: step.title, lines: [step.text].compactMap(\.self), ending: .none)
      }
    }
  }

  /// The sentences; limb and sensors change words only.
  private struct Words {
    let messages: Messages
    let limb: Limb
    let sensors: Sensors

    private var side: String { messages[limb == .left ? .left : .right] }

    var instructions: [String] {
      [.kneeHappens, .kneeSit, sensors == .thighAndShin ? .kneePlaceOfTwo : .kneePlaceOfOne, .kneeMove].map {
        messages[$0, side]
      }
    }

    var start: String { messages[sensors == .thighAndShin ? .kneeStartOfTwo : .kneeStartOfOne, side] }
    var back: String { messages[.kneeBack, side] }
    var conclusion: String { messages[.kneeDone, side] }
  }
}
