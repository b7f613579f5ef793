import Inertial

/// A small table of one or two sensors as text, to be written in every manner that people's programs have.
struct TableText {
  var names = [
    "time (s)", "acc_x (m/s^2)", "acc_y (m/s^2)", "acc_z (m/s^2)", "gyr_x (rad/s)", "gyr_y (rad/s)",
    "gyr_z (rad/s)",
  ]
  var rows: [[String]]
  var separator = ","
  var lineEnd = "\n"
  var decimalComma = false
  var above = ""
  var endsWithLine = true

  /// Rows at 100 Hz with numbers that differ from cell to cell; four decimals.
  init(rows count: Int = 30) {
    rows = (0..<count).map { row in
      let cells = (1...6).map { Self.decimals(Double(row * 7 + $0) * 0.0123 - 1, 4) }
      return [Self.decimals(Double(row) * 0.01, 2)] + cells
    }
  }

  static func decimals(_ value: Double, _ count: Int) -> String {
    let unit = (0..<count).reduce(1.0) { unit, _ in unit * 10 }
    let digits = String(Int((value.magnitude * unit).rounded()))
    let padded = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
    let sign = value < 0 ? "-" : ""
    return sign + padded.dropLast(count) + "." + padded.suffix(count)
  }

  var text: String {
    let cells = rows.map { row in
      row.map { decimalComma ? $0.replacing(".", with: ",") : $0 }.joined(separator: separator)
    }
    let lines = [names.joined(separator: separator)] + cells
    return above + lines.joined(separator: lineEnd) + (endsWithLine ? lineEnd : "")
  }
}

extension RawRecording {
  /// Stamps of the first sensor [ns]; empty without a time column.
  var stamps: [Int64] {
    guard case .stamps(let stamps, _)? = sensors.first?.clock else { return [] }
    return stamps
  }

  var countsFromFirstSample: Bool {
    guard case .stamps(_, zero: .firstSample)? = sensors.first?.clock else { return false }
    return true
  }

  func finding(_ code: ImportFinding.Code) -> ImportFinding? { findings.first { $0.code == code } }
}
