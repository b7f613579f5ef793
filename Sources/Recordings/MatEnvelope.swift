/// The structure of a MATLAB level 5 file, checked before libmatio sees any of it.
///
/// That library believes the sizes that a file states and looks at no checksum. Here every element has to lie inside
/// the file, every compressed one has to unpack to its end with the right checksum, and every matrix has to hold as
/// many bytes as its size says.
struct MatEnvelope {
  /// The first 128 bytes of the file.
  let header: [UInt8]
  let variables: [MatVariable]

  /// True for a file whose header says MATLAB 5, in either byte order.
  static func isMatlab5(_ head: [UInt8]) -> Bool {
    head.count >= 128 && head.starts(with: Array("MATLAB 5.0 MAT-file".utf8)) && isBigEndian(head) != nil
  }

  init(path: String, size: Int) throws(RecordingError) {
    var input = try InputFile(path: path)
    var header = [UInt8](repeating: 0, count: 128)
    guard try input.read(into: &header) == 128, let isBigEndian = Self.isBigEndian(header) else {
      throw .damagedContainer(file: path, format: "MAT", detail: .endsInside(byte: 0))
    }
    var variables: [MatVariable] = []
    var place = 128
    while place < size {
      let found = try Self.variable(&input, at: place, size: size, isBigEndian: isBigEndian)
      switch found {
      case .success(let variable):
        variables.append(variable)
        place = variable.place.upperBound
      case .failure(let fault): throw .damagedContainer(file: path, format: "MAT", detail: fault)
      }
    }
    self.header = header
    self.variables = variables
  }

  private static func variable(
    _ input: inout InputFile, at place: Int, size: Int, isBigEndian: Bool
  ) throws(RecordingError) -> Result<MatVariable, ContainerFault> {
    var tag = [UInt8](repeating: 0, count: 8)
    guard try input.read(at: place, into: &tag) == 8 else { return .failure(.endsInside(byte: place)) }
    let element = MatElement(tag[...], isBigEndian: isBigEndian)
    guard element.kind == .compressed || element.kind == .matrix, element.contentStart == 8 else {
      return .failure(.badElement(byte: place))
    }
    guard place + 8 + element.length <= size else { return .failure(.endsInside(byte: place)) }
    let found =
      element.kind == .compressed
      ? try unpacked(&input, element.length, isBigEndian: isBigEndian)
      : try plain(&input, element.length, isBigEndian: isBigEndian)
    guard var variable = found else { return .failure(.badElement(byte: place)) }
    variable.place = place..<place + 8 + element.length
    return .success(variable)
  }

  private static func plain(
    _ input: inout InputFile, _ length: Int, isBigEndian: Bool
  ) throws(RecordingError) -> MatVariable? {
    var front = [UInt8](repeating: 0, count: min(frontLength, length))
    guard try input.read(into: &front) == front.count else { return nil }
    return MatVariable(front: front, length: length, isBigEndian: isBigEndian)
  }

  /// Unpacks a whole element in pieces and looks at the matrix in it.
  private static func unpacked(
    _ input: inout InputFile, _ length: Int, isBigEndian: Bool
  ) throws(RecordingError) -> MatVariable? {
    var inflater = Inflater(keeping: 8 + frontLength)
    var rest = length
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while rest > 0 {
      if piece.count > rest { piece.removeLast(piece.count - rest) }
      guard try input.read(into: &piece) == piece.count, inflater.take(piece) else { return nil }
      rest -= piece.count
    }
    guard inflater.isAtEnd, inflater.front.count >= 8 else { return nil }
    let inner = MatElement(inflater.front[..<8], isBigEndian: isBigEndian)
    guard inner.kind == .matrix, inner.length == inflater.length - 8 else { return nil }
    return MatVariable(
      front: Array(inflater.front.dropFirst(8)), length: inner.length, isBigEndian: isBigEndian)
  }

  /// Enough for flags, sizes, name and the tag of the data of a matrix with two sizes.
  private static let frontLength = 256

  /// "IM" is little-endian, "MI" big-endian; with the version 0x0100 in that order.
  private static func isBigEndian(_ head: [UInt8]) -> Bool? {
    switch Array(head[124..<128]) {
    case [0x00, 0x01, 0x49, 0x4D]: false
    case [0x01, 0x00, 0x4D, 0x49]: true
    default: nil
    }
  }
}
