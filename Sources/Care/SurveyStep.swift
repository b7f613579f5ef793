/// One question of a form.
public struct FormItem: Hashable, Sendable {
  public let id: String
  public let text: String
  /// Items are optional unless said otherwise.
  public let isRequired: Bool
  public let format: AnswerFormat
  /// Until it holds, the item is not shown and cannot be answered; nil: always shown.
  public let visibility: AnswerPredicate?

  public init(
    id: String, text: String = "", isRequired: Bool = false, format: AnswerFormat,
    visibility: AnswerPredicate? = nil
  ) {
    self.id = id
    self.text = text
    self.isRequired = isRequired
    self.format = format
    self.visibility = visibility
  }
}

/// One page of a survey: a form with items, or without items something to read.
public struct SurveyStep: Hashable, Sendable {
  public let id: String
  public let title: String?
  public let text: String?
  /// A form may be skipped unless said otherwise.
  public let isOptional: Bool
  /// An untouched default is stored as an answer, marked as untouched.
  public let acceptsDefaults: Bool
  public let items: [FormItem]

  /// Refuses two items with one id.
  public init(
    id: String, title: String? = nil, text: String? = nil, isOptional: Bool = true,
    acceptsDefaults: Bool = false, items: [FormItem] = []
  ) throws(CareError) {
    guard !id.isEmpty else { throw .invalidSurvey(field: "id", .empty) }
    var known: Set<String> = []
    for item in items {
      if item.id.isEmpty { throw .invalidSurvey(field: "items", .empty) }
      if !known.insert(item.id).inserted { throw .invalidSurvey(field: "items.\(item.id)", .duplicate) }
    }
    self.id = id
    self.title = title
    self.text = text
    self.isOptional = isOptional
    self.acceptsDefaults = acceptsDefaults
    self.items = items
  }

  public var isForm: Bool { !items.isEmpty }
  public func item(_ id: String) -> FormItem? { items.first { $0.id == id } }
}
