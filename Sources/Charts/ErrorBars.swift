import DecimalText

/// One error a name as horizontal bars, ours in the colour of a curve, others in grey. A pure value; degrees.
public struct ErrorBars: Sendable, Equatable {
  public struct Bar: Sendable, Equatable {
    public var name: String
    /// nil: no number, and no bar.
    public var degrees: Double?
    public var isOwn: Bool

    public init(name: String, degrees: Double?, isOwn: Bool) {
      self.name = name
      self.degrees = degrees
      self.isOwn = isOwn
    }
  }

  public var title: String
  public var subtitle: String
  public var bars: [Bar]
  /// Longer bars are cut off here and say so by their number [deg].
  public var limit: Double

  public init(title: String, subtitle: String, bars: [Bar], limit: Double = 5) {
    self.title = title
    self.subtitle = subtitle
    self.bars = bars
    self.limit = limit
  }

  private static let width = 920.0, left = 330.0, length = 500.0, top = 76.0, pitch = 26.0

  public func svg() -> String {
    let height = Self.top + Double(bars.count) * Self.pitch + 24
    var svg = Picture.head(title, subtitle, width: Self.width, height: height)
    let longest = bars.compactMap(\.degrees).filter(\.isFinite).max() ?? 1
    let scale = Self.length / min(max(longest, 1e-9), limit)
    for (number, bar) in bars.enumerated() {
      let y = Self.top + Double(number) * Self.pitch
      svg += Picture.text(bar.name, x: Self.left - 10, y: y + 13, Palette.text, anchor: "end")
      guard let degrees = bar.degrees, degrees.isFinite else {
        svg += Picture.text("no number", x: Self.left, y: y + 13, Palette.quiet)
        continue
      }
      let long = min(degrees, limit) * scale
      let role = bar.isOwn ? Palette.curve : Palette.rest
      svg +=
        "<path d=\"M\(coordinate(Self.left)) \(coordinate(y))h\(coordinate(long))v18h\(coordinate(-long))z\" "
      svg += "\(role.fill)/>\n"
      svg += Picture.text(
        degreesLabel(DecimalText.fixed(degrees, decimals: 2)), x: Self.left + long + 6, y: y + 13,
        Palette.quiet)
    }
    return svg + "</svg>\n"
  }
}

/// What the pictures of errors share: head and words.
enum Picture {
  static func head(_ title: String, _ subtitle: String, width: Double, height: Double) -> String {
    let (w, h) = (shortNumber(width), shortNumber(height))
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(w) \(h)\" width=\"\(w)\" height=\"\(h)\" "
    svg += "role=\"img\" aria-labelledby=\"t d\" "
    svg += "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" font-size=\"12\">\n"
    svg += "<title id=\"t\">\(escapedXML(title))</title>\n<desc id=\"d\">\(escapedXML(subtitle))</desc>\n"
    svg += Palette.darkStyle(Palette.all)
    svg += "<rect width=\"\(w)\" height=\"\(h)\" \(Palette.ground.fill)/>\n"
    svg += text(title, x: 44, y: 28, Palette.text, size: 17)
    return svg + text(subtitle, x: 44, y: 48, Palette.quiet, size: 13)
  }

  static func text(
    _ words: String, x: Double, y: Double, _ role: Palette.Role, anchor: String = "start", size: Int = 12
  ) -> String {
    "<text x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" \(role.fill) text-anchor=\"\(anchor)\" "
      + "font-size=\"\(size)\">\(escapedXML(words))</text>\n"
  }
}
