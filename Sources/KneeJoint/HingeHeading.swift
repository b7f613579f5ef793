import Inertial

/// The heading that brings the shank's orientation into the thigh's heading.
///
/// Laidig, Schauer, Seel 2017 (doi 10.1109/ICORR.2017.8009375): with u = R1 j1 and v = R2 j2 in earth axes a hinge
/// asks for u = Rz(d) v. Every sample whose axis is not vertical gives d at once. A centred window finds d roughly and
/// rates it; `HeadingSmoother` then takes the noise out and lets d follow the drift of both filters.
public enum HingeHeading {
  public struct Parameters: Sendable {
    /// Width of the centred window [s].
    public var window: Double
    /// Time over which the smoother spreads a vote, to either side [s]. Longer: follows drift less.
    public var spread: Double
    /// Difference of vertical components at which a sample counts half.
    public var verticalScale: Double
    /// Least mean of |u_xy||v_xy| in a window; below, the heading is bridged from both sides.
    public var leastRating: Double
    /// Longest time below `leastRating` that raises no flag [s].
    public var longestBridge: Double

    public init(
      window: Double = 20, spread: Double = 4, verticalScale: Double = 0.1, leastRating: Double = 0.1,
      longestBridge: Double = 20
    ) {
      self.window = window
      self.spread = spread
      self.verticalScale = verticalScale
      self.leastRating = leastRating
      self.longestBridge = longestBridge
    }
  }

  /// - Parameters:
  ///   - usable: false rows do not vote, they get the heading of their neighbours.
  ///   - restarts: rows at which one of the orientations begins anew; no window reaches across.
  public static func relativeHeading(
    axes: HingeAxes, thigh: SegmentMotion, shank: SegmentMotion, time: [Double], usable: [Bool],
    restarts: [Int] = [], parameters: Parameters = .init()
  ) -> RelativeHeading {
    let count = min(thigh.count, shank.count, time.count, usable.count)
    func votes(_ rows: Range<Int>) -> [RowVote] {
      rows.map { row in
        guard usable[row] else { return RowVote(.none) }
        return RowVote(
          HeadingVote(
            u: thigh.earthFromSensor[row].rotate(axes.thigh),
            v: shank.earthFromSensor[row].rotate(axes.shank),
            verticalScale: parameters.verticalScale))
      }
    }
    let borders = [0] + restarts.filter { $0 > 0 && $0 < count }.sorted() + [count]
    // Hours without a hole are corrected where they lie, not in a copy.
    if borders.count == 2, time.count == count, count > 0 {
      return windowed(votes(0..<count), time: time, parameters)
    }
    var out = RelativeHeading(angle: [], rating: [])
    for (first, end) in zip(borders, borders.dropFirst()) where first < end {
      out.append(windowed(votes(first..<end), time: Array(time[first..<end]), parameters))
    }
    return out
  }

  private static func windowed(
    _ votes: [RowVote], time: [Double], _ p: Parameters
  ) -> RelativeHeading {
    var angle = [Double](repeating: .nan, count: votes.count)
    var rating = [Double](repeating: 0, count: votes.count)
    var sum = HeadingVote.none
    var low = 0, high = 0
    for row in votes.indices {
      while high < votes.count, time[high] <= time[row] + p.window / 2 {
        sum = sum + votes[high].vote
        high += 1
      }
      while time[low] < time[row] - p.window / 2 {
        sum = sum - votes[low].vote
        low += 1
      }
      rating[row] = sum.rating
      if sum.rating >= p.leastRating { angle[row] = sum.angle }
    }
    let whole = votes.reduce(HeadingVote.none) { $0 + $1.vote }.angle
    bridge(&angle, whole: whole)
    let smoother = HeadingSmoother(spread: p.spread)
    return RelativeHeading(angle: smoother.smoothed(votes, time: time, start: consume angle), rating: rating)
  }

