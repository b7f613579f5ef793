import Charts
import Testing

@Suite struct `The gauge of a terminal` {
  @Test func `fills in eighths of a cell`() {
    #expect(AngleGauge(degrees: 75).text(width: 4) == "0 [\u{2588}\u{2588}\u{B7}\u{B7}] 150")
    #expect(AngleGauge(degrees: 150.0 / 8).text(width: 4) == "0 [\u{258C}\u{B7}\u{B7}\u{B7}] 150")
  }

  @Test func `is empty below straight`() {
    #expect(AngleGauge(degrees: -12).text(width: 3) == "0 [\u{B7}\u{B7}\u{B7}] 150")
    let bent = AngleGauge(degrees: -7, start: -82).text(width: 4)
    #expect(bent == "-82 [\u{2588}\u{2588}\u{B7}\u{B7}] 68")
  }

  @Test func `is empty without an angle`() {
    #expect(AngleGauge(degrees: nil).text(width: 3) == AngleGauge(degrees: 0).text(width: 3))
  }

  @Test func `goes to 180 once 150 is passed`() {
    #expect(AngleGauge(degrees: 151).text(width: 9).hasSuffix("] 180"))
  }

  @Test func `shows its target`() {
    #expect(AngleGauge(degrees: 0, target: 75).text(width: 4) == "0 [\u{B7}\u{B7}|\u{B7}] 150")
  }

  @Test(arguments: [0, 1, 7, 200]) func `is as wide as asked`(width: Int) {
    #expect(AngleGauge(degrees: 111, target: 150).text(width: width).count == width + 8)
  }
}

@Suite struct `A sparkline` {
  @Test func `spans lowest to highest and leaves holes`() {
    #expect(Sparkline([0, .nan, 50, 100]).text(width: 9) == "\u{2581} \u{2585}\u{2588}")
  }

  @Test func `shows the newest`() { #expect(Sparkline([100, 0, 100]).text(width: 2) == "\u{2581}\u{2588}") }

  @Test func `of one level lies at the bottom`() {
    #expect(Sparkline([7, 7]).text(width: 2) == "\u{2581}\u{2581}")
  }

  @Test func `keeps a fixed range`() {
    #expect(Sparkline([150]).text(width: 2, range: 0...150) == "\u{2588}")
  }
}

@Suite struct `A text table` {
  @Test func `aligns words left and numbers right`() {
    let table = TextTable(
      [.init("recording"), .init("range", .right)],
      rows: [["a.csv", "12.00"], ["l\u{E4}ngere.csv", "103.00"]])
    #expect(
      table.text == """
        recording     range
        -----------  ------
        a.csv         12.00
        l\u{E4}ngere.csv  103.00

        """)
  }

  @Test func `has no blanks at line ends`() {
    let text = TextTable([.init("a"), .init("b")], rows: [["x"], ["", "yyyy"]]).text
    #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test func `a cell stays on its line`() {
    #expect(TextTable([.init("a")], rows: [["x\ny\tz"]]).text.hasSuffix("x y z\n"))
  }

  @Test func `wide characters take two columns`() { #expect(displayWidth("\u{819D}a") == 3) }
}
