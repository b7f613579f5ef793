/// The tag of one element of a MATLAB level 5 file.
///
/// MathWorks, MAT-File Format, level 5: elements are padded to 8 bytes, except compressed ones; an element of up to
/// four bytes may stand in its own tag.
struct MatElement {
  enum Kind: Equatable { case matrix, compressed, number(size: Int), other }

  let kind: Kind
  /// Bytes of content.
  let length: Int
  /// Bytes from the tag to the next element.
  let extent: Int
  /// Where the content begins, counted from the tag.
  let contentStart: Int

  /// Reads a tag of eight bytes.
  init(_ tag: ArraySlice<UInt8>, isBigEndian: Bool) {
    let first = Self.number(tag.prefix(4), isBigEndian)
    if first >> 16 != 0 {
      kind = Self.kind(first & 0xFFFF)
      length = first >> 16
      extent = 8
      contentStart = 4
    } else {
      kind = Self.kind(first)
      length = Self.number(tag.dropFirst(4).prefix(4), isBigEndian)
      extent = 8 + (length + 7) / 8 * 8
      contentStart = 8
    }
  }

  static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func kind(_ code: Int) -> Kind {
    switch code {
    case 1, 2, 16: .number(size: 1)
    case 3, 4, 17: .number(size: 2)
    case 5, 6, 7, 18: .number(size: 4)
    case 9, 12, 13: .number(size: 8)
    case 14: .matrix
    case 15: .compressed
    default: .other
    }
  }
}

/// One variable of a MATLAB level 5 file: what it is, before its data are read.
struct MatVariable {
  let name: String
  /// Class of MATLAB: 6...15 are the classes of numbers.
  let kind: Int
  let isComplex: Bool
  let sizes: [Int]
  /// Where the element stands in the file, its tag included.
  var place = 0..<0

  var rows: Int { sizes.first ?? 0 }
  var columns: Int { sizes.count > 1 ? sizes[1] : 0 }
  var isNumber: Bool { (6...15).contains(kind) }

  /// From the beginning of a matrix element; `length` is its whole content. nil when the sizes do not fit the data.
  ///
  /// Cells, structures and other classes than numbers are only asked to begin properly.
  init?(front: [UInt8], length: Int, isBigEndian: Bool) {
    var parts = Parts(front: front, isBigEndian: isBigEndian)
    guard let flags = parts.next(), flags.count == 8, let sizes = parts.next(), sizes.count % 4 == 0,
      let name = parts.next()
    else { return nil }
    let word = MatElement.number(flags.prefix(4), isBigEndian)
    kind = word & 0xFF
    isComplex = word & 0x0800 != 0
    self.name = String(decoding: name, as: UTF8.self)
    self.sizes = stride(from: sizes.startIndex, to: sizes.endIndex, by: 4).map {
      MatElement.number(sizes[$0..<$0 + 4], isBigEndian)
    }
    guard isNumber else { return }
    guard let data = parts.tag, case .number(let size) = data.kind, let count, data.length == count * size,
      // The last element of a file that was not written by MATLAB may lack its padding.
      parts.place + data.contentStart + data.length <= length
    else { return nil }
  }

  private var count: Int? {
    var count = 1
    for size in sizes {
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      guard size <= Int(Int32.max), !overflow, product <= 1 << 40 else { return nil }
      count = product
    }
    return sizes.count >= 2 ? count : nil
  }

  /// "56940 x 3", or the kind of a variable that is no matrix of real numbers.
  var text: String {
    if let name = Self.kinds[kind] { return name }
    return sizes.map(String.init).joined(separator: " x ") + (isComplex ? " complex" : "")
  }

  private static let kinds: [Int: String] = [
    1: "a cell array", 2: "a structure", 3: "an object", 4: "text", 5: "a sparse matrix", 16: "a function",
    17: "an opaque object",
  ]
}

/// The elements at the beginning of a matrix, one after the other.
private struct Parts {
  let front: [UInt8]
  let isBigEndian: Bool
  var place = 0

  /// Tag of the element at the place.
  var tag: MatElement? {
    guard place + 8 <= front.count else { return nil }
    return MatElement(front[place..<place + 8], isBigEndian: isBigEndian)
  }

  /// Content of the element at the place; nil when it is not in the front.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let element = tag, place + max(element.extent, element.contentStart + element.length) <= front.count
    else { return nil }
    let start = place + element.contentStart
    place += element.extent
    return front[start..<start + element.length]
  }
}
