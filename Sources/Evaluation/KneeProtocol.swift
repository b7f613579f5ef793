import Inertial
import KneeJoint

/// How one knee trial is scored; a row of `trials.csv`.
public struct KneeTrial: Hashable, Sendable {
  /// What the sign of the delivered angle may do.
  public enum SignRule: String, Hashable, Sendable {
    /// A rig has no flexion side: the better of both signs counts.
    case any
    /// Flexion must be positive.
    case flexion
  }

  public var name: String
  public var sign: SignRule
  /// Seconds from the first reference sample: mean error in here is taken off; nil takes the mean over the score.
  public var zeroWindow: ClosedRange<Double>?
  /// Scored from here on [s from the first reference sample].
  public var scoreFrom: Double

  public init(
    name: String, sign: SignRule = .any, zeroWindow: ClosedRange<Double>? = nil, scoreFrom: Double = 1
  ) {
    self.name = name
    self.sign = sign
    self.zeroWindow = zeroWindow
    self.scoreFrom = scoreFrom
  }
}

/// An angle over time [s, degrees]; `nan` where there is none.
public struct AngleSeries: Hashable, Sendable {
  public var time: [Double]
  public var degrees: [Double]

  public init(time: [Double], degrees: [Double]) {
    self.time = time
    self.degrees = degrees
  }
}

/// What one trial scored. Degrees unless said otherwise.
public struct KneeScore: Hashable, Sendable {
  public var rmse: Double
  /// Standard deviation of the error: RMSE without its mean.
  public var meanFree: Double
  public var largest: Double
  /// RMSE of the first five seconds that are scored.
  public var firstFiveSeconds: Double
  /// Overall range, estimate minus reference, and the reference's.
  public var rangeError: Double
  public var referenceRange: Double
  /// Range by cycle: mean absolute error and mean error; `nan` without a cycle.
  public var cycleError: Double
  public var cycleBias: Double
  public var cycles: Int
  public var cyclesFound: Int
  /// Positive: the estimate is late [ms].
  public var lagMilliseconds: Double
  public var sign: Double
  /// The delivered sign is wrong where the sign counts.
  public var isWrongSign: Bool
  public var offset: Double
  /// Share of the samples to be scored that had a value; below 0.95 a trial fails.
  public var cover: Double
}

public enum KneeScoreError: Error, Hashable, Sendable {
  /// Fewer samples can be scored than the lag search needs.
  case tooFewSamples(Int, needed: Int)
  /// The reference has no finite value or no extent in time.
  case noReference
}

/// The evaluation protocol of knee angles: times, sign, lag, offset, samples that count, numbers.
public enum KneeProtocol {
  /// Longest hole that is bridged when the angle is brought to the reference times [s].
  static let longestHole = 0.1
  static let droppedAtEnd = 5
  /// Largest lag [samples]; steps of a tenth.
  static let largestLag = 5
  /// Share of the samples to be scored that must have a value.
  public static let leastCover = 0.95
  static let prominence = 20.0
  static let spacing = 0.2

  /// - Parameter valid: one a reference sample; false is not scored.
  public static func score(
    _ estimate: AngleSeries, reference: AngleSeries, valid: [Bool], trial: KneeTrial
  ) throws(KneeScoreError) -> KneeScore {
    let time = reference.time
    let count = time.count
    guard count > 1, count == reference.degrees.count, count == valid.count,
      let held = heldThroughHoles(reference.degrees), time[count - 1] > time[0]
    else { throw .noReference }
    let rate: Double = Double(count - 1) / (time[count - 1] - time[0])
    var value = AngleGrid.values(of: estimate, at: time, longestHole: longestHole)
    let wanted = (0..<max(0, count - droppedAtEnd)).filter {
      time[$0] >= time[0] + trial.scoreFrom - 1e-9 && valid[$0] && reference.degrees[$0].isFinite
    }
    let scored = wanted.filter { value[$0].isFinite }
    guard scored.count >= 10 * largestLag else {
      throw .tooFewSamples(scored.count, needed: 10 * largestLag)
    }
    let agreement = correlation(scored.map { value[$0] }, scored.map { held[$0] })
    let turned = agreement < 0 && trial.sign == .any
    if turned { value = value.map { -$0 } }
    let lag = LagSearch.best(estimate: value, reference: held, rows: scored)
    let shifted = LagSearch.shifted(held, by: lag)
    let error = ErrorSeries(
      estimate: value, reference: shifted, time: time, wanted: wanted, scored: scored, trial: trial)
    var score = error.score(rate: rate)
    score.lagMilliseconds = 1000 * lag / rate
    score.sign = turned ? -1 : 1
    score.isWrongSign = agreement < 0 && !turned
    return score
  }

  /// Missing reference values keep the value before; only the shift looks at them. nil when none is finite.
  private static func heldThroughHoles(_ values: [Double]) -> [Double]? {
    guard var last = values.first(where: \.isFinite) else { return nil }
    return values.map { value in
      if value.isFinite { last = value }
      return last
    }
  }

  static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let ma = mean(a)
    let mb = mean(b)
    var aa = 0.0, bb = 0.0, ab = 0.0
    for (x, y) in zip(a, b) {
      aa += (x - ma) * (x - ma)
      bb += (y - mb) * (y - mb)
      ab += (x - ma) * (y - mb)
    }
    let scale = Double.sqrt(aa * bb)
    return scale > 0 ? ab / scale : 0
  }

  static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }

  static func rootMeanSquare(_ values: [Double]) -> Double {
    Double.sqrt(mean(values.map { $0 * $0 }))
  }
}
