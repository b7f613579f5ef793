import Inertial

/// Collects the rows of one sensor as they leave the screen.
struct SensorBuilder {
  private let sensor: SensorRecording
  private var time: [Double] = []
  private var gyroscope: SharedColumn
  private var accelerometer: SharedColumn
  private var magnetometer: SharedColumn?
  private var quality: [SampleQuality] = []
  private var sourceRows: [Int32] = []
  private var isIdentity = true

  init(_ sensor: SensorRecording, hasField: Bool) {
    self.sensor = sensor
    gyroscope = SharedColumn(sensor.gyroscope.values)
    accelerometer = SharedColumn(sensor.accelerometer.values)
    magnetometer = hasField ? sensor.magnetometer.map { SharedColumn($0.values) } : nil
    time.reserveCapacity(sensor.rows)
    quality.reserveCapacity(sensor.rows)
  }

  mutating func append(_ row: ConditionedSample, row source: Int) {
    let isFilled = row.quality.contains(.filled)
    if isIdentity && (isFilled || source != time.count) {
      isIdentity = false
      sourceRows = (0..<time.count).map { Int32($0) }
    }
    if !isIdentity { sourceRows.append(isFilled ? -1 : Int32(source)) }
    time.append(row.time)
    quality.append(row.quality)
    gyroscope.append(row.sample.gyroscope)
    accelerometer.append(row.sample.accelerometer ?? .missing)
    magnetometer?.append(row.sample.magnetometer ?? .missing)
  }

  consuming func finish(period: Double) -> ConditionedSensor {
    ConditionedSensor(
      id: sensor.id, placement: sensor.placement, time: time, gyroscope: gyroscope.finish(),
      accelerometer: accelerometer.finish(), magnetometer: magnetometer?.finish(), quality: quality,
      period: period, sourceRows: isIdentity ? nil : sourceRows, report: SensorReport())
  }
}
