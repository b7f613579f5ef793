import DecimalText

/// A raster of dots printed as Braille characters: two dots across and four down in every cell.
struct BrailleCanvas {
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0, count: columns * rows)
  }

  /// Sets the dot nearest to a point; (0, 0) is the upper left corner, one unit is one dot.
  mutating func set(_ x: Double, _ y: Double) {
    let column = Int(x.rounded(.down))
    let row = Int(y.rounded(.down))
    guard (0..<columns * 2).contains(column), (0..<rows * 4).contains(row) else { return }
    let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    cells[row / 4 * columns + column / 2] |= bits[row % 4][column % 2]
  }

  /// The rows as text; cells without a dot are blanks.
  var lines: [[Character]] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        let dots = cells[row * columns + column]
        guard dots != 0, let scalar = UnicodeScalar(0x2800 + UInt32(dots)) else { return " " }
        return Character(scalar)
      }
    }
  }
}

extension CompletionRing {
  /// The ring as seven lines for a terminal: the done part thick, the rest thin, the count in the middle.
  public var terminalLines: [String] {
    var canvas = BrailleCanvas(columns: 14, rows: 7)
    let steps = 360
    let done = Int(((share ?? 0) * Double(steps)).rounded())
    // One degree a step from the top clockwise, by repeated rotation.
    let cosine = 0.999_847_695_156_391_2
    let sine = 0.017_452_406_437_283_51
    var x = 0.0
    var y = -1.0
    for step in 0..<steps {
      let radii: [Double] = step < done ? [10.5, 11.5, 12.5, 13.5] : [13.5]
      for radius in radii where state != .dimmed || step % 12 < 6 {
        canvas.set(14 + radius * x, 14 + radius * y)
      }
      let turned = x * cosine - y * sine
      y = x * sine + y * cosine
      x = turned
    }
    var lines = canvas.lines
    let middle = Array(label)
    let start = max(0, (canvas.columns - middle.count + 1) / 2)
    for (index, character) in middle.enumerated() where start + index < canvas.columns {
      lines[3][start + index] = character
    }
    return lines.map { String($0) }
  }
}

/// One line that shows an angle against its scale: `0 [█████▌····|····] 150`.
public struct AngleGauge: Sendable, Equatable {
  public var degrees: Double?
  /// A mark on the scale [deg].
  public var target: Double?
  /// Where the scale begins [deg].
  public var start: Double

  public init(degrees: Double?, target: Double? = nil, start: Double = 0) {
    self.degrees = degrees
    self.target = target
    self.start = start
  }

  /// The bar without its number, `width` cells between the brackets. Below its start it is empty; it spans 150 degrees, or
  /// 180 for a value beyond.
  public func text(width: Int) -> String {
    let above = (degrees ?? start) - start
    let span: Double = max(above, (target ?? start) - start) > 150 ? 180 : 150
    let filled = min(max(above / span, 0), 1) * Double(width)
    let eighths = Int((filled * 8).rounded())
    let parts: [Character] = [
      "\u{258F}", "\u{258E}", "\u{258D}", "\u{258C}", "\u{258B}", "\u{258A}", "\u{2589}",
    ]
    var cells = [Character](repeating: "\u{B7}", count: max(width, 0))
    for index in cells.indices {
      let rest = eighths - index * 8
      if rest >= 8 { cells[index] = "\u{2588}" } else if rest > 0 { cells[index] = parts[rest - 1] }
    }
    if let target, width > 0 {
      cells[min(max(Int((target - start) / span * Double(width)), 0), width - 1)] = "|"
    }
    return "\(shortNumber(start)) [\(String(cells))] \(shortNumber(start + span))"
  }
}

/// The last values of a series as one line of bars, `nan` as a blank.
public struct Sparkline: Sendable, Equatable {
  public var values: [Double]

  public init(_ values: [Double]) { self.values = values }

  /// At most `width` bars, the newest on the right, between the lowest and highest value shown or, if given, the range.
  public func text(width: Int, range: ClosedRange<Double>? = nil) -> String {
    let shown = values.suffix(max(width, 0))
    let finite = shown.filter(\.isFinite)
    let low = range?.lowerBound ?? finite.min() ?? 0
    let high = range?.upperBound ?? finite.max() ?? 1
    return String(
      shown.map { value -> Character in
        guard value.isFinite else { return " " }
        let share = high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        let bars: [Character] = [
          "\u{2581}", "\u{2582}", "\u{2583}", "\u{2584}", "\u{2585}", "\u{2586}", "\u{2587}", "\u{2588}",
        ]
        return bars[min(7, Int(share * 8))]
      })
  }
}
