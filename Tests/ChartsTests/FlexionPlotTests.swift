import FoundationXML
import Testing

@testable import Charts

/// Six squats of 100 degrees in 30 s, with a hole from 12.2 to 12.6 s.
private func squats() -> FlexionPlot {
  let time = (0..<3000).map { Double($0) / 100 }
  let degrees = time.map { second -> Double in
    let phase = second.truncatingRemainder(dividingBy: 5) / 5
    return (12.2...12.6).contains(second) ? .nan : 400 * phase * (1 - phase)
  }
  let repetitions = (0..<6).map {
    FlexionPlot.Repetition(
      start: Double($0) * 5, peak: Double($0) * 5 + 2.5, finish: Double($0 + 1) * 5, peakDegrees: 100)
  }
  return FlexionPlot(
    title: "squats.csv", subtitle: "right knee", time: time, degrees: degrees, repetitions: repetitions,
    spans: [.init(from: 12.2, to: 12.6, label: "gap")],
    levels: [.init(degrees: 100, label: "most flexed"), .init(degrees: 0, label: "most extended")])
}

private func isWellFormed(_ svg: String) -> Bool { XMLParser(data: .init(svg.utf8)).parse() }

private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

@Suite struct `The plot of a knee` {
  @Test func `equal values give equal bytes`() { #expect(squats().svg() == squats().svg()) }

  @Test(arguments: [true, false]) func `is well-formed`(standalone: Bool) {
    #expect(isWellFormed(squats().svg(standalone: standalone)))
  }

  @Test func `a hole in the values is a hole in the curve`() throws {
    let svg = squats().svg()
    let curve = try #require(
      svg.split(separator: "\n").first { $0.contains("s-curve") && $0.contains("<path") })
    #expect(count("M", in: String(curve)) == 2)
  }

  @Test func `marks every repetition and names its peak`() {
    let svg = squats().svg()
    #expect(count("<circle", in: svg) == 6)
    #expect(count(">100\u{B0}</text>", in: svg) == 6)
  }

  @Test func `shades and names a flagged span`() {
    let svg = squats().svg()
    #expect(count("fill=\"url(#hatch)\"", in: svg) == 1)
    #expect(svg.contains(">gap</text>"))
  }

  @Test func `names what is in doubt about the whole result below the picture`() {
    var plot = squats()
    #expect(!plot.svg().contains("in doubt"))
    plot.doubts = ["signAssumed", "thighStill"]
    #expect(plot.svg().contains(">in doubt: signAssumed, thighStill</text>"))
    #expect(plot.svg().contains("In doubt: signAssumed, thighStill."))
    #expect(isWellFormed(plot.svg()))
  }

  @Test func `draws the error of a level as a strip around it`() {
    var plot = squats()
    let plain = count("fill-opacity", in: plot.svg())
    plot.levels[0].error = 2
    #expect(count("fill-opacity", in: plot.svg()) == plain + 1)
    plot.levels[0].error = .nan
    #expect(count("fill-opacity", in: plot.svg()) == plain)
  }

  @Test(arguments: [5, 24, 50, 80, 200]) func `numbers of many repetitions do not touch`(repetitions: Int) {
    // Bouts: eight close ones, then a rest as long.
    let centers = (0..<repetitions).map { index -> Double in
      66 + 722 * Double(index + index / 8 * 8) / Double(2 * repetitions)
    }
    let labels = RepetitionLabels(centers)
    let shown = centers.indices.filter(labels.isNumbered)
    #expect(shown.first == 0)
    for (a, b) in zip(shown, shown.dropFirst()) {
      let widths = Double(String(a + 1).count + String(b + 1).count) * 3.5
      #expect(centers[b] - centers[a] >= widths, "\(a + 1) and \(b + 1)")
    }
  }

  @Test func `names its axes with units`() {
    let svg = squats().svg()
    #expect(svg.contains("knee flexion [deg]"))
    #expect(svg.contains("time [s]"))
  }

  @Test func `counts in minutes from ten minutes on`() {
    let plot = FlexionPlot(title: "long", time: [0, 600], degrees: [0, 1])
    #expect(plot.svg().contains("time [min]"))
  }

