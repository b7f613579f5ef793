import Foundation
import FoundationXML
import Testing

@testable import Charts

@Suite struct `Pictures of errors` {
  private let panels = ErrorPanels(
    title: "Errors & more", subtitle: "4 legs",
    groups: [.init(name: "squats", errors: [0.5, 1, .infinity]), .init(name: "<stairs>", errors: [2])])
  private let bars = ErrorBars(
    title: "Methods", subtitle: "RMSE",
    bars: [
      .init(name: "flexion", degrees: 0.5, isOwn: true), .init(name: "other", degrees: 80, isOwn: false),
      .init(name: "third", degrees: nil, isOwn: false),
    ])

  @Test func `are well-formed`() {
    for svg in [panels.svg(), bars.svg(), ErrorBars(title: "", subtitle: "", bars: []).svg()] {
      #expect(XMLParser(data: Data(svg.utf8)).parse())
    }
  }

  @Test func `a curve rises by one leg's share at its error and never counts what lies beyond`() {
    // Of three errors two lie on the axis of 3 degrees, 270 wide: at 45 and 90, to a third and two thirds of 132.
    #expect(panels.svg().contains("M0 132.00H45.00V88.00H90.00V44.00H270.00"))
    #expect(panels.svg().contains("&lt;stairs&gt;, 1"))
  }

  @Test func `bars end at the limit and still say their number`() {
    let svg = bars.svg()
    // 500 units are 5 degrees.
    #expect(svg.contains("h50.00v18") && svg.contains("h500.00v18"))
    #expect(svg.contains("80.00\u{B0}") && svg.contains("no number"))
  }
}

@Suite struct `Strips of errors` {
  private func picture(_ values: [Double], mean: Double?) -> String {
    let strip = ErrorStrips.Strip(dots: values.map { .init(degrees: $0, isHollow: false) }, mean: mean)
    return ErrorStrips(
      title: "t", subtitle: "s", panels: ["total"],
      lines: [.init(name: "a & b", isOwn: true, strips: [strip])]
    ).svg()
  }

  private func places(_ svg: String) -> [Double] {
    svg.matches(of: /cx="([0-9.]+)"/).compactMap { Double($0.output.1) }
  }

  @Test func `equal factors are equal distances`() {
    let x = places(picture([0.1, 1, 10, 100], mean: 1))
    #expect(x.count == 4 && x[0] == 0)
    // A tenth of a pixel is the rounding of the numbers.
    #expect(abs((x[1] - x[0]) - (x[2] - x[1])) < 0.25 && abs((x[2] - x[1]) - (x[3] - x[2])) < 0.25)
  }

  @Test func `what lies beyond the axis is drawn at its end`() {
    let x = places(picture([0.001, 0.1, 100, 179], mean: 1))
    #expect(x[0] == x[1] && x[2] == x[3])
  }

  @Test func `a method without a mean says that it failed`() {
    #expect(picture([1], mean: nil).contains("failed") && !picture([1], mean: 1).contains("failed"))
    #expect(picture([1], mean: 1).contains("a &amp; b"))
    #expect(places(picture([.nan, 2], mean: nil)).count == 1)
  }
}
