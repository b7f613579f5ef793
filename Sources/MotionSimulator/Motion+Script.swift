import Inertial

extension Motion {
  /// Lays the motion out over a duration [s]. Too short a time leaves the person still.
  ///
  /// - Parameter bent: added flexion where the person would stand or lie straight [rad].
  func script(body: LegBody, duration: Double, seed: UInt64, bent: Double = 0) -> any MotionScript {
    var random = SplitMix64(seed: seed, for: .motion)
    switch self {
    case .seatedExtension: return exercise(.seatedExtension, body, duration, bent, &random)
    case .squats: return exercise(.squats, body, duration, bent, &random)
    case .sitToStand: return exercise(.sitToStand, body, duration, bent, &random)
    case .heelSlides: return exercise(.heelSlides, body, duration, bent, &random)
    case .walking: return Self.walk(duration: duration, bent: bent, random: &random)
    case .cutting: return Self.cut(duration: duration, bent: bent, random: &random)
    case .stairs: return Self.climb(duration: duration, bent: bent, random: &random)
    case .dropLanding: return DropLanding(duration: duration, bent: bent, random: &random)
    }
  }

  private func exercise(
    _ kind: Exercise.Kind, _ body: LegBody, _ duration: Double, _ bent: Double, _ random: inout SplitMix64
  ) -> ExerciseScript {
    let exercise = Exercise(kind: kind, body: body, bent: bent, random: &random)
    return ExerciseScript(exercise: exercise, duration: duration, random: &random)
  }

  private static let stillStart = 3.0, stillEnd = 2.0, shortestBout = 4.0

  /// Bouts of up to a minute, half turns to either side every seven to ten seconds.
  private static func walk(duration: Double, bent: Double, random: inout SplitMix64) -> GaitScript {
    var bouts: [GaitBout] = [], turns: [(start: Double, duration: Double, angle: Double)] = []
    var time = stillStart
    while duration - stillEnd - time >= shortestBout {
      let end = Swift.min(time + random.uniform(in: 45...60), duration - stillEnd)
      bouts.append(GaitBout(.level, start: time, end: end, random: &random))
      var turn = time + random.uniform(in: 5...7)
      while turn + 4 < end {
        let side: Double = random.uniform() < 0.5 ? -1 : 1
        let length = random.uniform(in: 1.9...2.6)
        turns.append((turn, length, side * random.uniform(in: 170...190).degreesToRadians))
        turn += length + random.uniform(in: 5...8)
      }
      time = end + random.uniform(in: 3...5)
    }
    return GaitScript(bouts: bouts, turns: turns, bent: bent, random: &random)
  }

  /// Runs of three to four seconds; half way the person turns by 45 to 90 degrees within half a second.
  private static func cut(duration: Double, bent: Double, random: inout SplitMix64) -> GaitScript {
    var bouts: [GaitBout] = [], turns: [(start: Double, duration: Double, angle: Double)] = []
    var time = stillStart
    while duration - stillEnd - time >= shortestBout {
      let end = Swift.min(time + random.uniform(in: 4...5), duration - stillEnd)
      bouts.append(GaitBout(.running, start: time, end: end, random: &random))
      let side: Double = random.uniform() < 0.5 ? -1 : 1
      let angle = side * random.uniform(in: 45...90).degreesToRadians
      turns.append(((time + end) / 2, random.uniform(in: 0.4...0.6), angle))
      let pause = random.uniform(in: 1.6...2.4)
      turns.append((end, 1.5, .pi - angle))
      time = end + pause
    }
    return GaitScript(bouts: bouts, turns: turns, bent: bent, random: &random)
  }

  /// Flights of about five strides, up and down in turn, with a turn while the person stops on the landing.
  private static func climb(duration: Double, bent: Double, random: inout SplitMix64) -> GaitScript {
    var bouts: [GaitBout] = [], turns: [(start: Double, duration: Double, angle: Double)] = []
    var time = stillStart, pattern = GaitPattern.up
    while duration - stillEnd - time >= shortestBout {
      let end = Swift.min(time + random.uniform(in: 8...10), duration - stillEnd)
      bouts.append(GaitBout(pattern, start: time, end: end, random: &random))
      pattern = pattern == .up ? .down : .up
      time = end + random.uniform(in: 1.2...2)
      if duration - stillEnd - time >= shortestBout {
        let side: Double = random.uniform() < 0.5 ? -1 : 1
        turns.append((end - GaitBout.ramp, 2.4, side * random.uniform(in: 170...190).degreesToRadians))
      }
    }
    return GaitScript(bouts: bouts, turns: turns, bent: bent, random: &random)
  }
}
