import Inertial
import KneeJoint
import Orientation
import SampleConditioning

/// Orientation and bias-free rate of one conditioned sensor.
struct SegmentEstimate {
  var motion: SegmentMotion
  /// Rows at which the orientation begins anew.
  var restarts: [Int]

  /// - Parameter bias: rate at rest, row by row [rad/s], taken off before the filter refines it.
  init(_ sensor: ConditionedSensor, bias: [Vector3], method: OrientationMethod) {
    var still = sensor
    for row in still.gyroscope.indices { still.gyroscope[row] -= bias[row] }
    let series = method.series(still, usesField: false)
    for row in still.gyroscope.indices { still.gyroscope[row] -= series.bias[row] }
    // Gravity alone would tell the joint that it never accelerates, and lead axes and heading astray.
    let force =
      sensor.report.isForceDerived ? sensor.accelerometer.map { _ in .missing } : sensor.accelerometer
    motion = SegmentMotion(earthFromSensor: series.earthFromSensor, rate: still.gyroscope, force: force)
    restarts = sensor.quality.indices.filter { sensor.quality[$0].contains(.restart) }
  }
}
