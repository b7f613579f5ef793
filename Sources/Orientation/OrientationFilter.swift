import Inertial

/// Turns the samples of one sensor into its orientation, one sample at a time.
///
/// A filter is a value: a copy is a snapshot, equal inputs give equal bits, and a batch is a loop over
/// `update`. No filter allocates while it updates, and none ever becomes not finite. Its state can be saved: an
/// encoder that keeps every bit and infinities (a binary property list) gives a filter that goes on as this one.
public protocol OrientationFilter: Sendable, Codable {
  /// Takes the sample that ends `period` seconds after the one before.
  ///
  /// A component that is nil, not finite or beyond any physical range is left out for this sample. A period
  /// that is negative, not finite or longer than a day counts as the nominal one.
  mutating func update(_ sample: InertialSample, period: Double)

  /// Forgets all samples: the same as a new filter at the rate that it follows now.
  mutating func reset()

  /// After a hole: the next force sample levels the orientation anew. Heading and bias are held.
  mutating func restart()

  /// The same behind a hole of that length [s]; a filter that weighs the turn it may have missed trusts its heading less.
  mutating func restart(behind hole: Double)

  /// Orientation at the stamp of the last sample. Without a magnetometer its heading is free.
  var earthFromSensor: Quaternion { get }

  /// Orientation from gyroscope and accelerometer alone, its heading free; nil where the filter keeps no such.
  var levelFromSensor: Quaternion? { get }

  /// Gyroscope bias, already taken off before integration [rad/s].
  var bias: Vector3 { get }

  /// Standard deviation of the bias per sensor axis [rad/s]; nil where the filter has no idea of it.
  var biasDeviation: Vector3? { get }

  /// The sensor lies still.
  var isResting: Bool { get }

  /// The magnetic field disagrees with its reference. False for a filter that does not judge the field.
  var isMagneticallyDisturbed: Bool { get }
}

extension OrientationFilter {
  public mutating func restart(behind hole: Double) { restart() }
  public var levelFromSensor: Quaternion? { nil }
  public var biasDeviation: Vector3? { nil }
  public var isMagneticallyDisturbed: Bool { false }
}

/// Orientation of one sensor, one value a sample, all columns equally long.
public struct OrientationSeries: Sendable, Equatable {
  public var earthFromSensor: [Quaternion]
  /// Gyroscope bias [rad/s].
  public var bias: [Vector3]
  public var resting: [Bool]
  public var disturbed: [Bool]

  public init(
    earthFromSensor: [Quaternion] = [], bias: [Vector3] = [], resting: [Bool] = [], disturbed: [Bool] = []
  ) {
    self.earthFromSensor = earthFromSensor
    self.bias = bias
    self.resting = resting
    self.disturbed = disturbed
  }

  public mutating func reserveCapacity(_ rows: Int) {
    earthFromSensor.reserveCapacity(rows)
    bias.reserveCapacity(rows)
    resting.reserveCapacity(rows)
    disturbed.reserveCapacity(rows)
  }

  /// Adds what a filter says after its last sample.
  public mutating func append(_ filter: some OrientationFilter) {
    earthFromSensor.append(filter.earthFromSensor)
    bias.append(filter.bias)
    resting.append(filter.isResting)
    disturbed.append(filter.isMagneticallyDisturbed)
  }
}

extension OrientationFilter {
  /// Runs the filter over whole columns at one period [s] and returns one orientation a row.
  ///
  /// A value that is not finite counts as absent. Columns are in SI and equally long.
  public mutating func series(
    gyroscope: [Vector3], accelerometer: [Vector3], magnetometer: [Vector3]?, period: Double
  ) -> OrientationSeries {
    series(
      over: SampleColumns(
        gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer, period: period))
  }
}
