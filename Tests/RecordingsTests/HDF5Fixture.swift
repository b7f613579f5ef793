import CHDF5
import CHDF5Values

/// Small HDF5 files with the variables of a BROAD recording, written by libhdf5.
enum HDF5Fixture {
  /// How a variable lies in the file.
  enum Form: CaseIterable {
    /// Rows x columns of doubles, as Python writes it.
    case rows
    /// Columns x rows, as MATLAB writes it.
    case turned
    /// Rows x columns of floats, compressed; lists for single columns, the rate as an attribute.
    case compressedFloats
  }

  static func write(_ variables: [MatFixture.Variable], to path: String, form: Form) {
    hdf5Silence()
    let file = H5Fcreate(path, hdf5Truncate(), hdf5Default(), hdf5Default())
    defer { H5Fclose(file) }
    for variable in variables {
      if form == .compressedFloats, variable.values.count == 1 {
        attribute(variable, file)
      } else {
        dataset(variable, file, form)
      }
    }
  }

  private static func attribute(_ variable: MatFixture.Variable, _ file: hid_t) {
    let space = H5Screate(H5S_SCALAR)
    let made = H5Acreate2(file, variable.name, hdf5NativeDouble(), space, hdf5Default(), hdf5Default())
    H5Awrite(made, hdf5NativeDouble(), variable.values)
    H5Aclose(made)
    H5Sclose(space)
  }

  private static func dataset(_ variable: MatFixture.Variable, _ file: hid_t, _ form: Form) {
    let byRows = (0..<variable.rows).flatMap { row in
      (0..<variable.columns).map { variable.values[$0 * variable.rows + row] }
    }
    var sizes = [hsize_t(variable.rows), hsize_t(variable.columns)]
    if form == .turned { sizes.reverse() }
    if form == .compressedFloats, variable.columns == 1 { sizes.removeLast() }
    let space = H5Screate_simple(Int32(sizes.count), sizes, nil)
    let properties = H5Pcreate(hdf5DatasetCreation())
    if form == .compressedFloats {
      H5Pset_chunk(properties, Int32(sizes.count), sizes)
      H5Pset_deflate(properties, 6)
    }
    let type = form == .compressedFloats ? hdf5NativeFloat() : hdf5NativeDouble()
    let made = H5Dcreate2(file, variable.name, type, space, hdf5Default(), properties, hdf5Default())
    H5Dwrite(
      made, hdf5NativeDouble(), hdf5All(), hdf5All(), hdf5Default(),
      form == .turned ? variable.values : byRows)
    H5Dclose(made)
    H5Pclose(properties)
    H5Sclose(space)
  }
}
