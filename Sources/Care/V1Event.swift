/// An event of a CareKit 1.x plan as it was stored: a state and a result. Only for reading such plans.
public struct V1Event: Hashable, Sendable {
  /// `initial` and `notCompleted` are both open; the second had a result that was undone.
  public enum State: String, Hashable, Sendable, CaseIterable { case initial, notCompleted, completed }

  public var state: State
  public var result: V1Result?

  public init(state: State = .initial, result: V1Result? = nil) {
    self.state = state
    self.result = result
  }

  /// Stores exactly what is passed: undo with the old result keeps it, without a result clears it.
  public mutating func update(state: State, result: V1Result?) {
    self.state = state
    self.result = result
  }

  /// A completed event of a task whose result may not be reset cannot be started again.
  public func canRetake(resultResettable: Bool) -> Bool {
    EventRules.canStart(isCompleted: state == .completed, resultResettable: resultResettable)
  }
}

/// The result of a CareKit 1.x event.
public struct V1Result: Hashable, Sendable {
  public var valueString: String
  public var unitString: String?
  public var userInfo: Detail
  /// At most two.
  public let values: [Double]

  public init(
    valueString: String, unitString: String? = nil, userInfo: Detail = .none, values: [Double] = []
  ) throws(CareError) {
    guard values.count <= 2 else { throw .invalidValue(field: "values") }
    guard values.allSatisfy(\.isFinite) else { throw .invalidValue(field: "values") }
    self.valueString = valueString
    self.unitString = unitString
    self.userInfo = userInfo
    self.values = values
  }

  /// The 1.x form of an outcome of today: the first value as text with its unit, details as user info.
  public init(_ extraction: Extraction) throws(CareError) {
    guard let first = extraction.values.first else { throw .invalidValue(field: "values") }
    let text =
      switch first.datum {
      case .integer(let value): "\(value)"
      case .double(let value): "\(value)"
      case .boolean(let value): "\(value)"
      case .text(let text): text
      case .date(let instant): instant.rfc3339
      case .binary: throw CareError.invalidValue(field: "values")
      }
    try self.init(valueString: text, unitString: first.units, userInfo: extraction.details)
  }
}

/// Week values and thresholds of CareKit 1.x; everywhere else a day is drawn by `RingState`.
public enum V1Adherence {
  /// One activity on one day.
  public struct Count: Hashable, Sendable {
    public var total: Int
    public var completed: Int
    /// Optional activities are left out.
    public var isOptional: Bool

    public init(total: Int, completed: Int, isOptional: Bool = false) {
      self.total = total
      self.completed = completed
      self.isOptional = isOptional
    }
  }

  /// A future day is 0, a day with nothing due 1, else the share done.
  public static func value(of activities: [Count], isFuture: Bool) -> Double {
    if isFuture { return 0 }
    let counting = activities.filter { !$0.isOptional }
    let total = counting.reduce(0) { $0 + $1.total }
    let completed = counting.reduce(0) { $0 + $1.completed }
    return total <= 0 ? 1 : min(1, max(0, Double(completed) / Double(total)))
  }

  /// Strictly below.
  public static func fires(threshold: Double, share: Double) -> Bool { share < threshold }
}
