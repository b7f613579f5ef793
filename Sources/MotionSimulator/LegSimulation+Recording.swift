import Inertial

/// A recording and the truth that belongs to its rows.
public struct SimulatedRecording: Sendable {
  public var recording: RawRecording
  /// Time [s] and knee flexion of the bones [deg], one a row of the recording.
  public var time: [Double]
  public var flexionDegrees: [Double]
}

extension LegSimulation {
  /// Runs the session. A sample that one sensor lost is `nan`; a row that every sensor lost does not exist.
  ///
  /// - Parameter reference: adds the true attitude of each sensor and the flexion as reference columns.
  public func simulate(reference: Bool = false) -> SimulatedRecording {
    var tracks = segments.map { track(of: $0) }
    var columns = segments.map { _ in SampleColumns(rows: rows, field: hasMagnetometer) }
    var times: [Double] = [], stamps: [Int64] = [], flexion: [Double] = []
    times.reserveCapacity(rows)
    stamps.reserveCapacity(rows)
    flexion.reserveCapacity(rows)
    for row in 0..<rows {
      let time = time(ofRow: row)
      let hole = isLost(at: time)
      let drawn = tracks.indices.map { tracks[$0].sample(model, at: time) }
      if hole || drawn.allSatisfy({ $0.sample == nil }) { continue }
      for index in drawn.indices { columns[index].append(drawn[index].sample, drawn[index].earthFromSensor) }
      times.append(time)
      stamps.append(Int64((time * 1e9).rounded()))
      flexion.append(flexionDegrees(at: time))
    }
    let sensors = segments.indices.map { columns[$0].sensor(segments[$0], side, stamps) }
    var recording = RawRecording(
      sensors: sensors, side: side == .unspecified ? nil : side, startTime: Self.startTime,
      format: "simulated",
      evidence: ["motion \(motion.rawValue)"])
    if reference { recording.reference = self.reference(columns, flexion) }
    return SimulatedRecording(recording: recording, time: times, flexionDegrees: flexion)
  }

  private func reference(_ columns: [SampleColumns], _ flexion: [Double]) -> ReferenceColumns {
    let named = zip(segments, columns).map { ($0.rawValue, $1.attitude) }
    return ReferenceColumns(
      orientation: Dictionary(uniqueKeysWithValues: named), flexionDegrees: flexion,
      valid: Array(repeating: true, count: flexion.count))
  }
}

/// The columns of one sensor while they grow.
private struct SampleColumns {
  var gyroscope: [Vector3] = []
  var accelerometer: [Vector3] = []
  var magnetometer: [Vector3]?
  var attitude: [Quaternion] = []

  init(rows: Int, field: Bool) {
    gyroscope.reserveCapacity(rows)
    accelerometer.reserveCapacity(rows)
    attitude.reserveCapacity(rows)
    magnetometer = field ? [] : nil
  }

  mutating func append(_ sample: InertialSample?, _ earthFromSensor: Quaternion) {
    gyroscope.append(sample?.gyroscope ?? .missing)
    accelerometer.append(sample?.accelerometer ?? .missing)
    magnetometer?.append(sample?.magnetometer ?? .missing)
    let last = attitude.last ?? .identity
    attitude.append(last.dot(earthFromSensor) < 0 ? -earthFromSensor : earthFromSensor)
  }

  func sensor(_ segment: BodySegment, _ side: BodySide, _ stamps: [Int64]) -> SensorRecording {
    SensorRecording(
      id: segment.rawValue,
      placement: SensorPlacement(
        segment: segment, side: side == .unspecified ? nil : side, because: "simulated"),
      clock: .stamps(stamps, zero: .file),
      gyroscope: VectorColumn(values: gyroscope, unit: .radianPerSecond),
      accelerometer: VectorColumn(values: accelerometer, unit: .metrePerSecondSquared),
      magnetometer: magnetometer.map { VectorColumn(values: $0, unit: .microtesla) })
  }
}
