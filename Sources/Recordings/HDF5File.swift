import CHDF5
import CHDF5Values

/// Matrices of an HDF5 file by the names of its datasets, decoded by libhdf5. MATLAB's files of version 7.3 are such files.
struct HDF5File: ~Copyable, MatrixSource {
  private let path: String
  private let size: Int
  private let handle: hid_t

  /// The signature may stand at 0 or behind a block of the user, at 512 bytes and its doubles.
  static func isHDF5(_ head: [UInt8]) -> Bool {
    [0, 512, 1024, 2048, 4096].contains { place in
      head.count >= place + signature.count && head[place..<place + signature.count].elementsEqual(signature)
    }
  }

  private static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter size: of the file [bytes].
  init(path: String, size: Int) throws(RecordingError) {
    hdf5Silence()
    let opened = H5Fopen(path, hdf5ReadOnly(), hdf5Default())
    guard opened >= 0 else {
      throw .damagedContainer(file: path, format: "HDF5", detail: .badElement(byte: 0))
    }
    self.path = path
    self.size = size
    handle = opened
  }

  deinit { H5Fclose(handle) }

  func holds(_ name: String) -> Bool { isDataset(name) || H5Aexists(handle, name) > 0 }

  private func isDataset(_ name: String) -> Bool { H5Lexists(handle, name, hdf5Default()) > 0 }

  /// A real matrix of any element type, as rows x columns or turned over; one row or column may be a plain list, one
  /// number a scalar.
  func matrix(_ expected: MatrixVariable) throws(RecordingError) -> ColumnMatrix {
    guard holds(expected.name) else { throw .missingVariable(file: path, expected: expected) }
    let damaged = RecordingError.damagedContainer(
      file: path, format: "HDF5", detail: .badVariable(name: expected.name))
    guard isDataset(expected.name) else {
      guard let number = attribute(expected.name) else { throw damaged }
      return ColumnMatrix(rows: 1, columns: 1, values: [number])
    }
    let dataset = H5Dopen2(handle, expected.name, hdf5Default())
    guard dataset >= 0 else { throw damaged }
    defer { H5Dclose(dataset) }
    guard let sizes = Self.sizes(dataset), let kind = Self.kind(dataset) else { throw damaged }
    let stated = sizes.map(String.init).joined(separator: " x ")
    guard kind != .other, let shape = Self.shape(sizes, expected) else {
      throw .wrongVariable(
        file: path, expected: expected,
        found: kind == .other ? "no numbers" : stated.isEmpty ? "one number" : stated)
    }
    let count = shape.rows * shape.columns
    guard couldHold(dataset, count: count), let values = Self.values(dataset, count: count, kind) else {
      throw damaged
    }
    return shape.isTurned
      ? ColumnMatrix(rows: shape.rows, columns: shape.columns, values: values)
      : ColumnMatrix(rows: shape.rows, columns: shape.columns, byRows: values)
  }

  /// A single number that stands as an attribute of the file; nil where it is none.
  private func attribute(_ name: String) -> Double? {
    let attribute = H5Aopen(handle, name, hdf5Default())
    guard attribute >= 0 else { return nil }
    defer { H5Aclose(attribute) }
    let space = H5Aget_space(attribute)
    defer { H5Sclose(space) }
    var value = Double.nan
    let type = H5Aget_type(attribute)
    defer { H5Tclose(type) }
    guard hdf5IsPlainNumber(type), H5Sget_simple_extent_npoints(space) == 1,
      H5Aread(attribute, hdf5NativeDouble(), &value) >= 0
    else {
      return nil
    }
    return value
  }

  private static func sizes(_ dataset: hid_t) -> [Int]? {
    let space = H5Dget_space(dataset)
    guard space >= 0 else { return nil }
    defer { H5Sclose(space) }
    let rank = H5Sget_simple_extent_ndims(space)
    guard (0...32).contains(rank) else { return nil }
    var sizes = [hsize_t](repeating: 0, count: Int(rank))
    guard rank == 0 || H5Sget_simple_extent_dims(space, &sizes, nil) == rank else { return nil }
    return sizes.map { $0 > 1 << 40 ? Int.max : Int($0) }
  }

  private struct Shape {
    var rows: Int
    var columns: Int
    /// Stored as columns x rows.
    var isTurned: Bool
  }

