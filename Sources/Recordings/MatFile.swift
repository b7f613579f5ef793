import CMatio
import Glibc

/// Matrices of a MATLAB level 5 file, decoded by libmatio.
///
/// The library is shown an excerpt in memory that holds only the wanted matrices, checked by `MatEnvelope`: on its way
/// to a variable it walks through all others, and a damaged structure can keep it busy for minutes.
struct MatFile: ~Copyable, MatrixSource {
  private let path: String
  private let variables: [MatVariable]
  private let handle: OpaquePointer

  /// Opens the numeric variables of these names.
  init(path: String, size: Int, names: Set<String>) throws(RecordingError) {
    Self.silence
    let envelope = try MatEnvelope(path: path, size: size)
    let wanted = envelope.variables.filter { names.contains($0.name) }
    let excerpt = try Self.excerpt(of: path, header: envelope.header, wanted.filter(\.isNumber))
    defer { close(excerpt) }
    guard let opened = Mat_Open("/proc/self/fd/\(excerpt)", Int32(MAT_ACC_RDONLY.rawValue)) else {
      throw .damagedContainer(file: path, format: "MAT", detail: .badElement(byte: 0))
    }
    self.path = path
    variables = wanted
    handle = opened
  }

  deinit { Mat_Close(handle) }

  func holds(_ name: String) -> Bool { variables.contains { $0.name == name } }

  /// A real matrix of any element type as doubles.
  func matrix(_ expected: MatrixVariable) throws(RecordingError) -> ColumnMatrix {
    guard let stated = variables.first(where: { $0.name == expected.name }) else {
      throw .missingVariable(file: path, expected: expected)
    }
    let fits = stated.sizes.count == 2 && stated.columns == expected.columns && stated.rows > 0
    guard stated.isNumber, !stated.isComplex, fits, expected.rows ?? stated.rows == stated.rows else {
      throw .wrongVariable(file: path, expected: expected, found: stated.text)
    }
    let variable = Mat_VarRead(handle, expected.name)
    defer { Mat_VarFree(variable) }
    let values = variable.flatMap { Self.values($0.pointee, count: stated.rows * stated.columns) }
    guard let values else {
      throw .damagedContainer(file: path, format: "MAT", detail: .badVariable(name: expected.name))
    }
    return ColumnMatrix(rows: stated.rows, columns: stated.columns, values: values)
  }

  /// Shared memory without a name: the header and the elements of the variables as they stand. The caller closes it.
  private static func excerpt(
    of path: String, header: [UInt8], _ variables: [MatVariable]
  ) throws(RecordingError) -> Int32 {
    let name = "/flexion-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let excerpt = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard excerpt >= 0 else { throw .cannotOpen(file: path, code: errno) }
    shm_unlink(name)
    var input = try InputFile(path: path)
    var output = OutputBuffer(descriptor: excerpt, path: path)
    do throws(RecordingError) {
      try output.append(header)
      for variable in variables {
        var element = [UInt8](repeating: 0, count: variable.place.count)
        _ = try input.read(at: variable.place.lowerBound, into: &element)
        try output.append(element)
      }
      try output.flush()
    } catch {
      close(excerpt)
      throw error
    }
    return excerpt
  }

  /// The library would print its complaints to standard error; ours are typed errors.
  private static let silence: Void = {
    _ = Mat_LogInitFunc("flexion") { _, _ in }
  }()

  private static func values(_ variable: matvar_t, count: Int) -> [Double]? {
    guard let data = variable.data else { return nil }
    func read<Element>(_ type: Element.Type, _ double: (Element) -> Double) -> [Double]? {
      guard variable.nbytes == count * MemoryLayout<Element>.size else { return nil }
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
