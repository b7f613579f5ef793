import Inertial

/// A recording as it might have been, one thing changed: what a user's sensors, straps and links do.
public enum RecordingVariant: Hashable, Sendable {
  case asRecorded
  /// The shank's samples carry stamps that are so much too late [s].
  case shankLate(Double)
  /// Share of the samples of each sensor that never arrive, each sensor on its own.
  case lost(Double)
  /// Added to the shank's rate, evenly on its axes [rad/s].
  case shankBias(Double)
  /// Both gyroscopes at their rail [rad/s].
  case clipped(Double)
  /// The shank's force times this.
  case forceScale(Double)
  /// The shank's sensor slips by so much about an axis of its own at half time [rad].
  case strapSlip(Double)
  /// The thigh's sensor is called the shank's and the other way round.
  case exchanged
  /// So many seconds of the front are cut off, so that it begins in motion.
  case startCut(Double)
  /// The whole scene turned about the vertical: the sensors feel nothing of it, the references do [rad].
  case sceneTurned(Double)
  /// A logger that kept one sample in three.
  case thirdKept
  /// White noise on the stamps [s].
  case jittered(Double)
  /// Share of the stamps that repeat the one before.
  case repeatedStamps(Double)

  /// Sections 15 and 16 of the specification of the knee.
  public static let all: [RecordingVariant] =
    [.asRecorded] + [0.01, 0.02, 0.05, 0.1].map { .shankLate($0) } + [.lost(0.05), .lost(0.2)]
    + [0.5, 2, 5].map { .shankBias($0.degreesToRadians) }
    + [
      .clipped(250.0.degreesToRadians), .forceScale(1.05), .strapSlip(15.0.degreesToRadians), .exchanged,
      .startCut(4), .sceneTurned(2), .thirdKept, .jittered(0.002), .repeatedStamps(0.02),
    ]

  /// What the tables call it.
  public var name: String {
    func whole(_ value: Double) -> String { String(Int(value.rounded())) }
    func tenths(_ value: Double) -> String {
      let n = Int((value * 10).rounded())
      return n % 10 == 0 ? String(n / 10) : "\(n / 10).\(n % 10)"
    }
    switch self {
    case .asRecorded: return "as recorded"
    case .shankLate(let delay): return "shank late \(whole(delay * 1000)) ms"
    case .lost(let share): return "\(whole(share * 100)) % lost"
    case .shankBias(let bias): return "bias \(tenths(bias.radiansToDegrees)) deg/s"
    case .clipped(let rail): return "clipped at \(whole(rail.radiansToDegrees)) deg/s"
    case .forceScale(let scale): return "shank force +\(whole((scale - 1) * 100)) %"
    case .strapSlip(let angle): return "strap slip \(whole(angle.radiansToDegrees)) deg"
    case .exchanged: return "thigh and shank exchanged"
    case .startCut(let seconds): return "first \(whole(seconds)) s cut off"
    case .sceneTurned: return "scene turned"
    case .thirdKept: return "a third kept"
    case .jittered(let noise): return "stamps jittered \(whole(noise * 1000)) ms"
    case .repeatedStamps(let share): return "\(whole(share * 100)) % stamps repeated"
    }
  }
}

extension RecordingVariant {
  /// The changed recording with every sensor on stamps. Its reference, one row a row of the first sensor, is as long as
  /// before: score against `KneeBenchInput.reference`.
  public func applied(to recording: RawRecording) -> RawRecording {
    var out = recording
    out.sensors = recording.sensors.map(\.stamped)
    var random = SplitMix64(seed: 1)
    for k in out.sensors.indices { change(&out.sensors[k], &random) }
    switch self {
    case .exchanged where out.sensors.count == 2: out.exchangeSensors()
    case .sceneTurned(let angle): out.turnReference(by: angle)
    default: break
    }
    return out
  }

  private func change(_ sensor: inout SensorRecording, _ random: inout SplitMix64) {
    let isShank = sensor.isShank
    switch self {
    case .shankLate(let delay) where isShank: sensor.changeStamps { $0 &+ Int64((delay * 1e9).rounded()) }
    case .lost(let share): sensor.keep { _ in random.uniform() >= share }
    case .shankBias(let bias) where isShank:
      let step = Vector3(1, 1, 1).normalized * bias
      sensor.changeRate { _, rate in rate + step }
    case .clipped(let rail):
      sensor.changeRate { _, rate in
        Vector3(clamp(rate.x, rail), clamp(rate.y, rail), clamp(rate.z, rail))
      }
    case .forceScale(let scale) where isShank:
      sensor.accelerometer.values = sensor.accelerometer.values.map { $0 * scale }
    case .strapSlip(let angle) where isShank:
      sensor.slip(by: Quaternion(axis: random.unitVector(), angle: angle))
    case .startCut(let seconds): sensor.cutStart(seconds)
    case .thirdKept: sensor.keep { $0 % 3 == 0 }
    case .jittered(let noise): sensor.changeStamps { $0 &+ Int64((random.normal() * noise * 1e9).rounded()) }
    case .repeatedStamps(let share): sensor.repeatStamps { random.uniform() < share }
    default: break
    }
  }

  private func clamp(_ value: Double, _ limit: Double) -> Double { min(max(value, -limit), limit) }

  /// The rules of the trial under this variant: without its still start there is no zero window.
  func trial(_ trial: KneeTrial) -> KneeTrial {
    guard case .startCut(let seconds) = self else { return trial }
    var changed = trial
    changed.zeroWindow = nil
    changed.scoreFrom = max(trial.scoreFrom, seconds + 1)
    return changed
  }
}