  /// nil where the sizes are none of this variable. A square of three is read as rows x columns.
  private static func shape(_ sizes: [Int], _ expected: MatrixVariable) -> Shape? {
    let pairs: [(rows: Int, columns: Int, isTurned: Bool)] =
      switch sizes.count {
      case 0: [(1, 1, false)]
      case 1: [(sizes[0], 1, false), (1, sizes[0], false)]
      case 2: [(sizes[0], sizes[1], false), (sizes[1], sizes[0], true)]
      default: []
      }
    let found = pairs.first {
      $0.columns == expected.columns && $0.rows > 0 && expected.rows ?? $0.rows == $0.rows
        && $0.rows <= mostRows
    }
    return found.map { Shape(rows: $0.rows, columns: $0.columns, isTurned: $0.isTurned) }
  }

  /// A month at a kilohertz. Whether the file can hold so many is asked elsewhere: this keeps products small.
  private static let mostRows = 3_000_000_000

  private enum Kind { case number, logical, other }

  private static func kind(_ dataset: hid_t) -> Kind? {
    let type = H5Dget_type(dataset)
    guard type >= 0 else { return nil }
    defer { H5Tclose(type) }
    switch H5Tget_class(type) {
    // With a damaged description of a number the library writes beyond its memory when it converts.
    case H5T_INTEGER, H5T_FLOAT: return hdf5IsPlainNumber(type) ? .number : .other
    // What Python writes for true and false.
    case H5T_ENUM: return H5Tget_size(type) == 1 ? .logical : .other
    default: return .other
    }
  }

  /// Whether the file is large enough for so many elements: the library believes the sizes that it states, and a damaged
  /// one must not ask for all memory.
  ///
  /// What a dataset says of its storage is such a size too, so that it counts only up to the size of the file.
  private func couldHold(_ dataset: hid_t, count: Int) -> Bool {
    let type = H5Dget_type(dataset)
    defer { H5Tclose(type) }
    let width = Int(clamping: H5Tget_size(type))
    guard let expansion = expansion(dataset, width: width) else { return false }
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: width)
    guard !isTooMuch, bytes > 0 else { return false }
    // By division: a product of stated sizes may be too large for any integer.
    return (bytes - 1) / expansion < min(size, Int(clamping: H5Dget_storage_size(dataset)))
  }

  /// To how many bytes one of the file may unpack; nil for values that lie outside the file, or in pieces that it cannot
  /// hold.
  private func expansion(_ dataset: hid_t, width: Int) -> Int? {
    let properties = H5Dget_create_plist(dataset)
    guard properties >= 0 else { return nil }
    defer { H5Pclose(properties) }
    switch H5Pget_layout(properties) {
    case H5D_COMPACT: return 1
    case H5D_CONTIGUOUS: return H5Pget_external_count(properties) == 0 ? 1 : nil
    case H5D_CHUNKED: return areChunksSound(properties, width: width) ? Self.deflation : nil
    default: return nil
    }
  }

  /// The most that deflate makes of a byte is 1032.
  private static let deflation = 1100

  /// Whether a piece can come from this file by the filters that MATLAB and Python write: with others, or pieces that are too
  /// large, the library writes beyond its memory.
  private func areChunksSound(_ properties: hid_t, width: Int) -> Bool {
    var sides = [hsize_t](repeating: 0, count: 32)
    let rank = Int(H5Pget_chunk(properties, 32, &sides))
    guard (1...2).contains(rank) else { return false }
    let bytes = sides.prefix(rank).reduce(Double(width)) { $0 * Double($1) }
    let count = H5Pget_nfilters(properties)
    guard bytes > 0, bytes <= Double(Self.deflation) * Double(size), (0...3).contains(count) else {
      return false
    }
    return (0..<UInt32(count)).allSatisfy { place in
      var flags: UInt32 = 0, values = 0, settings: UInt32 = 0
      let filter = H5Pget_filter2(properties, place, &flags, &values, nil, 0, nil, &settings)
      return [H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE, H5Z_FILTER_FLETCHER32].contains(filter)
    }
  }

  /// In the order of the file; nil where they cannot be decoded.
  private static func values(_ dataset: hid_t, count: Int, _ kind: Kind) -> [Double]? {
    func read(_ type: hid_t, _ room: UnsafeMutableRawPointer) -> Bool {
      H5Dread(dataset, type, hdf5All(), hdf5All(), hdf5Default(), room) >= 0
    }
    guard kind == .logical else {
      var values = [Double](repeating: .nan, count: count)
      return values.withUnsafeMutableBytes { read(hdf5NativeDouble(), $0.baseAddress!) } ? values : nil
    }
    let type = H5Dget_type(dataset)
    defer { H5Tclose(type) }
    var bytes = [Int8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { read(type, $0.baseAddress!) } ? bytes.map { Double($0) } : nil
  }
}
