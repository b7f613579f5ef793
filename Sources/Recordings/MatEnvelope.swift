/// The outer structure of a MATLAB level 5 file: a header of 128 bytes, then elements with a type and a size.
///
/// Checked before libmatio opens the file, because that library believes a size that goes beyond the end.
enum MatEnvelope {
  /// True for a file whose header says MATLAB 5, in either byte order.
  static func isMatlab5(_ head: [UInt8]) -> Bool {
    head.count >= 128 && head.starts(with: Array("MATLAB 5.0 MAT-file".utf8)) && byteOrder(head) != nil
  }

  /// Throws for an element that is of no known type or goes beyond the end of the file.
  static func check(path: String, size: Int) throws(RecordingError) {
    var input = try InputFile(path: path)
    var head = [UInt8](repeating: 0, count: 128)
    let count = try input.read(into: &head)
    guard count == 128, let isBigEndian = byteOrder(head) else {
      throw .damagedContainer(file: path, format: "MAT", detail: .endsInside(byte: 0))
    }
    var place = 128
    while place < size {
      var tag = [UInt8](repeating: 0, count: 8)
      guard try input.read(at: place, into: &tag) == 8 else {
        throw .damagedContainer(file: path, format: "MAT", detail: .endsInside(byte: place))
      }
      let kind = number(tag[0..<4], isBigEndian)
      let length = number(tag[4..<8], isBigEndian)
      guard kind == compressed || kind == matrix else {
        throw .damagedContainer(file: path, format: "MAT", detail: .badElement(byte: place))
      }
      guard place + 8 + length <= size else {
        throw .damagedContainer(file: path, format: "MAT", detail: .endsInside(byte: place))
      }
      place += 8 + length
    }
  }

  private static let matrix = 14
  private static let compressed = 15

  /// "IM" is little-endian, "MI" big-endian; with the version 0x0100 in that order.
  private static func byteOrder(_ head: [UInt8]) -> Bool? {
    switch Array(head[124..<128]) {
    case [0x00, 0x01, 0x49, 0x4D]: false
    case [0x01, 0x00, 0x4D, 0x49]: true
    default: nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }
}
