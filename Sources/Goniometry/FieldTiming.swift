import Inertial
import Orientation
import SampleConditioning

/// What is to be made of the latency of a magnetometer.
public enum FieldTiming: Hashable, Sendable {
  /// As if there were none.
  case none
  /// Stated by someone who knows [s].
  case declared(Double)
  /// Found in the recording itself, where it can be.
  case estimated
}

/// The latency of a magnetometer that a result was made with, and where it comes from.
public struct UsedFieldLatency: Hashable, Sendable {
  public enum Origin: String, Hashable, Sendable { case none, declared, estimated }

  public var origin: Origin
  /// [s]; 0 where the origin is none.
  public var seconds: Double
  /// An estimate was wanted and the recording could not tell.
  public var isRefused = false

  public static let none = UsedFieldLatency(origin: .none, seconds: 0)
}

extension ConditionedSensor {
  /// How the field of this sensor wobbles by latency; nil without a magnetometer or without enough turning.
  ///
  /// Several recordings of one sensor are joined by `FieldLatency(adding:)`. The orientation is that of both
  /// directions without the field.
  public var fieldLatency: FieldLatency? {
    guard let magnetometer else { return nil }
    let level = OrientationMethod.offline(.online).series(self, usesField: false)
    return FieldLatency(
      levelFromSensor: level.earthFromSensor, gyroscope: gyroscope, magnetometer: magnetometer, time: time)
  }

  /// The latency to use. A field that leads the gyroscope is used without one: no filter waits for the gyroscope.
  func latency(_ timing: FieldTiming) -> UsedFieldLatency {
    switch timing {
    case .none: return .none
    case .declared(let seconds): return UsedFieldLatency(origin: .declared, seconds: seconds)
    case .estimated:
      guard let seconds = fieldLatency?.seconds else {
        return UsedFieldLatency(origin: .none, seconds: 0, isRefused: true)
      }
      return UsedFieldLatency(origin: .estimated, seconds: max(0, seconds))
    }
  }
}
