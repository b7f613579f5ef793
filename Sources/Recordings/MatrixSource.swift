import Inertial

/// A container that holds matrices by name.
protocol MatrixSource: ~Copyable {
  func holds(_ name: String) -> Bool
  /// - Throws: `missingVariable`, `wrongVariable` or `damagedContainer`.
  func matrix(_ expected: MatrixVariable) throws(RecordingError) -> ColumnMatrix
}

/// Numbers column after column.
struct ColumnMatrix {
  var rows: Int
  var columns: Int
  var values: [Double]

  init(rows: Int, columns: Int, values: [Double]) {
    self.rows = rows
    self.columns = columns
    self.values = values
  }

  /// From numbers row after row.
  init(rows: Int, columns: Int, byRows numbers: [Double]) {
    let values = (0..<columns).flatMap { column in (0..<rows).map { numbers[$0 * columns + column] } }
    self.init(rows: rows, columns: columns, values: values)
  }

  subscript(row: Int, column: Int) -> Double { values[column * rows + row] }

  var vectors: [Vector3] { (0..<rows).map { Vector3(self[$0, 0], self[$0, 1], self[$0, 2]) } }

  var quaternions: [Quaternion] {
    (0..<rows).map { Quaternion(self[$0, 0], self[$0, 1], self[$0, 2], self[$0, 3]) }
  }
}
