import DecimalText

extension AngleFile {
  /// Reads what `write` wrote, and the truth beside a simulated recording: times [s] and flexion [deg].
  ///
  /// An empty cell is `nan`. Rows that are not two numbers are left out.
  public static func read(
    _ path: String
  ) throws(RecordingError) -> (time: [Double], flexionDegrees: [Double]) {
    var input = try InputFile(path: path)
    var bytes = [UInt8](repeating: 0, count: input.size)
    let count = try input.read(into: &bytes)
    guard count > 0 else { throw .noBytes(file: path) }
    let lines = bytes[..<count].split(separator: lineFeed)
    guard let heading = lines.first, heading.starts(with: "time_s,flexion_deg".utf8) else {
      throw .noHeading(
        file: path, line: 1,
        beginning: String(decoding: bytes.prefix(80).prefix { $0 != lineFeed }, as: UTF8.self))
    }
    var series: (time: [Double], flexionDegrees: [Double]) = ([], [])
    for line in lines.dropFirst() {
      guard let comma = line.firstIndex(of: UInt8(ascii: ",")), let time = number(line[..<comma]) else {
        continue
      }
      series.time.append(time)
      series.flexionDegrees.append(number(line[(comma + 1)...]) ?? .nan)
    }
    guard !series.time.isEmpty else { throw .noUsableRow(file: path, line: 2, leftOut: lines.count - 1) }
    return series
  }

  private static func number(_ cell: ArraySlice<UInt8>) -> Double? {
    cell.withUnsafeBytes { DecimalText.parse($0) }
  }
}
