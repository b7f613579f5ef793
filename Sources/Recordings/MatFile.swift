import CMatio
import Glibc

/// Matrices in a MATLAB level 5 file, through libmatio.
///
/// libmatio trusts the sizes that a file states, so `MatEnvelope` checks them first.
struct MatFile: ~Copyable {
  private let path: String
  private let handle: OpaquePointer

  /// A matrix by columns, as stored.
  struct Matrix {
    var rows: Int
    var columns: Int
    var values: [Double]

    subscript(row: Int, column: Int) -> Double { values[column * rows + row] }
  }

  init(path: String) throws(RecordingError) {
    Self.silence
    guard let opened = Mat_Open(path, Int32(MAT_ACC_RDONLY.rawValue)) else {
      throw .damagedContainer(file: path, format: "MAT", detail: .badElement(byte: 0))
    }
    self.path = path
    handle = opened
  }

  deinit { Mat_Close(handle) }

  /// A real numeric matrix of any element type as doubles.
  func matrix(_ expected: MatrixVariable) throws(RecordingError) -> Matrix {
    guard let info = Mat_VarReadInfo(handle, expected.name) else {
      throw .missingVariable(file: path, expected: expected)
    }
    let shape = Shape(info.pointee)
    Mat_VarFree(info)
    guard shape.fits(expected) else {
      throw .wrongVariable(file: path, expected: expected, found: shape.text)
    }
    guard let variable = Mat_VarRead(handle, expected.name) else { throw undecodable(expected.name) }
    defer { Mat_VarFree(variable) }
    guard Shape(variable.pointee) == shape, let values = Self.values(variable.pointee) else {
      throw undecodable(expected.name)
    }
    return Matrix(rows: shape.rows, columns: shape.columns, values: values)
  }

  func holds(_ name: String) -> Bool {
    guard let info = Mat_VarReadInfo(handle, name) else { return false }
    Mat_VarFree(info)
    return true
  }

  private func undecodable(_ name: String) -> RecordingError {
    .damagedContainer(file: path, format: "MAT", detail: .badVariable(name: name))
  }

  /// The library would print its complaints to standard error; ours are typed errors.
  private static let silence: Void = {
    _ = Mat_LogInitFunc("flexion") { _, _ in }
  }()

  private static func values(_ variable: matvar_t) -> [Double]? {
    guard let data = variable.data, variable.data_size > 0 else { return nil }
    let count = variable.nbytes / Int(variable.data_size)
    guard count == (0..<Int(variable.rank)).reduce(1, { $0 * variable.dims[$1] }) else { return nil }
    func read<Element>(_ type: Element.Type, _ double: (Element) -> Double) -> [Double]? {
      guard Int(variable.data_size) == MemoryLayout<Element>.size else { return nil }
      let elements = data.assumingMemoryBound(to: Element.self)
      return (0..<count).map { double(elements[$0]) }
    }
    switch variable.class_type {
    case MAT_C_DOUBLE: return read(Double.self) { $0 }
    case MAT_C_SINGLE: return read(Float.self) { Double($0) }
    case MAT_C_INT8: return read(Int8.self) { Double($0) }
    case MAT_C_UINT8: return read(UInt8.self) { Double($0) }
    case MAT_C_INT16: return read(Int16.self) { Double($0) }
    case MAT_C_UINT16: return read(UInt16.self) { Double($0) }
    case MAT_C_INT32: return read(Int32.self) { Double($0) }
    case MAT_C_UINT32: return read(UInt32.self) { Double($0) }
    case MAT_C_INT64: return read(Int64.self) { Double($0) }
    case MAT_C_UINT64: return read(UInt64.self) { Double($0) }
    default: return nil
    }
  }
}

/// Class and size of a variable, before its data are read.
private struct Shape: Equatable {
  let kind: UInt32
  let isComplex: Bool
  let sizes: [Int]

  init(_ variable: matvar_t) {
    kind = variable.class_type.rawValue
    isComplex = variable.isComplex != 0
    sizes = variable.dims.map { dims in (0..<Int(variable.rank)).map { dims[$0] } } ?? []
  }

  var rows: Int { sizes.first ?? 0 }
  var columns: Int { sizes.dropFirst().first ?? 0 }
  private var isNumeric: Bool { (MAT_C_DOUBLE.rawValue...MAT_C_UINT64.rawValue).contains(kind) }

  func fits(_ expected: MatrixVariable) -> Bool {
    guard isNumeric, !isComplex, sizes.count == 2, columns == expected.columns else { return false }
    return expected.rows.map { $0 == rows } ?? (rows > 0)
  }

  /// "56940 x 3", or the kind of a variable that is no matrix of real numbers.
  var text: String {
    if !isNumeric { return Self.kinds[kind] ?? "a variable of class \(kind)" }
    return sizes.map(String.init).joined(separator: " x ") + (isComplex ? " complex" : "")
  }

  private static let kinds: [UInt32: String] = [
    MAT_C_CELL.rawValue: "a cell array", MAT_C_STRUCT.rawValue: "a structure",
    MAT_C_OBJECT.rawValue: "an object",
    MAT_C_CHAR.rawValue: "text", MAT_C_SPARSE.rawValue: "a sparse matrix",
    MAT_C_OPAQUE.rawValue: "an opaque object",
    MAT_C_FUNCTION.rawValue: "a function", MAT_C_EMPTY.rawValue: "an empty variable",
  ]
}
