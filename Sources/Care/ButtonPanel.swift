/// A custom task: a panel of buttons whose taps are counted, left by done or cancel.
public struct ButtonPanel: Hashable, Sendable {
  /// Labels, in their order; also the keys of the counts.
  public let buttons: [String]

  /// Id of the one step of its result.
  public static let step = "buttons"

  /// At least one, each once.
  public init(buttons: [String]) throws(CareError) {
    guard (1...20).contains(buttons.count) else { throw .invalidTask(field: "custom.buttons") }
    for (place, label) in buttons.enumerated() where label.isEmpty || buttons[..<place].contains(label) {
      throw .invalidTask(field: "custom.buttons[\(place)]")
    }
    self.buttons = buttons
  }

  /// The sum of taps as an integer of kind and units `taps`; details hold the count of every button, zeros included.
  func extract(from result: TaskResult, createdDate: Instant) throws(CareError) -> Extraction? {
    guard let step = result.step(ButtonPanel.step) else { return nil }
    var sum = 0
    var counts: [Detail.Entry] = []
    for button in buttons {
      let leaf = step.leaf(button)
      guard leaf == nil || leaf?.answer != nil else { throw .malformedResult(identifier: button) }
      guard case .integer(let count) = leaf?.answer ?? .integer(0), count >= 0, count < 1_000_000_000 else {
        throw .malformedResult(identifier: button)
      }
      sum += count
      counts.append(.init(button, .integer(count)))
    }
    let value = OutcomeValue(.integer(sum), kind: "taps", units: "taps", createdDate: createdDate)
    return Extraction(values: [value], details: .map(counts))
  }
}

extension TaskContent {
  /// The panel of a custom task, as its details hold it (`custom.buttons`); nil for other tasks.
  public func buttonPanel() throws(CareError) -> ButtonPanel? {
    guard let buttons = details["custom"]?["buttons"] else { return nil }
    guard case .list(let list) = buttons else { throw .invalidTask(field: "custom.buttons") }
    var labels: [String] = []
    for case .text(let label) in list { labels.append(label) }
    guard labels.count == list.count else { throw .invalidTask(field: "custom.buttons") }
    return try ButtonPanel(buttons: labels)
  }
}

/// Taps counted so far, before done or cancel.
public struct ButtonTaps: Hashable, Sendable {
  public let panel: ButtonPanel
  public private(set) var counts: [String: Int] = [:]

  public init(_ panel: ButtonPanel) { self.panel = panel }

  /// Any order; repeats count.
  /// - Throws: `invalidAnswer` for a button that is not there, or a count below zero.
  public mutating func tap(_ button: String, times: Int = 1) throws(CareError) {
    guard panel.buttons.contains(button) else {
      throw .invalidAnswer(item: button, .notAChoice(allowed: panel.buttons))
    }
    guard times >= 0 else { throw .invalidAnswer(item: button, .below(minimum: 0)) }
    guard times < 1_000_000_000 - (counts[button] ?? 0) else {
      throw .invalidAnswer(item: button, .above(maximum: 1e9))
    }
    counts[button, default: 0] += times
  }

  /// What done hands on.
  public func result(of task: String) -> TaskResult {
    let leaves = panel.buttons.map { button in
      LeafResult(
        identifier: button, content: .answer(SurveyAnswer(.single(.integer(counts[button] ?? 0)))))
    }
    return TaskResult(
      identifier: task, steps: [StepResult(identifier: ButtonPanel.step, leaves: leaves)])
  }
}
