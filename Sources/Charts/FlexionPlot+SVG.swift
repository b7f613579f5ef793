import DecimalText

extension FlexionPlot {
  /// The finished picture, 920 x 400 user units.
  ///
  /// - Parameter standalone: true adds the style sheet that follows a dark desktop; false leaves colours to
  ///   the page around it, which knows the classes `f-…` and `s-…`.
  public func svg(standalone: Bool = true) -> String { Drawing(self).svg(standalone: standalone) }
}

/// The layout of one plot and its parts, each a run of SVG elements.
private struct Drawing {
  static let width = 920.0
  static let height = 400.0
  /// Added below where whole-result doubts are named.
  static let legendHeight = 26.0
  static let left = 66.0
  static let right = 788.0
  static let top = 84.0
  static let bottom = 344.0
  /// Closest two labels may stand before one of them is left out.
  static let labelDistance = 34.0
  /// A rim in the colour of the ground, so that a label can be read on top of a line.
  static let halo =
    " stroke=\"\(Palette.ground.light)\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\""

  let plot: FlexionPlot
  let inMinutes: Bool
  let x: AxisScale
  let y: AxisScale

  init(_ plot: FlexionPlot) {
    self.plot = plot
    let times = plot.time.lazy.filter(\.isFinite)
    let first = times.min() ?? 0
    let last = times.max() ?? 10
    inMinutes = last - first >= 600
    let unit: Double = inMinutes ? 60 : 1
    x = .time(first: first / unit, last: last / unit, from: Self.left, to: Self.right)
    var low = Double.infinity
    var high = -Double.infinity
    for value in plot.degrees where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    guard low <= high else {
      y = .degrees(lowest: 0, highest: 140, from: Self.bottom, to: Self.top)
      return
    }
    // Room for the numbers beside the turning points.
    let room = 0.09 * max(high - min(low, 0), 10)
    let hasLow = plot.repetitions.contains(where: \.isLow)
    y = .degrees(
      lowest: hasLow ? low - room : low, highest: high + room, from: Self.bottom, to: Self.top)
  }

  func svg(standalone: Bool) -> String {
    let w = shortNumber(Self.width)
    let h = shortNumber(Self.height + (plot.doubts.isEmpty ? 0 : Self.legendHeight))
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(w) \(h)\" width=\"\(w)\" height=\"\(h)\" "
    svg += "role=\"img\" aria-labelledby=\"t d\" "
    svg += "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" font-size=\"12\">\n"
    svg +=
      "<title id=\"t\">\(escapedXML(plot.title))</title>\n<desc id=\"d\">\(escapedXML(description))</desc>\n"
    if standalone { svg += Palette.darkStyle(Palette.all) }
    svg += hatching
    svg += "<rect width=\"\(w)\" height=\"\(h)\" \(Palette.ground.fill)/>\n"
    svg += text(plot.title, x: Self.left, y: 28, Palette.text, more: "font-size=\"17\" font-weight=\"bold\"")
    svg += text(plot.subtitle, x: Self.left, y: 48, Palette.quiet, more: "font-size=\"13\"")
    svg += grid + spans + levels + curve + repetitions + spanLabels + legend
    return svg + "</svg>\n"
  }

  private var hatching: String {
    "<defs><pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      + "<path d=\"M0 0V7\" \(Palette.doubt.stroke) stroke-width=\"2\" stroke-opacity=\"0.55\"/></pattern></defs>\n"
  }

  // MARK: Axes

