import DecimalText

/// The samples of a speed run: ten columns, as text with a heading or as little-endian doubles without one.
enum SpeedSamples {
  static func read(_ path: String) throws -> [Double] {
    guard path.hasSuffix(".bin") || path.hasSuffix(".csv") else {
      throw Faults.refused("unknownFormat", "is no table of samples", file: path, hint: wanted)
    }
    let bytes = try TextFile.read(path)
    return path.hasSuffix(".bin") ? try binary(bytes, path) : try table(bytes, path)
  }

  private static let wanted =
    "expected .csv with a heading: time (s), gyr xyz (rad/s), acc xyz (m/s^2), mag xyz (uT); "
    + "or .bin, the same ten as little-endian doubles"

  private static func binary(_ bytes: [UInt8], _ path: String) throws -> [Double] {
    guard bytes.count % 80 == 0, !bytes.isEmpty else {
      throw Faults.refused(
        "cutFile", "\(bytes.count) bytes are no whole number of samples", file: path,
        byte: bytes.count / 80 * 80,
        hint: "expected ten doubles a sample")
    }
    return bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 8).map {
        Double(bitPattern: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
      }
    }
  }

  private static func table(_ bytes: [UInt8], _ path: String) throws -> [Double] {
    var values: [Double] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index > 0, !line.isEmpty else { continue }
      let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let numbers = cells.compactMap { cell in cell.withUnsafeBytes { DecimalText.parse($0) } }
      guard numbers.count == 10, cells.count == 10 else {
        throw Faults.refused(
          "tornRow", "\(cells.count) cells with \(numbers.count) numbers", file: path, line: index + 1,
          hint: wanted)
      }
      values += numbers
    }
    return values
  }
}
