import DecimalText

/// Errors of several methods, a panel a measure: a line a method, a dot a recording, a stroke at the mean.
///
/// A pure value: equal values give equal bytes. The axes are logarithmic, since filters differ by a factor and not by
/// an amount. Ours are in the colour of a curve, others in grey.
public struct ErrorStrips: Sendable, Equatable {
  /// One error [deg].
  public struct Dot: Sendable, Equatable {
    public var degrees: Double
    /// Drawn as a ring: a recording of the second kind.
    public var isHollow: Bool

    public init(degrees: Double, isHollow: Bool) {
      self.degrees = degrees
      self.isHollow = isHollow
    }
  }

  /// What one panel shows of one method.
  public struct Strip: Sendable, Equatable {
    public var dots: [Dot]
    /// nil: no mean, since one recording has no number.
    public var mean: Double?

    public init(dots: [Dot], mean: Double?) {
      self.dots = dots
      self.mean = mean
    }
  }

  public struct Line: Sendable, Equatable {
    public var name: String
    public var isOwn: Bool
    /// In the order of the panels; nil: the method has no such error.
    public var strips: [Strip?]

    public init(name: String, isOwn: Bool, strips: [Strip?]) {
      self.name = name
      self.isOwn = isOwn
      self.strips = strips
    }
  }

  public var title: String
  public var subtitle: String
  /// Names of the panels.
  public var panels: [String]
  public var lines: [Line]

  public init(title: String, subtitle: String, panels: [String], lines: [Line]) {
    self.title = title
    self.subtitle = subtitle
    self.panels = panels
    self.lines = lines
  }

  private static let width = 920.0, left = 178.0, gap = 40.0, right = 24.0
  private static let top = 92.0, pitch = 24.0
  /// Ends of the axes [deg]; what lies beyond is drawn at the end.
  private static let ends = (lowest: 0.1, highest: 100.0)

  private var panelWidth: Double {
    let count = Double(max(1, panels.count))
    return (Self.width - Self.left - Self.right - Self.gap * (count - 1)) / count
  }

  public func svg() -> String {
    let bottom = Self.top + Double(lines.count) * Self.pitch
    var svg = Picture.head(title, subtitle, width: Self.width, height: bottom + 40)
    for (number, line) in lines.enumerated() {
      svg += Picture.text(line.name, x: Self.left - 14, y: height(number) + 4, Palette.text, anchor: "end")
    }
    for (number, panel) in panels.enumerated() {
      let x = Self.left + Double(number) * (panelWidth + Self.gap)
      svg += "<g transform=\"translate(\(coordinate(x)) 0)\">\n"
      svg += Picture.text(panel, x: 0, y: Self.top - 14, Palette.text)
      svg += grid(bottom)
      for (row, line) in lines.enumerated() where number < line.strips.count {
        if let strip = line.strips[number] { svg += drawn(strip, line, y: height(row)) }
      }
      svg += "</g>\n"
    }
    return svg + "</svg>\n"
  }

  private func height(_ line: Int) -> Double { Self.top + (Double(line) + 0.5) * Self.pitch }

  private func grid(_ bottom: Double) -> String {
    var svg = ""
    for degrees in [0.1, 0.3, 1, 3, 10, 30, 100] {
      let x = place(degrees)
      svg +=
        "<path d=\"M\(coordinate(x)) \(coordinate(Self.top - 6))V\(coordinate(bottom))\" \(Palette.grid.stroke)/>\n"
      svg += Picture.text(
        degreesLabel(shortNumber(degrees)), x: x, y: bottom + 16, Palette.quiet, anchor: "middle", size: 10)
    }
    return svg
  }

  private func drawn(_ strip: Strip, _ line: Line, y: Double) -> String {
    let role = line.isOwn ? Palette.curve : Palette.rest
    var svg = ""
    for dot in strip.dots where dot.degrees.isFinite {
      let circle = "<circle cx=\"\(coordinate(place(dot.degrees)))\" cy=\"\(coordinate(y))\" r=\"3\" "
      svg +=
        circle
        + (dot.isHollow ? "fill=\"none\" \(role.stroke)/>\n" : "\(role.fill) fill-opacity=\"0.55\"/>\n")
    }
    guard let mean = strip.mean, mean.isFinite else {
      return svg + Picture.text("failed", x: panelWidth, y: y + 4, Palette.mark, anchor: "end", size: 10)
    }
    let x = coordinate(place(mean))
    return svg
      + "<path d=\"M\(x) \(coordinate(y - 9))v18\" fill=\"none\" \(Palette.mark.stroke) stroke-width=\"2.5\"/>\n"
  }

  /// Horizontal place of an error; the ends hold what lies beyond them.
  private func place(_ degrees: Double) -> Double {
    let inside = min(max(degrees, Self.ends.lowest), Self.ends.highest)
    return DecimalLogarithm.of(inside / Self.ends.lowest) / 3 * panelWidth
  }
}

/// Logarithm to the base 10 without the mathematical library, good to a thousandth of a pixel.
private enum DecimalLogarithm {
  static func of(_ value: Double) -> Double {
    // value = m 2^e with m in 1..<2; ln m = 2 artanh((m - 1) / (m + 1)).
    let exponent = Double(value.exponent)
    let t = (value.significand - 1) / (value.significand + 1)
    let square = t * t
    let series = t * (1 + square * (1 / 3.0 + square * (1 / 5.0 + square * (1 / 7.0 + square / 9))))
    return (2 * series + exponent * 0.693147180559945) / 2.302585092994046
  }
}
