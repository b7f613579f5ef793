import Inertial

/// The variables of the BROAD data set: one sensor, row numbers over a rate, an optical reference.
///
/// Laidig et al., BROAD - A benchmark for robust inertial orientation estimation, Data 6(7):72, 2021,
/// doi 10.3390/data6070072.
struct BroadVariables {
  let path: String
  let format: String
  let evidence: [String]

  func recording(_ file: borrowing some MatrixSource & ~Copyable) throws(RecordingError) -> RawRecording {
    let gyroscope = try file.matrix(Self.gyroscope)
    let rows = gyroscope.rows
    let accelerometer = try file.matrix(Self.accelerometer(rows))
    let rate = try file.matrix(Self.rate)[0, 0]
    guard rate.isFinite, rate > 0 else {
      throw .wrongVariable(file: path, expected: Self.rate, found: "\(rate)")
    }
    let field = file.holds("imu_mag") ? try file.matrix(Self.magnetometer(rows)) : nil
    let sensor = SensorRecording(
      id: "imu", clock: .rows(rate: rate),
      gyroscope: VectorColumn(values: gyroscope.vectors, unit: .radianPerSecond),
      accelerometer: VectorColumn(values: accelerometer.vectors, unit: .metrePerSecondSquared),
      magnetometer: field.map { VectorColumn(values: $0.vectors, unit: .microtesla) })
    return RawRecording(
      sensors: [sensor], format: format, evidence: evidence + ["variables imu_gyr, imu_acc, sampling_rate"],
      reference: try reference(file, rows: rows))
  }

  private func reference(_ file: borrowing some MatrixSource & ~Copyable, rows: Int) throws(RecordingError)
    -> ReferenceColumns?
  {
    guard file.holds("opt_quat") else { return nil }
    let quaternions = try file.matrix(Self.orientation(rows)).quaternions
    let moving = file.holds("movement") ? try file.matrix(Self.movement(rows)).values.map { $0 > 0 } : nil
    return ReferenceColumns(
      orientation: ["imu": quaternions], flexionDegrees: nil,
      valid: moving ?? Array(repeating: true, count: rows))
  }

  // MARK: What has to be there

  static let names: Set = ["imu_gyr", "imu_acc", "imu_mag", "opt_quat", "movement", "sampling_rate"]
  private static let gyroscope = MatrixVariable(
    name: "imu_gyr", rows: nil, columns: 3, meaning: "angular rate, rad/s")
  private static func accelerometer(_ rows: Int) -> MatrixVariable {
    MatrixVariable(name: "imu_acc", rows: rows, columns: 3, meaning: "specific force, m/s^2")
  }
  private static func magnetometer(_ rows: Int) -> MatrixVariable {
    MatrixVariable(name: "imu_mag", rows: rows, columns: 3, meaning: "magnetic field, uT")
  }
  private static let rate = MatrixVariable(name: "sampling_rate", rows: 1, columns: 1, meaning: "rate, Hz")
  private static func orientation(_ rows: Int) -> MatrixVariable {
    MatrixVariable(name: "opt_quat", rows: rows, columns: 4, meaning: "optical orientation, w x y z")
  }
  private static func movement(_ rows: Int) -> MatrixVariable {
    MatrixVariable(name: "movement", rows: rows, columns: 1, meaning: "1 where the row is scored")
  }
}
