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
