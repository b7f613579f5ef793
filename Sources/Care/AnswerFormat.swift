/// How an item asks, and which answers it takes.
///
/// The kinds check their definition when they are built and an answer when it is given (`accept`), so no user interface
/// has to. What is shown is what is stored: `shown` prints an accepted value.
public struct AnswerFormat: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case scale(WholeScale)
    case continuous(ContinuousScale)
    case textScale(TextScale)
    case numeric(NumericFormat)
    case boolean
    case choice(ChoiceFormat)
    case text(TextFormat)
    case date(DateFormat)
  }

  public let kind: Kind
  /// What stands at the lower and at the upper end.
  public var minimumLabel: String?
  public var maximumLabel: String?
  /// Stored with each value.
  public var unit: String?
  public var isVertical: Bool
  /// Shown when the form opens; nil where none was asked for, or where the asked one cannot be used.
  public let effectiveDefault: SurveyAnswer.Value?

  /// - Parameter defaultValue: as written. A scale moves it to its grid, half up; a continuous scale keeps it as it is; a
  ///   default that no answer could be is none.
  public init(
    _ kind: Kind, minimumLabel: String? = nil, maximumLabel: String? = nil, unit: String? = nil,
    isVertical: Bool = false, defaultValue: SurveyAnswer.Value? = nil
  ) {
    self.kind = kind
    self.minimumLabel = minimumLabel
    self.maximumLabel = maximumLabel
    self.unit = unit
    self.isVertical = isVertical
    effectiveDefault = defaultValue.flatMap(kind.effectiveDefault)
  }
}

/// Whole numbers on a grid from the minimum.
public struct WholeScale: Hashable, Sendable {
  public let minimum: Int
  public let maximum: Int
  public let step: Int

  /// 1 to 13.
  public var steps: Int { (maximum - minimum) / step }

  /// Whole bounds within -10000...10000, at most 13 steps of at least 1 that reach the maximum.
  public init(minimum: Double, maximum: Double, step: Double) throws(CareError) {
    let range = -10_000.0...10_000.0
    guard range.contains(minimum) else { throw .invalidSurvey(field: "minimum", .outOfRange) }
    guard range.contains(maximum) else { throw .invalidSurvey(field: "maximum", .outOfRange) }
    guard maximum > minimum else { throw .invalidSurvey(field: "maximum", .maximumNotAboveMinimum) }
    guard step >= 1, step <= maximum - minimum else { throw .invalidSurvey(field: "step", .outOfRange) }
    for (field, number) in [("minimum", minimum), ("maximum", maximum), ("step", step)] {
      guard number == number.rounded() else { throw .invalidSurvey(field: field, .notWhole) }
    }
    self.minimum = Int(minimum)
    self.maximum = Int(maximum)
    self.step = Int(step)
    guard (self.maximum - self.minimum) % self.step == 0 else {
      throw .invalidSurvey(field: "step", .stepDoesNotDivide)
    }
    guard steps <= 13 else { throw .invalidSurvey(field: "step", .tooMany(most: 13)) }
  }
}

/// Any number between two bounds, kept with so many decimals.
public struct ContinuousScale: Hashable, Sendable {
  public let minimum: Double
  public let maximum: Double
  /// 0 to 4.
  public let digits: Int

  /// Largest size of a bound for 0 to 4 digits.
  private static let largestBound: [Double] = [100_000, 10_000, 1000, 100, 10]

  /// - Parameter digits: held to 0...4.
  public init(minimum: Double, maximum: Double, digits: Int) throws(CareError) {
    self.minimum = minimum
    self.maximum = maximum
    self.digits = ContinuousScale.held(digits)
    let most = ContinuousScale.largestBound[self.digits]
    guard abs(minimum) <= most else { throw .invalidSurvey(field: "minimum", .outOfRange) }
    guard abs(maximum) <= most else { throw .invalidSurvey(field: "maximum", .outOfRange) }
    guard maximum > minimum else { throw .invalidSurvey(field: "maximum", .maximumNotAboveMinimum) }
  }

  static func held(_ digits: Int) -> Int { min(max(digits, 0), 4) }
}

/// A typed number, whole or not, with optional bounds.
public struct NumericFormat: Hashable, Sendable {
  public enum Style: String, Hashable, Sendable, CaseIterable { case integer, decimal }

  public let style: Style
  /// Inclusive; nil is open.
  public let minimum: Double?
  public let maximum: Double?

  public init(_ style: Style, minimum: Double? = nil, maximum: Double? = nil) throws(CareError) {
    for (field, bound) in [("minimum", minimum), ("maximum", maximum)] {
      guard bound?.isFinite ?? true else { throw .invalidSurvey(field: field, .outOfRange) }
    }
    if let minimum, let maximum, maximum < minimum {
      throw .invalidSurvey(field: "maximum", .maximumNotAboveMinimum)
    }
    self.style = style
    self.minimum = minimum
    self.maximum = maximum
  }
}
