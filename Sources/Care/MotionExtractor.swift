/// Takes the first range of motion at any depth inside any step; files beside it are ignored.
public struct MotionExtractor: Hashable, Sendable {
  /// What is kept beside the range.
  public var numbers: [RangeOfMotionResult.Number]

  public init(numbers: [RangeOfMotionResult.Number] = [.range]) { self.numbers = numbers }

  /// The range first, then the others in their order, as doubles in degrees; nil means no outcome.
  public func values(from result: TaskResult, createdDate: Instant) -> [OutcomeValue]? {
    let motions = result.steps.lazy.flatMap(\.leaves).compactMap { leaf in
      if case .motion(let motion) = leaf.content { motion } else { nil }
    }
    guard let motion = motions.first, motion.range != nil else { return nil }
    return ([.range] + numbers.filter { $0 != .range }).compactMap { number in
      motion[number].map {
        OutcomeValue(
          .double($0), kind: number.kind(in: motion.definition), units: "deg", createdDate: createdDate)
      }
    }
  }
}
