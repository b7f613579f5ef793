import Inertial

/// Motions made of repetitions with a rest before, between and after: out, hold, back.
struct ExerciseScript: MotionScript {
  private struct Repetition {
    var start, out, hold, back, rest, share, style: Double
    var duration: Double { out + hold + back + rest }

    /// 0 in the rest pose, the repetition's share of the full excursion while it is held.
    func progress(at time: Double) -> Jet {
      let local = Jet.time(time - start)
      let away = (local / out).smoothStep
      let returned = ((local - (out + hold)) / back).smoothStep
      return (away - returned) * share
    }
  }

  /// Seconds of stillness at the start, and at least so many at the end.
  static let stillStart = 3.0, stillEnd = 2.0

  let impacts: [Impact]
  private let exercise: Exercise
  private let repetitions: [Repetition]
  private let starts: [Double]

  var repetitionCount: Int { repetitions.count }

  init(exercise: Exercise, duration: Double, random: inout SplitMix64) {
    self.exercise = exercise
    var list: [Repetition] = []
    var time = Self.stillStart
    while true {
      let next = Self.repetition(of: exercise, from: time, random: &random)
      if time + next.duration - next.rest > duration - Self.stillEnd { break }
      list.append(next)
      time += next.duration
    }
    repetitions = list
    starts = list.map(\.start)
    impacts = list.flatMap {
      [exercise.impactOut($0.start + $0.out), exercise.impactBack($0.start + $0.out + $0.hold + $0.back)]
    }
    .compactMap { $0 }
  }

  private static func repetition(
    of exercise: Exercise, from start: Double, random: inout SplitMix64
  ) -> Repetition {
    let pace = random.uniform(in: 0.85...1.2)
    let out = exercise.outTime * pace, back = exercise.backTime * pace * random.uniform(in: 0.9...1.1)
    let hold = random.uniform(in: 0.2...0.7), rest = random.uniform(in: 0.4...1.0)
    let share = random.uniform(in: exercise.shares)
    return Repetition(
      start: start, out: out, hold: hold, back: back, rest: rest, share: share, style: random.symmetric(1))
  }

  func coordinates(at time: Double) -> LegCoordinates {
    guard let index = starts.lastIndex(startedBy: time) else {
      return exercise.coordinates(.zero, style: 0, at: .time(time))
    }
    let repetition = repetitions[index]
    return exercise.coordinates(
      repetition.progress(at: time), style: repetition.style, at: .time(time))
  }
}
