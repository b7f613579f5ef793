import Foundation
import FoundationXML
import Testing

@testable import Charts

private let states: [CompletionRing] = [
  .init(.dimmed), .init(.empty), .init(done: 0, of: 3), .init(done: 2, of: 3), .init(done: 3, of: 3),
  .init(done: 2, of: 3, isFuture: true),
]

@Suite struct `The completion ring` {
  @Test func `every state looks different`() {
    #expect(Set(states.map { $0.svg() }).count == states.count)
    #expect(Set(states.dropLast().map { $0.terminalLines }).count == states.count - 1)
  }

  @Test func `speaks`() {
    #expect(
      states.prefix(5).map(\.words) == [
        "no tasks", "nothing due", "0 of 3 tasks done", "2 of 3 tasks done", "3 of 3 tasks done",
      ])
    #expect(CompletionRing(done: 1, of: 1).words == "1 of 1 task done")
  }

  @Test func `a third of the circle is a third of the dash`() throws {
    let svg = CompletionRing(done: 1, of: 3).svg()
    let match = try #require(try /stroke-dasharray="([0-9.]+) ([0-9.]+)"/.firstMatch(in: svg))
    let share = try #require(Double(match.1)) / #require(Double(match.2))
    #expect(abs(share - 1.0 / 3) < 1e-4)
  }

  @Test func `more done than due is a full ring`() {
    #expect(CompletionRing(done: 5, of: 3) == .init(done: 3, of: 3))
  }

  @Test func `nothing due is neither 0 nor full`() { #expect(CompletionRing(done: 0, of: 0).share == nil) }

  @Test(arguments: states) func `is well-formed and names itself`(ring: CompletionRing) {
    let svg = ring.svg()
    #expect(XMLParser(data: .init(svg.utf8)).parse())
    #expect(svg.contains("role=\"img\" aria-label=\"\(ring.words)\""))
  }

  @Test func `is a square on a terminal, with the count in the middle`() {
    let lines = CompletionRing(done: 2, of: 3).terminalLines
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.count == 14 })
    #expect(lines[3].contains("2/3"))
  }

  @Test func `a count that is too long is cut, not wrapped`() {
    #expect(CompletionRing(done: 12_345_678, of: 123_456_789).terminalLines.allSatisfy { $0.count == 14 })
  }
}

@Suite struct `Colours` {
  private func luminance(_ colour: String) -> Double {
    let channels = stride(from: 1, to: 7, by: 2).map { offset -> Double in
      let start = colour.index(colour.startIndex, offsetBy: offset)
      let value = Double(Int(colour[start..<colour.index(start, offsetBy: 2)], radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  private func contrast(_ a: String, _ b: String) -> Double {
    let pair = [luminance(a), luminance(b)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  @Test func `text can be read and lines can be seen in both schemes`() {
    let ground = Palette.ground
    for role in Palette.all where role.name != "ground" && role.name != "grid" {
      let needed = role.name == "rest" ? 3.0 : 4.5
      #expect(contrast(role.light, ground.light) >= needed, "\(role.name) on light")
      #expect(contrast(role.dark, ground.dark) >= needed, "\(role.name) on dark")
    }
  }
}
