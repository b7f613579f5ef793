import Inertial

/// Everything that makes one simulated recording: equal values give equal recordings.
public struct SimulatedLeg: Hashable, Sendable {
  public var motion: Motion
  public var side: BodySide
  public var sensors: Int
  /// [s] and samples a second.
  public var duration: Double
  public var rate: Double
  public var seed: UInt64
  public var faults: [LegFault]
  /// Another day with the same motion; see `LegConditions`.
  public var attachment: UInt64?

  public init(
    motion: Motion, side: BodySide, sensors: Int = 2, duration: Double, rate: Double, seed: UInt64,
    faults: [LegFault] = []
  ) {
    self.motion = motion
    self.side = side
    self.sensors = sensors
    self.duration = duration
    self.rate = rate
    self.seed = seed
    self.faults = faults
  }

  public var simulation: LegSimulation {
    var errors = SensorErrors.realistic, conditions = LegConditions.usual
    conditions.attachment = attachment
    for fault in faults { fault.add(to: &errors, &conditions, seed: seed) }
    return LegSimulation(
      motion: motion, side: side, sensors: sensors, duration: duration, rate: rate, seed: seed,
      errors: errors, conditions: conditions)
  }
}

extension SimulatedLeg {
  /// A leg by chance: any motion on either side, 20 to 60 s at 50, 100 or 200 samples a second, and up to three
  /// faults; four in ten legs have none.
  public static func drawn(seed: UInt64) -> SimulatedLeg {
    var random = SplitMix64(seed: seed, for: .leg)
    let motion = Motion.allCases[Int(random.uniform() * Double(Motion.allCases.count))]
    let side: BodySide = random.uniform() < 0.5 ? .left : .right
    let duration = (20 + 40 * random.uniform()).rounded()
    let rate = [50.0, 100, 100, 200][Int(random.uniform() * 4)]
    let wanted = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][Int(random.uniform() * 10)]
    var faults = LegFault.allCases
    faults.shuffle(using: &random)
    faults = faults.prefix(wanted).sorted { $0.rawValue < $1.rawValue }
    if faults.contains(.rigid) { faults.removeAll { $0 == .skin } }
    return SimulatedLeg(
      motion: motion, side: side, duration: duration, rate: rate, seed: seed, faults: faults)
  }
}
