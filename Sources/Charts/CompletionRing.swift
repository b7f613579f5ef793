import DecimalText

/// The share of a day's due events that are done, as a ring in SVG, as terminal text, and in words.
///
/// The states look different without colour: an arc, a ring with 0, a ring with a dash, a thin ring.
public struct CompletionRing: Sendable, Equatable {
  public enum State: Sendable, Equatable {
    /// No task counts on this day.
    case dimmed
    /// Tasks exist, nothing is due.
    case empty
    case zero(of: Int)
    case fraction(done: Int, of: Int)
  }

  public var state: State
  /// A day after today: shown at 40 % opacity.
  public var isFuture: Bool

  public init(_ state: State, isFuture: Bool = false) {
    self.state = state
    self.isFuture = isFuture
  }

  /// The ring that belongs to the counts of a day on which something is due.
  public init(done: Int, of due: Int, isFuture: Bool = false) {
    let state: State =
      due <= 0 ? .empty : done <= 0 ? .zero(of: due) : .fraction(done: min(done, due), of: due)
    self.init(state, isFuture: isFuture)
  }

  /// What a screen reader says.
  public var words: String {
    switch state {
    case .dimmed: "no tasks"
    case .empty: "nothing due"
    case .zero(let due): "0 of \(due) \(due == 1 ? "task" : "tasks") done"
    case .fraction(let done, let due): "\(done) of \(due) \(due == 1 ? "task" : "tasks") done"
    }
  }

  /// What stands in the middle of the ring.
  public var label: String {
    switch state {
    case .dimmed: ""
    case .empty: "\u{2013}"
    case .zero(let due): due == 1 ? "0" : "0/\(due)"
    case .fraction(let done, let due): "\(done)/\(due)"
    }
  }

  /// Share from 0 to 1; nil where nothing is due.
  public var share: Double? {
    switch state {
    case .dimmed, .empty: nil
    case .zero: 0
    case .fraction(let done, let due): Double(done) / Double(due)
    }
  }

  /// The ring as a square picture.
  public func svg(size: Double = 72, standalone: Bool = true) -> String {
    let edge = shortNumber(size)
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 72 72\" width=\"\(edge)\" height=\"\(edge)\" "
    svg += "role=\"img\" aria-label=\"\(words)\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\""
    svg += isFuture ? " opacity=\"0.4\">\n" : ">\n"
    svg += "<title>\(words)</title>\n"
    if standalone { svg += Palette.darkStyle([Palette.text, Palette.rest, Palette.done]) }
    let width = state == .dimmed ? "2" : "9"
    svg +=
      "<circle cx=\"36\" cy=\"36\" r=\"29\" fill=\"none\" \(Palette.rest.stroke) stroke-width=\"\(width)\"/>\n"
    if let share, share > 0 { svg += arc(share) }
    if !label.isEmpty {
      svg += "<text x=\"36\" y=\"41.5\" text-anchor=\"middle\" font-size=\"16\" font-weight=\"bold\" "
      svg += "\(Palette.text.fill)>\(label)</text>\n"
    }
    return svg + "</svg>\n"
  }

  /// The done part, clockwise from the top, as a dash of the right length: no trigonometry, no large-arc case.
  private func arc(_ share: Double) -> String {
    let around = 2 * Double.pi * 29
    let dash = share >= 1 ? "" : " stroke-dasharray=\"\(coordinate(share * around)) \(coordinate(around))\""
    return
      "<circle cx=\"36\" cy=\"36\" r=\"29\" fill=\"none\" \(Palette.done.stroke) stroke-width=\"9\"\(dash) "
      + "transform=\"rotate(-90 36 36)\"/>\n"
  }
}
