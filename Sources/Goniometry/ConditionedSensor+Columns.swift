import Inertial
import Orientation
import SampleConditioning

extension ConditionedSensor {
  /// The rows as a filter takes them, filled rows included.
  public func columns(usesField: Bool) -> SampleColumns {
    let rows = quality.indices
    let isSteady = rows.allSatisfy { step(before: $0) == period }
    let doubts = rows.contains { !quality[$0].doubt.isEmpty } ? quality.map(\.doubt) : []
    return SampleColumns(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: usesField ? magnetometer : nil,
      period: period, steps: isSteady ? [] : rows.map { step(before: $0) },
      restarts: rows.filter { quality[$0].contains(.restart) }, doubts: doubts)
  }
}