  private var grid: String {
    var svg = ""
    for tick in y.ticks {
      let height = coordinate(y.position(tick))
      let line = tick == 0 ? "stroke-width=\"1.5\" stroke-opacity=\"0.9\"" : "stroke-width=\"1\""
      let role = tick == 0 ? Palette.rest : Palette.grid
      svg +=
        "<path d=\"M\(coordinate(Self.left)) \(height)H\(coordinate(Self.right))\" \(role.stroke) \(line)/>\n"
      svg += text(
        degreesLabel(shortNumber(tick)), x: Self.left - 9,
        y: y.position(tick) + 4, Palette.quiet,
        more: "text-anchor=\"end\"")
    }
    for tick in x.ticks {
      let place = x.position(tick)
      svg += "<path d=\"M\(coordinate(place)) \(coordinate(Self.bottom))v5\" \(Palette.rest.stroke)/>\n"
      svg += text(
        shortNumber(tick, decimals: 3), x: place, y: Self.bottom + 20, Palette.quiet,
        more: "text-anchor=\"middle\"")
    }
    svg +=
      "<path d=\"M\(coordinate(Self.left)) \(coordinate(Self.bottom))H\(coordinate(Self.right))\" \(Palette.rest.stroke)/>\n"
    let middle = (Self.left + Self.right) / 2
    svg += text(
      "time [\(inMinutes ? "min" : "s")]", x: middle, y: Self.bottom + 42, Palette.text,
      more: "text-anchor=\"middle\"")
    let centre = coordinate((Self.top + Self.bottom) / 2)
    return svg
      + "<text transform=\"translate(20 \(centre)) rotate(-90)\" text-anchor=\"middle\" \(Palette.text.fill)>"
      + "\(escapedXML(plot.quantity)) [deg]</text>\n"
  }

  // MARK: Curve and marks

  private var curve: String {
    var scaled = plot.time
    if inMinutes { for index in scaled.indices { scaled[index] /= 60 } }
    let strokes = CurveReduction.strokes(time: scaled, values: plot.degrees, x: x, y: y)
    guard !strokes.isEmpty else {
      return text(
        "no value", x: (Self.left + Self.right) / 2, y: (Self.top + Self.bottom) / 2, Palette.quiet,
        more: "text-anchor=\"middle\" font-size=\"15\"")
    }
    return "<path d=\"\(CurveReduction.path(strokes))\" fill=\"none\" \(Palette.curve.stroke) "
      + "stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
  }

  private var levels: String {
    var svg = ""
    var used: [Double] = []
    for level in plot.levels where level.degrees.isFinite {
      let height = y.position(level.degrees)
      svg += band(level)
      svg += "<path d=\"M\(coordinate(Self.left)) \(coordinate(height))H\(coordinate(Self.right))\" "
      svg += "\(Palette.mark.stroke) stroke-width=\"1.2\" stroke-dasharray=\"6 4\"/>\n"
      guard !used.contains(where: { abs($0 - height) < Self.labelDistance }) else { continue }
      used.append(height)
      let value = degreesLabel(DecimalText.fixed(level.degrees, decimals: 1))
      svg += text(value, x: Self.right + 10, y: height - 1, Palette.mark, more: "font-weight=\"bold\"")
      svg += text(level.label, x: Self.right + 10, y: height + 13, Palette.mark, more: "font-size=\"11\"")
    }
    return svg
  }

  /// The error of a level, a strip around it at least as thick as can be seen.
  private func band(_ level: FlexionPlot.Level) -> String {
    guard level.error.isFinite, level.error > 0 else { return "" }
    let half = max(1, abs(y.position(level.degrees) - y.position(level.degrees + level.error)))
    return "<rect x=\"\(coordinate(Self.left))\" y=\"\(coordinate(y.position(level.degrees) - half))\" "
      + "width=\"\(coordinate(Self.right - Self.left))\" height=\"\(coordinate(2 * half))\" "
      + "\(Palette.mark.fill) fill-opacity=\"0.18\"/>\n"
  }

  /// What is in doubt about the whole result, below the picture.
  private var legend: String {
    guard !plot.doubts.isEmpty else { return "" }
    let base = Self.height + 12
    let swatch =
      "<rect x=\"\(coordinate(Self.left))\" y=\"\(coordinate(base - 11))\" width=\"14\" height=\"14\" "
      + "fill=\"url(#hatch)\"/>\n"
    return swatch
      + text("in doubt: " + plot.doubts.joined(separator: ", "), x: Self.left + 20, y: base, Palette.doubt)
  }

