import Inertial

/// What may go wrong with a simulated recording, beside the noise, bias and scale of a consumer chip.
/// How much of it follows from the seed of the recording.
public enum LegFault: String, CaseIterable, Sendable {
  /// Gyroscope bias of up to 2 deg/s an axis.
  case bias
  /// The gyroscope's rail is at 150 to 400 deg/s.
  case clipping
  /// 2 to 20 % of the samples of each sensor never arrive.
  case loss
  /// The shank's stamps are up to 100 ms late or early.
  case delay
  /// The shank's clock is up to 100 ppm fast or slow.
  case skew
  /// Skin and straps give twice as much as usual.
  case skin
  /// The sensors are tied to the bones.
  case rigid
  /// The recording begins when the person is already moving.
  case movingStart = "moving-start"
  /// The person begins with the knee bent by 15 to 45 degrees where others stand or lie straight.
  case bentStart = "bent-start"

  /// Adds the fault. Every fault draws its own numbers, so that one more leaves the others as they are.
  func add(to errors: inout SensorErrors, _ conditions: inout LegConditions, seed: UInt64) {
    let amount = self.amount(seed: seed)
    let side: Double = amount < 0.5 ? -1 : 1
    switch self {
    case .bias: errors.gyroscopeBias = 2.0.degreesToRadians
    case .clipping: errors.gyroscopeRange = (150 + 250 * amount).degreesToRadians
    case .loss: errors.loss = 0.02 + 0.18 * amount
    case .delay: errors.shankDelay = side * (0.01 + 0.09 * self.amount(seed: seed &+ 1))
    case .skew: errors.shankSkew = side * 1e-4 * self.amount(seed: seed &+ 1)
    case .skin: conditions.softness = 2
    case .rigid: conditions.softness = 0
    case .movingStart: conditions.startCut = 3.5 + 2 * amount
    case .bentStart: conditions.bentStart = (15 + 30 * amount).degreesToRadians
    }
  }

  /// 0..<1.
  private func amount(seed: UInt64) -> Double {
    var random = SplitMix64(seed: seed, for: .faults)
    let own = Self.allCases.firstIndex(of: self) ?? 0
    for _ in 0..<own { _ = random.next() }
    return random.uniform()
  }
}
