import Inertial
import Orientation
import TestSupport

extension OrientationFilter {
  /// Orientation after every sample.
  mutating func run(_ motion: SyntheticMotion) -> [Quaternion] {
    motion.samples.map { sample in
      update(sample, period: motion.period)
      return earthFromSensor
    }
  }
}

extension FilterName {
  /// All but the gyroscope alone, which corrects nothing.
  static let correcting = streaming.filter { $0 != .gyro }
}
