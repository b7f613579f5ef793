import Goniometry
import Inertial

/// Orientation of one sensor over time [s].
public struct OrientationCurve: Sendable {
  public var time: [Double]
  public var earthFromSensor: [Quaternion]

  public init(time: [Double], earthFromSensor: [Quaternion]) {
    self.time = time
    self.earthFromSensor = earthFromSensor
  }

  /// Between the rows round a time; nil outside and across a hole of over 100 ms.
  func value(at moment: Double, from hint: inout Int) -> Quaternion? {
    while hint + 1 < time.count, time[hint + 1] <= moment { hint += 1 }
    while hint > 0, time[hint] > moment { hint -= 1 }
    guard hint < time.count, time[hint] <= moment + 1e-9 else { return nil }
    if abs(time[hint] - moment) < 1e-9 { return earthFromSensor[hint] }
    guard hint + 1 < time.count, time[hint + 1] - time[hint] <= KneeProtocol.longestHole else { return nil }
    let a = earthFromSensor[hint]
    let share = (moment - time[hint]) / (time[hint + 1] - time[hint])
    return a.interpolated(to: earthFromSensor[hint + 1], fraction: share)
  }
}

/// How far a 6D orientation leans from an optical one.
public struct InclinationScore: Hashable, Sendable {
  /// Root mean square of the inclination error [deg].
  public var inclination: Double
  /// Positive: the estimate is late [ms].
  public var lagMilliseconds: Double
  public var samples: Int
}

/// Inclination against optics under the lag rule of the knee protocol: one constant lag a trial, at most five reference
/// samples in steps of a tenth, the one with the smallest error, the same for every method.
public enum InclinationProtocol {
  /// - Parameters:
  ///   - time: of the reference rows [s].
  ///   - valid: false is not scored.
  ///   - scoreFrom: seconds from the first reference row.
  /// - Returns: nil when fewer samples can be scored than the lag search needs.
  public static func score(
    _ estimate: OrientationCurve, reference: [Quaternion], time: [Double], valid: [Bool], scoreFrom: Double
  ) -> InclinationScore? {
    guard time.count > 1, reference.count == time.count, valid.count == time.count,
      let first = time.first, let last = time.last, last > first
    else { return nil }
    let period = (last - first) / Double(time.count - 1)
    let rows = (0..<max(0, time.count - KneeProtocol.droppedAtEnd)).filter {
      valid[$0] && time[$0] >= first + scoreFrom - 1e-9 && reference[$0].isFinite
    }
    var best: InclinationScore?
    for step in -10 * KneeProtocol.largestLag...10 * KneeProtocol.largestLag {
      let lag = Double(step) / 10 * period
      let (sum, count) = squares(estimate, reference, time, rows, lag)
      guard count >= 10 * KneeProtocol.largestLag else { continue }
      let error = Double.sqrt(sum / Double(count)).radiansToDegrees
      if error < best?.inclination ?? .infinity {
        best = InclinationScore(inclination: error, lagMilliseconds: lag * 1000, samples: count)
      }
    }
    return best
  }

  private static func squares(
    _ estimate: OrientationCurve, _ reference: [Quaternion], _ time: [Double], _ rows: [Int], _ lag: Double
  ) -> (sum: Double, count: Int) {
    var sum = 0.0, count = 0, hint = 0
    for row in rows {
      guard let value = estimate.value(at: time[row] + lag, from: &hint), value.isFinite else { continue }
      let error = ErrorAngles(estimate: value, reference: reference[row]).inclination
      sum += error * error
      count += 1
    }
    return (sum, count)
  }
}
