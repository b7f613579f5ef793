import Inertial
import KneeJoint

/// Finds the rests of stated poses in the curve of a calibration recording.
struct PoseSearch {
  private let rests: [StillPhase]
  private let stated: [Double]
  /// Mean turn in each rest [rad].
  private let turns: [Double]

  /// The first rest that is long enough.
  static func first(of phases: [StillPhase]) throws(GoniometerError) -> StillPhase {
    let needed = Goniometer.shortestPose
    guard let first = phases.first(where: { $0.duration >= needed }) else {
      throw .poseNotStill(longest: phases.map(\.duration).max() ?? 0, needed: needed)
    }
    return first
  }

  /// - Parameter turn: of the joint, of either sign [rad].
  init(_ turn: [Double], phases: [StillPhase], stated: [Double]) throws(GoniometerError) {
    let first = try PoseSearch.first(of: phases)
    var rests = [first]
    var turns = [PoseSearch.mean(turn, first.rows)]
    for phase in phases where phase.rows.lowerBound > first.rows.lowerBound && rests.count < stated.count {
      guard phase.duration >= Goniometer.shortestPose else { continue }
      let here = PoseSearch.mean(turn, phase.rows)
      let step = abs(stated[rests.count] - stated[rests.count - 1])
      if abs(here - turns[turns.count - 1]) > step / 2 {
        rests.append(phase)
        turns.append(here)
      }
    }
    guard rests.count == stated.count else {
      throw .posesMissing(found: rests.count, stated: stated.count)
    }
    (self.rests, self.turns, self.stated) = (rests, turns, stated)
  }

  /// Whether the turn between the first two poses runs against what was stated.
  var isReversed: Bool { stated.count > 1 && (turns[1] - turns[0]) * (stated[1] - stated[0]) < 0 }

  /// Measured over stated turn between the first two poses; nil with one.
  var gain: Double? { stated.count > 1 ? abs((turns[1] - turns[0]) / (stated[1] - stated[0])) : nil }

  /// The angle of the first pose with which all poses fit best [rad].
  var flexion: Double {
    guard turns[0].isFinite else { return stated[0] }
    let sign: Double = isReversed ? -1 : 1
    let sum = zip(stated, turns).reduce(0) { $0 + $1.0 - sign * ($1.1 - turns[0]) }
    return sum / Double(stated.count)
  }

  /// A slow bend turns no faster than a rest; gravity tells them apart [rad].
  static let largestWander = 2.5 * Double.pi / 180

  /// - Parameter wander: of the vertical in the sensors over some rows [rad].
  /// - Throws: `poseMoves` for a rest during which a sensor tilts.
  func poses(wander: (Range<Int>) -> Double) throws(GoniometerError) -> [KneeCalibration.Pose] {
    let sign: Double = isReversed ? -1 : 1
    let worst = rests.map { wander($0.rows) }.max() ?? 0
    if worst > PoseSearch.largestWander { throw .poseMoves(wander: worst) }
    return rests.indices.map { k in
      let moved = turns[0].isFinite ? sign * (turns[k] - turns[0]) : 0
      return KneeCalibration.Pose(
        stated: stated[k], measured: flexion + moved, time: rests[k].time, wander: wander(rests[k].rows))
    }
  }

  private static func mean(_ angle: [Double], _ rows: Range<Int>) -> Double {
    let values = rows.clamped(to: angle.indices).map { angle[$0] }.filter(\.isFinite)
    return values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }
}

extension StillPhase {
  /// [s]
  fileprivate var duration: Double { time.upperBound - time.lowerBound }
}
