import CMatio

/// Small MAT files with the variables of a BROAD recording, written by libmatio.
enum MatFixture {
  struct Variable {
    var name: String
    var rows: Int
    var columns: Int
    /// By columns.
    var values: [Double]
  }

  /// `rows` samples of a sensor at rest.
  static func variables(rows: Int) -> [Variable] {
    let ramp = (0..<rows).map { Double($0) * 0.001 }
    let rest = Array(repeating: 0.0, count: 2 * rows) + Array(repeating: 9.81, count: rows)
    return [
      Variable(
        name: "imu_gyr", rows: rows, columns: 3, values: ramp + ramp.map { -$0 } + ramp.map { 2 * $0 }),
      Variable(name: "imu_acc", rows: rows, columns: 3, values: rest),
      Variable(name: "imu_mag", rows: rows, columns: 3, values: rest),
      Variable(
        name: "opt_quat", rows: rows, columns: 4,
        values: Array(repeating: 1, count: rows) + Array(repeating: 0, count: 3 * rows)),
      Variable(name: "movement", rows: rows, columns: 1, values: ramp.map { $0 > 0.01 ? 1 : 0 }),
      Variable(name: "sampling_rate", rows: 1, columns: 1, values: [250]),
    ]
  }

  static func write(_ variables: [Variable], to path: String, isCompressed: Bool) {
    let file = Mat_CreateVer(path, nil, MAT_FT_MAT5)!
    for variable in variables {
      var sizes = [variable.rows, variable.columns]
      var values = variable.values
      let matrix = Mat_VarCreate(variable.name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, &sizes, &values, 0)!
      Mat_VarWrite(file, matrix, isCompressed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE)
      Mat_VarFree(matrix)
    }
    Mat_Close(file)
  }
}