  @Test func `says its numbers in words`() {
    let svg = squats().svg()
    #expect(svg.contains("from 0.0 to 100.0 degrees, 6 repetitions. most flexed 100.0 degrees."))
    #expect(svg.contains("gap from 12.2 to 12.6 s."))
  }

  @Test func `hostile texts stay text`() {
    var plot = squats()
    plot.title = "<script>&\"\u{1}'"
    plot.spans[0].label = "]]><x/>"
    let svg = plot.svg()
    #expect(isWellFormed(svg))
    #expect(!svg.contains("<script>"))
  }

  @Test func `values that are no numbers draw nothing`() {
    var plot = squats()
    plot.time[5] = .nan
    plot.degrees[7] = .infinity
    plot.degrees[8] = -.infinity
    plot.repetitions[0].peakDegrees = .nan
    plot.levels.append(.init(degrees: .nan, label: "never"))
    plot.spans.append(.init(from: .nan, to: 3, label: "never"))
    let svg = plot.svg()
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    #expect(isWellFormed(svg))
  }

  @Test(arguments: [[], [.nan, .nan]] as [[Double]]) func `without a value says so`(degrees: [Double]) {
    let svg = FlexionPlot(title: "empty", time: degrees.indices.map(Double.init), degrees: degrees).svg()
    #expect(svg.contains(">no value</text>"))
    #expect(isWellFormed(svg))
  }

  @Test func `one hour at 100 Hz stays below 250 kB`() {
    let time = (0..<360_000).map { Double($0) / 100 }
    let plot = FlexionPlot(
      title: "hour", time: time, degrees: time.map { ($0 * 7).truncatingRemainder(dividingBy: 60) })
    #expect(plot.svg().utf8.count < 250_000)
  }

  @Test func `a page gives it the colours`() {
    #expect(squats().svg(standalone: true).contains("<style>"))
    #expect(!squats().svg(standalone: false).contains("<style>"))
    #expect(!squats().svg().contains("style="))
  }
}

@Suite struct `Reducing a curve` {
  private let unit = AxisScale(lower: 0, upper: 10, from: 0, to: 10, step: 1)

  @Test func `keeps the extremes of every pixel column`() {
    let time = (0..<1000).map { Double($0) / 100 }
    var values = time.map { $0 / 10 }
    values[437] = 9
    values[438] = -9
    let points = CurveReduction.strokes(time: time, values: values, x: unit, y: unit).flatMap { $0 }
    #expect(points.count <= 40)
    #expect(points.map(\.y).max() == 9)
    #expect(points.map(\.y).min() == -9)
  }

  @Test func `leaves a sparse curve as it is`() {
    let points = CurveReduction.strokes(time: [0, 1, 2], values: [3, 4, 5], x: unit, y: unit)
    #expect(points == [[.init(x: 0, y: 3), .init(x: 1, y: 4), .init(x: 2, y: 5)]])
  }

  @Test func `a value between two holes is a dot`() {
    let strokes = CurveReduction.strokes(time: [0, 1, 2], values: [.nan, 4, .nan], x: unit, y: unit)
    #expect(CurveReduction.path(strokes) == "M1.00 4.00h0")
  }
}

@Suite struct `An axis` {
  @Test func `of degrees holds 0 and all values`() {
    let axis = AxisScale.degrees(lowest: 20, highest: 131, from: 0, to: 1)
    #expect(axis.ticks == [0, 30, 60, 90, 120, 150])
  }

  @Test func `goes below straight where the knee does`() {
    let axis = AxisScale.degrees(lowest: -4, highest: 60, from: 0, to: 1)
    #expect(axis.lower == -15)
    #expect(axis.ticks.contains(0))
  }

  @Test func `of degrees takes an angle of many turns`() {
    let axis = AxisScale.degrees(lowest: -5000, highest: 90_000, from: 0, to: 1)
    #expect(axis.ticks.count <= 9)
    #expect(axis.upper >= 90_000)
  }

  @Test func `of time does not crowd`() {
    for span in [0.004, 0.9, 7, 29.99, 61, 599, 3600, 86_400] {
      let axis = AxisScale.time(first: 100, last: 100 + span, from: 0, to: 1)
      #expect((2...12).contains(axis.ticks.count), "\(span) s")
    }
  }
}
