import Inertial

/// Reference columns behind the samples, as `RecordingFile` reads them: `ref_thigh_qw`.., `ref_flexion (deg)`, `ref_valid`.
struct ReferenceCells {
  let names: [String]
  private let orientations: [[Quaternion]]
  private let flexion: [Double]?
  private let valid: [Bool]

  /// The attitudes stand in the order of the sensors.
  init(_ reference: ReferenceColumns, sensors: [SensorRecording]) {
    let known = sensors.filter { reference.orientation[$0.id] != nil }
    orientations = known.map { reference.orientation[$0.id]! }
    flexion = reference.flexionDegrees
    valid = reference.valid
    let components = ["qw", "qx", "qy", "qz"]
    names =
      known.flatMap { sensor in components.map { "ref_\(sensor.id)_\($0)" } }
      + (flexion == nil ? [] : ["ref_flexion (deg)"]) + ["ref_valid"]
  }

  func append(row: Int, to output: inout OutputBuffer) throws(RecordingError) {
    for series in orientations {
      let q = series[row]
      try output.appendCell(q.w, decimals: 6)
      try output.appendCell(q.x, decimals: 6)
      try output.appendCell(q.y, decimals: 6)
      try output.appendCell(q.z, decimals: 6)
    }
    if let flexion { try output.appendCell(flexion[row], decimals: 3) }
    try output.appendCell(valid[row] ? 1 : 0, decimals: 0)
  }
}
