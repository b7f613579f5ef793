import Foundation
import TestSupport
import Testing

/// docs/FieldReports.md is held to the tests that it names.
@Suite struct `The table of field reports` {
  private let root = SharedData.packageRoot

  private var rows: [(id: String, tests: [String])] {
    get throws {
      let text = try String(contentsOfFile: "\(root)/docs/FieldReports.md", encoding: .utf8)
      return text.split(separator: "\n").filter { $0.hasPrefix("| SR-") }.map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let quoted = (cells.last ?? "").components(separatedBy: "`").enumerated()
        return (cells[0], quoted.filter { $0.offset % 2 == 1 }.map(\.element))
      }
    }
  }

  @Test func `has every row, each with a test`() throws {
    let wanted = (1...27).map { String(format: "SR-%02d", $0) }
    #expect(try rows.map(\.id) == wanted)
    for row in try rows { #expect(!row.tests.isEmpty, "\(row.id)") }
  }

  @Test func `names tests that exist`() throws {
    let files = FileManager.default.enumerator(atPath: "\(root)/Tests")?.compactMap { $0 as? String } ?? []
    let sources = try files.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOfFile: "\(root)/Tests/\($0)", encoding: .utf8) }.joined()
    for row in try rows {
      for test in row.tests { #expect(sources.contains("func `\(test)`("), "\(row.id): \(test)") }
    }
  }
}
