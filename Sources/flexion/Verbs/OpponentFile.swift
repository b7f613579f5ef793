import DecimalText
import Evaluation

/// Errors of other filters in a table: columns `trial` or `recording`, `method`, `total`, `inclination`, perhaps `heading`,
/// `sensor`, `timing`; headings may end in `_deg`. The `--out` file of an earlier run is one.
///
/// Without a column `timing` the name of a method says it: `VQF 9D, magnetometer latency .., reference lead ..`.
enum OpponentFile {
  static func read(_ path: String) throws(Failure) -> FilterOpponents {
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline).map { cells(String($0)) }
    guard !lines.isEmpty else { throw unusable(path, "the file is empty") }
    let heading = lines.removeFirst().map { $0.hasSuffix("_deg") ? String($0.dropLast(4)) : $0 }
    func column(_ names: String...) -> Int? { heading.firstIndex { names.contains($0) } }
    guard let trial = column("trial", "recording"), let method = column("method"),
      let inclination = column("inclination")
    else { throw unusable(path, "no columns trial, method and inclination") }
    let total = column("total"), side = column("heading"), sensor = column("sensor")
    let timing = column("timing")
    var opponents = FilterOpponents()
    for (index, line) in lines.enumerated() {
      guard line.count == heading.count else {
        throw tornRow(path, index + 2, "\(line.count) cells below \(heading.count) headings")
      }
      let numbers = [total, side, inclination].compactMap { $0.flatMap { DecimalText.parse(line[$0]) } }
      if let error = numbers.first(where: { $0 < 0 }) {
        throw tornRow(path, index + 2, "an error of \(error)")
      }
      func number(_ column: Int?) -> Double? {
        column.flatMap { DecimalText.parse(line[$0]) }.flatMap { $0.isFinite ? $0 : nil }
      }
      let (name, told) = named(line[method])
      opponents.add(
        name, recording: line[trial], sensor: sensor.map { line[$0] },
        timing: timing.flatMap { TimingRow(rawValue: line[$0]) } ?? told,
        FilterOpponents.Errors(total: number(total), heading: number(side), inclination: number(inclination)))
    }
    guard !opponents.names.isEmpty else { throw unusable(path, "no row below the headings") }
    return opponents
  }

  private static func tornRow(_ path: String, _ line: Int, _ message: String) -> Failure {
    Faults.refused(
      "tornRow", message, file: path, line: line, hint: "expected a cell a column, and errors of 0 or more")
  }

  private static func unusable(_ path: String, _ message: String) -> Failure {
    Faults.refused(
      "noHeading", message, file: path, line: 1,
      hint: "expected trial,method,total,heading,inclination in degrees")
  }

  /// The name without what it says of latencies, and the row that this makes it.
  private static func named(_ method: String) -> (String, TimingRow) {
    let words = [", no latencies", ", magnetometer latency", ", reference lead"]
    let cuts = words.compactMap { word in method.firstRange(of: word)?.lowerBound }
    let name = cuts.min().map { String(method[..<$0]) } ?? method
    let row: TimingRow =
      method.contains(words[2]) ? .fieldAndReference : method.contains(words[1]) ? .field : .none
    return (name, row)
  }

  /// RFC 4180: a cell in quotation marks may hold commas, and quotation marks doubled.
  static func cells(_ line: String) -> [String] {
    var cells = [""], isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
