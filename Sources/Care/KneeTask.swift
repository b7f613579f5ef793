/// Which knee a task or a measurement is about.
public enum Limb: String, Hashable, Sendable, CaseIterable { case left, right }

/// Side of a measurement; `unspecified` is kept, but never attached as it is.
public enum MeasuredSide: String, Hashable, Sendable, CaseIterable, Codable {
  case left, right, unspecified

  public var limb: Limb? { Limb(rawValue: rawValue) }
}

/// The two definitions of the knee number; they never mix.
public enum KneeDefinition: String, Hashable, Sendable, CaseIterable, Codable {
  /// Shank against thigh, two sensors; 0 is the straight leg, flexion positive.
  case jointAngle
  /// One sensor on the shin; 0 is the shin vertical, 90 level.
  case shinInclination
}

/// A range-of-motion task: steps, what to keep, and which of several measurements counts.
public struct KneeTask: Hashable, Sendable {
  public enum Option: String, Hashable, Sendable, CaseIterable { case excludeInstructions, excludeConclusion }

  /// Several measurements of one event: which one becomes the outcome.
  public enum Selection: String, Hashable, Sendable, CaseIterable {
    /// The largest range.
    case best
    /// The middle range; of an even number the lower of the two in the middle.
    case median
    /// The latest recorded; without recording times the last one attached.
    case last
  }

  public struct Step: Hashable, Sendable {
    public var id: String
    public var title: String?
    public var text: String?

    public init(id: String, title: String? = nil, text: String? = nil) {
      self.id = id
      self.title = title
      self.text = text
    }
  }

  public struct MotionStep: Hashable, Sendable {
    public let isOptional = false
    public let recorder = "deviceMotion"
    public let rateHz = 100.0
  }

  public let limb: Limb
  public let options: Set<Option>
  public let appended: [Step]
  /// Beside the range, which is always kept first.
  public let extract: [RangeOfMotionResult.Number]
  public let selection: Selection
  public let motionStep = MotionStep()

  public static let instructionStep = "instruction"
  public static let touchStep = "touch.anywhere"
  public static let motionStepID = "knee.range.of.motion"
  public static let conclusionStep = "conclusion"

  /// Refuses a step id that is taken.
  public init(
    limb: Limb, options: Set<Option> = [], appended: [Step] = [],
    extract: [RangeOfMotionResult.Number] = [.range], selection: Selection = .best
  ) throws(CareError) {
    self.limb = limb
    self.options = options
    self.appended = appended
    self.extract = extract
    self.selection = selection
    var taken: Set<String> = []
    for step in steps where !taken.insert(step.id).inserted { throw .invalidTask(field: "append.\(step.id)") }
  }

  /// In the order in which they are shown.
  public var steps: [Step] {
    let first = options.contains(.excludeInstructions) ? [] : [Step(id: KneeTask.instructionStep)]
    let last = options.contains(.excludeConclusion) ? [] : [Step(id: KneeTask.conclusionStep)]
    return first + [Step(id: KneeTask.touchStep), Step(id: KneeTask.motionStepID)] + last + appended
  }
}