  /// A rail above the curve with one numbered stretch a repetition, and a dot on each peak.
  private var repetitions: String {
    let ruler = RepetitionLabels(plot.repetitions.map { place($0.peak) })
    var svg = ""
    for (index, repetition) in plot.repetitions.enumerated() {
      let start = place(repetition.start) + ruler.margin
      let finish = max(start, place(repetition.finish) - ruler.margin)
      svg += "<path d=\"M\(coordinate(start)) \(coordinate(Self.top - 8))H\(coordinate(finish))\" "
      svg += "\(Palette.done.stroke) stroke-width=\"3\"/>\n"
      if ruler.isNumbered(index) {
        svg += text(
          String(index + 1), x: (start + finish) / 2, y: Self.top - 13, Palette.done,
          more: "text-anchor=\"middle\" font-size=\"11\"")
      }
      guard repetition.peakDegrees.isFinite else { continue }
      let peak = place(repetition.peak)
      let height = y.position(repetition.peakDegrees)
      svg += "<circle cx=\"\(coordinate(peak))\" cy=\"\(coordinate(height))\" "
      svg += "r=\"\(coordinate(ruler.dotRadius))\" \(Palette.done.fill)/>\n"
      guard ruler.showsValues else { continue }
      svg += text(
        degreesLabel(DecimalText.fixed(repetition.peakDegrees, decimals: 0)), x: peak,
        y: repetition.isLow ? height + 17 : height - 8,
        Palette.text,
        more: "text-anchor=\"middle\" font-size=\"11\"" + Self.halo)
    }
    return svg
  }

  private var spans: String {
    var svg = ""
    for (from, to, _) in visibleSpans {
      svg +=
        "<rect x=\"\(coordinate(from))\" y=\"\(coordinate(Self.top))\" width=\"\(coordinate(to - from))\" "
      svg += "height=\"\(coordinate(Self.bottom - Self.top))\" fill=\"url(#hatch)\"/>\n"
    }
    return svg
  }

  private var spanLabels: String {
    var svg = ""
    var end = -Double.infinity
    for (from, _, label) in visibleSpans where from >= end {
      end = from + Double(displayWidth(label)) * 6.8 + 8
      svg += text(
        label, x: min(from + 4, Self.right - Double(displayWidth(label)) * 6.8), y: Self.top + 13,
        Palette.doubt,
        more: "font-size=\"11\"" + Self.halo)
    }
    return svg
  }

  /// Spans inside the picture in drawing coordinates, at least two units wide.
  private var visibleSpans: [(from: Double, to: Double, label: String)] {
    plot.spans.compactMap { span in
      guard span.from.isFinite, span.to.isFinite else { return nil }
      let from = min(max(place(span.from), Self.left), Self.right - 2)
      let to = min(max(place(span.to), from + 2), Self.right)
      return (from, to, span.label)
    }.sorted { $0.from < $1.from }
  }

  // MARK: Words

  private var description: String {
    let finite = plot.degrees.lazy.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else {
      return "\(plot.quantity) in degrees over time: no value."
    }
    var words = "\(plot.quantity) in degrees over time, from \(DecimalText.fixed(low, decimals: 1)) "
    words += "to \(DecimalText.fixed(high, decimals: 1)) degrees, \(plot.repetitions.count) "
    words += plot.repetitions.count == 1 ? "repetition." : "repetitions."
    for level in plot.levels where level.degrees.isFinite {
      words += " \(level.label) \(DecimalText.fixed(level.degrees, decimals: 1)) degrees."
    }
    if !plot.doubts.isEmpty { words += " In doubt: \(plot.doubts.joined(separator: ", "))." }
    for span in plot.spans {
      words += " \(span.label) from \(shortNumber(span.from)) to \(shortNumber(span.to)) s."
    }
    return words
  }

  private func place(_ seconds: Double) -> Double { x.position(inMinutes ? seconds / 60 : seconds) }

  private func text(_ words: String, x: Double, y: Double, _ role: Palette.Role, more: String = "") -> String
  {
    guard !words.isEmpty else { return "" }
    return
      "<text x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" \(role.fill) \(more)>\(escapedXML(words))</text>\n"
  }
}
