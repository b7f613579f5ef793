import Inertial

// Latency of a magnetometer from its own recording. The field is constant in earth axes, so that a wrong latency
// makes it wobble in step with the rotation; the right one is where it wobbles least.

/// How much the field wobbles in earth axes, for every latency that the magnetometer might have.
public struct FieldLatency: Sendable, Equatable {
  /// Time between two latencies that are tried [s].
  public let step: Double
  /// Mean squared wobble [µT²] for latencies of -6...20 steps; of added recordings relative to their smallest.
  public let wobble: [Double]

  /// Steps that are tried.
  static let tried = -6...20

  private init(step: Double, wobble: [Double]) {
    self.step = step
    self.wobble = wobble
  }

  /// Tries one sensor's recording; nil where it never turns fast enough or has too little field.
  ///
  /// Columns are equally long; a value that is not finite counts as absent.
  /// - Parameters:
  ///   - levelFromSensor: orientation without the magnetometer, at each time.
  ///   - gyroscope: [rad/s]
  ///   - magnetometer: [µT]
  ///   - time: increasing [s].
  public init?(
    levelFromSensor: [Quaternion], gyroscope: [Vector3], magnetometer: [Vector3], time: [Double]
  ) {
    precondition(
      levelFromSensor.count == time.count && gyroscope.count == time.count
        && magnetometer.count == time.count,
      "columns differ in length")
    guard let first = time.first, let last = time.last, last > first else { return nil }
    // A finer step than that of the sensor tells nothing, a much finer one than the wobble neither.
    let step = Swift.max((last - first) / Double(time.count - 1), Rule.finestStep)
    let rows = time.indices.filter { row in
      guard let field = magnetometer[row].within(Limits.field), field != .zero else { return false }
      return gyroscope[row].squaredNorm > Rule.rate * Rule.rate && gyroscope[row].isFinite
    }
    // Rows whose orientation is known at every latency: each is judged on the same samples.
    let track = OrientationColumn(levelFromSensor: levelFromSensor, time: time)
    let usable = rows.filter { row in
      track.isKnown(at: time[row] - Double(Self.tried.upperBound) * step)
        && track.isKnown(at: time[row] - Double(Self.tried.lowerBound) * step)
    }
    guard usable.count >= Rule.fewestRows else { return nil }
    let times = usable.map { time[$0] }
    self.step = step
    wobble = Self.tried.map { steps in
      var cursor = 0
      let earthField = usable.map { row in
        track.orientation(at: time[row] - Double(steps) * step, &cursor).rotate(magnetometer[row])
      }
      return Self.wobble(earthField, times)
    }
  }

  /// Several recordings of one sensor, each as weighty as the other; nil when there are none or their steps differ.
  public init?(adding recordings: [FieldLatency]) {
    guard let first = recordings.first else { return nil }
    let isAlike = recordings.allSatisfy { abs($0.step - first.step) < 0.01 * first.step }
    let smallest = recordings.map { $0.wobble.min() ?? 0 }
    guard isAlike, smallest.allSatisfy({ $0 > 0 }) else { return nil }
    let wobble = first.wobble.indices.map { k in
      zip(recordings, smallest).reduce(0) { $0 + $1.0.wobble[k] / $1.1 }
    }
    self.init(step: first.step, wobble: wobble)
  }

  /// How much later than the gyroscope the magnetometer is stamped [s]; nil where the recording cannot tell.
  ///
  /// It can where the smallest wobble lies inside of what was tried and is a real trough. A field that leads the
  /// gyroscope has a latency below 0.
  public var seconds: Double? {
    guard let trough, trough.depth > Rule.smallestDepth else { return nil }
    return (Double(Self.tried.lowerBound + trough.place) + trough.offset) * step
  }

  /// (J(-3) + J(+3) - 2 J(0)) / J(0) around the smallest wobble; nil where that is at an end.
  public var depth: Double? { trough?.depth }

  private var trough: (place: Int, offset: Double, depth: Double)? {
    guard let place = wobble.indices.min(by: { wobble[$0] < wobble[$1] }) else { return nil }
    let j = wobble, reach = Rule.reach
    guard place >= reach, place + reach < j.count, j[place] > 0 else { return nil }
    let bend: Double = j[place - 1] - 2 * j[place] + j[place + 1]
    let offset = bend > 0 ? (j[place - 1] - j[place + 1]) / (2 * bend) : 0
    let depth = (j[place - reach] + j[place + reach] - 2 * j[place]) / j[place]
    return (place, offset, depth)
  }

  private enum Rule {
    /// Slower turning tells nothing about the latency [rad/s].
    static let rate = 20.0.degreesToRadians
    /// The step of the recordings that the depth below was found on [s].
    static let finestStep = 0.0035
    /// Steps to both sides that the depth is measured at.
    static let reach = 3
    static let smallestDepth = 0.05
    /// Half the length of the moving mean that is taken off [s]: heading drift and the place in the room.
    static let halfMean = 10.0
    static let fewestRows = 100
  }
}

extension FieldLatency {
  /// Mean square of what a moving mean leaves.
  private static func wobble(_ field: [Vector3], _ time: [Double]) -> Double {
    var sum = Vector3.zero
    var first = 0, end = 0
    var total = 0.0
    for row in field.indices {
      while end < field.count, time[end] <= time[row] + Rule.halfMean {
        sum += field[end]
        end += 1
      }
      while time[first] < time[row] - Rule.halfMean {
        sum -= field[first]
        first += 1
      }
      total += (field[row] - sum / Double(end - first)).squaredNorm
    }
    return total / Double(field.count)
  }
}

/// Orientation as a function of time.
private struct OrientationColumn {
  let levelFromSensor: [Quaternion]
  let time: [Double]

  /// A hole of more than this is no place to interpolate [s].
  private static let longestStep = 0.1

  func isKnown(at moment: Double) -> Bool {
    guard let first = time.first, let last = time.last, moment >= first, moment <= last else { return false }
    var cursor = 0
    seek(moment, &cursor)
    return time[cursor + 1] - time[cursor] <= Self.longestStep
  }

  /// - Parameter cursor: place of the moment before; moments that increase are found in one pass.
  func orientation(at moment: Double, _ cursor: inout Int) -> Quaternion {
    seek(moment, &cursor)
    let length = time[cursor + 1] - time[cursor]
    let fraction = length > 0 ? (moment - time[cursor]) / length : 0
    return levelFromSensor[cursor].interpolated(to: levelFromSensor[cursor + 1], fraction: fraction)
  }

  /// Moves to the step that holds the moment.
  private func seek(_ moment: Double, _ cursor: inout Int) {
    if cursor == 0 { cursor = lowerBound(moment) }
    while cursor + 2 < time.count, time[cursor + 1] < moment { cursor += 1 }
  }

  private func lowerBound(_ moment: Double) -> Int {
    var low = 0, high = time.count - 2
    while low < high {
      let middle = (low + high + 1) / 2
      if time[middle] <= moment { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
