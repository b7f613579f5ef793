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

  public init(_ task: TaskContent, _ knee: KneeTask, sensors: Sensors) {
    limb = knee.limb
    let words = Words(limb: knee.limb.rawValue, sensors: sensors)
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
    let limb: String
    let sensors: Sensors

    var instructions: [String] {
      [
        "1. What happens: you bend and straighten the \(limb) knee while sensors measure how far it goes.",
        "2. How to sit: on the edge of a firm chair, back straight, the \(limb) knee bent, the foot down.",
        "3. Where the sensors go: " + place,
        "4. How to move: after the signal straighten the \(limb) knee as far as it goes, then bring the leg back.",
      ]
    }

    private var place: String {
      switch sensors {
      case .thighAndShin:
        "one on the outside of the \(limb) thigh, one on the \(limb) shin below the knee, strapped so that "
          + "they do not slide."
      case .shinAlone: "one on the \(limb) shin below the knee, its upper side outwards."
      }
    }

    var start: String {
      switch sensors {
      case .thighAndShin:
        "Sit still, both sensors strapped on. Press Enter, keep still until the signal, then straighten the "
          + "\(limb) knee as far as it goes."
      case .shinAlone:
        "Hold the device against the \(limb) shin below the knee, screen outwards. Press Enter, keep still until "
          + "the signal, then straighten the \(limb) knee as far as it goes."
      }
    }

    var back: String { "Bring the \(limb) leg back to where it began and press Enter." }
    var conclusion: String { "Done. Thank you; the \(limb) knee is measured." }
  }
}