  /// Makes the series continuous and fills its holes: a line between both sides, held at the ends.
  private static func bridge(_ angle: inout [Double], whole: Double) {
    var last: Int?
    for row in angle.indices where angle[row].isFinite {
      if let from = last {
        angle[row] = angle[from] + Double.wrapAngle(angle[row] - angle[from])
        for k in (from + 1)..<max(row, from + 1) {
          let f = Double(k - from) / Double(row - from)
          angle[k] = angle[from] * (1 - f) + angle[row] * f
        }
      } else {
        for k in 0..<row { angle[k] = angle[row] }
      }
      last = row
    }
    for k in ((last ?? -1) + 1)..<max(angle.count, (last ?? -1) + 1) {
      angle[k] = last.map { angle[$0] } ?? whole
    }
  }
}

/// Heading of the thigh's earth against the shank's, row by row.
public struct RelativeHeading: Sendable {
  /// Turn about the vertical that brings the shank's orientation into the thigh's heading [rad], continuous.
  public var angle: [Double]
  /// How well the window around a row sees it: 0 for a vertical axis, 1 for a level one.
  public var rating: [Double]

  mutating func append(_ other: RelativeHeading) {
    angle += other.angle
    rating += other.rating
  }

  /// `headingUnobservable` for every stretch below the least rating that lasts too long.
  public func flags(time: [Double], parameters: HingeHeading.Parameters = .init()) -> [QualityFlag] {
    var flags: [QualityFlag] = []
    var start: Int?
    for row in 0...min(rating.count, time.count) {
      let low = row < rating.count && row < time.count && rating[row] < parameters.leastRating
      if low, start == nil { start = row }
      if !low, let from = start {
        start = nil
        let span = time[from]...time[row - 1]
        if span.upperBound - span.lowerBound >= parameters.longestBridge {
          let worst = rating[from..<row].min()
          flags.append(QualityFlag(.headingUnobservable, .warn, span: span, value: worst))
        }
      }
    }
    return flags
  }
}

/// What one sample says about the heading: a vector whose direction is d, and its weights.
struct HeadingVote {
  var sine, cosine, level, count: Double

  static let none = HeadingVote(sine: 0, cosine: 0, level: 0, count: 0)

  fileprivate init(sine: Double, cosine: Double, level: Double, count: Double) {
    self.sine = sine
    self.cosine = cosine
    self.level = level
    self.count = count
  }

  /// Samples that contradict a hinge (different inclination of the axis) count less.
  init(u: Vector3, v: Vector3, verticalScale: Double) {
    let contradiction = (u.z - v.z) / verticalScale
    let p: Double = 1 / (1 + contradiction * contradiction)
    sine = p * (v.x * u.y - v.y * u.x)
    cosine = p * (v.x * u.x + v.y * u.y)
    level = Double.hypot(u.x, u.y) * Double.hypot(v.x, v.y)
    count = 1
  }

  var angle: Double { Double.atan2(sine, cosine) }
  var rating: Double { count > 0 ? level / count : 0 }

  static func + (a: HeadingVote, b: HeadingVote) -> HeadingVote {
    HeadingVote(
      sine: a.sine + b.sine, cosine: a.cosine + b.cosine, level: a.level + b.level, count: a.count + b.count)
  }

  static func - (a: HeadingVote, b: HeadingVote) -> HeadingVote {
    HeadingVote(
      sine: a.sine - b.sine, cosine: a.cosine - b.cosine, level: a.level - b.level, count: a.count - b.count)
  }

  static func * (a: HeadingVote, f: Double) -> HeadingVote {
    HeadingVote(sine: a.sine * f, cosine: a.cosine * f, level: a.level * f, count: a.count * f)
  }
}

/// A vote as it is kept for every row of hours: to seven digits, a third of the room.
struct RowVote {
  private let sine, cosine, level: Float
  private let counts: Bool

  init(_ vote: HeadingVote) {
    (sine, cosine, level, counts) = (Float(vote.sine), Float(vote.cosine), Float(vote.level), vote.count > 0)
  }

  var vote: HeadingVote {
    HeadingVote(sine: Double(sine), cosine: Double(cosine), level: Double(level), count: counts ? 1 : 0)
  }
}
