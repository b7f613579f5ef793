import Inertial

// After a turn that was not measured: level and heading are found again within a second or two.
extension OnlineFilter {
  /// Counts the turn in rows of doubtful rate; at the first sound one behind them orientation is opened by what may have been
  /// missed.
  @inline(never)
  mutating func heed(_ doubt: SampleDoubt, _ rate: Vector3, _ step: Double) {
    if doubt.isDisjoint(with: [.rateMade, .rateClipped]) {
      let missed = state.unseen.deviation
      state.unseen = UnseenTurn()
      if missed > RecoveryRule.least { recover(from: missed) }
    } else {
      state.unseen.add(rate.norm * step, over: step, isMade: doubt.contains(.rateMade))
    }
  }

  /// Level and heading may be off by `deviation` [rad].
  mutating func recover(from deviation: Double) {
    let period = coefficients.period
    let levelAge = RecoveryRule.forceMean / deviation
    if levelAge < parameters.levelTime {
      state.driftForce.forget(to: levelAge / period, coefficients.level)
      state.levelEast = LowPass()
      state.levelNorth = LowPass()
      state.levelUp = LowPass()
      state.levelTime = 0
      if trustsField { state.recoveryTime = RecoveryRule.time }
    }
    openHeading(by: deviation)
  }

  /// The heading may be off by `deviation` [rad]: the field says where it is, and is not judged by a level that is not settled.
  mutating func openHeading(by deviation: Double) {
    if trustsField {
      let age = RecoveryRule.headingAge(parameters.headingTime, after: deviation) / coefficients.period
      state.headingCount = Swift.min(state.headingCount ?? .infinity, age)
    }
  }
}

extension OnlineFilter {
  /// The field is the heading's only hold, or agrees with its reference.
  var trustsField: Bool { state.hasHeading && (!state.isDisturbed || state.reference == nil) }
}

/// What a turn that was not seen costs.
enum RecoveryRule {
  /// Smaller turns are left to the usual gains [rad].
  static let least = 0.5.degreesToRadians
  /// A mean of the force over t seconds is off the vertical by this over t [rad s]: 0.7 m/s of velocity over gravity.
  static let forceMean = 0.07
  /// Deviation of a settled heading [rad].
  static let heading = 2.0.degreesToRadians
  /// [s]
  static let time = 2.0

  /// How old a heading counts that may be off by `deviation` [s]: as if its variance were that of a mean over so long.
  static func headingAge(_ headingTime: Double, after deviation: Double) -> Double {
    headingTime * heading * heading / (heading * heading + deviation * deviation)
  }
}

/// A turn that was interpolated or cut off at a rail.
struct UnseenTurn: Equatable, Sendable, Codable {
  /// Path of the turn as assumed [rad], the clipped one at half.
  private var path = 0.0
  private var time = 0.0

  var isNone: Bool { time == 0 }

  mutating func add(_ turn: Double, over step: Double, isMade: Bool) {
    path += isMade ? turn : turn / 2
    time += step
  }

  /// The longer a straight line is drawn, the more of the turn it misses, up to two fifths [rad].
  var deviation: Double { path * Swift.min(0.4, 2.7 * time) }
}
