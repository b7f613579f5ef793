import Inertial

/// The rows of a recording in which a leg moves, with the low-passed rates that the axes are found from.
public struct MovingSamples: Sendable {
  public struct Parameters: Sendable {
    /// Corner of the zero-phase low-pass of the rates [Hz]. Lower: less wobble, less motion.
    public var corner: Double
    /// A sensor that turns faster moves [rad/s]; a slow task uses `shareOfPeak` of its peak instead.
    public var rate: Double
    public var shareOfPeak: Double
    /// Peak rate below which nothing moves at all [rad/s].
    public var smallestPeak: Double
    /// Thigh RMS rate below this share of the shank's: the thigh is still.
    public var stillShare: Double

    public init(
      corner: Double = 6, rate: Double = 0.3, shareOfPeak: Double = 0.3, smallestPeak: Double = 0.05,
      stillShare: Double = 0.02
    ) {
      self.corner = corner
      self.rate = rate
      self.shareOfPeak = shareOfPeak
      self.smallestPeak = smallestPeak
      self.stillShare = stillShare
    }
  }

  /// One a row, as given.
  let usable: [Bool]
  /// Rows that move and are usable, ascending; none when even the peak is no motion.
  public let rows: [Int]
  /// The moving rows without the 100 ms behind an impact (a force more than 1 g off), where straps wobble; all moving rows
  /// when hardly any are left.
  public let calmRows: [Int]
  /// 99th percentile of the larger of both rate norms over the usable rows [rad/s].
  public let peakRate: Double
  /// RMS of the low-passed rates over the moving rows [rad/s].
  public let thighRate: Double
  public let shankRate: Double
  /// The thigh hardly turns while the shank does: only the shank axis can be found.
  public let isThighStill: Bool
  /// The thigh turns little against the shank: its axis may be beyond finding.
  public var isThighQuiet: Bool { thighRate < 0.25 * shankRate }
  /// Usual spacing of the rows [s].
  let period: Double
  let corner: Double
  let smoothThigh: [Vector3]
  let smoothShank: [Vector3]

  /// - Parameter usable: one a row; false where a sensor has no trustworthy rate (holes, clipping).
  public init(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], usable: [Bool],
    parameters: Parameters = .init()
  ) throws(KneeJointError) {
    try checkLengths(
      thigh.count, shank.count, time.count, usable.count, thigh.force.count, shank.force.count,
      thigh.earthFromSensor.count, shank.earthFromSensor.count)
    period = typicalPeriod(time)
    corner = parameters.corner
    self.usable = usable
    let filter = LowPass(corner: parameters.corner, period: period)
    let smoothThigh = filter?.filtered(thigh.rate) ?? thigh.rate
    let smoothShank = filter?.filtered(shank.rate) ?? shank.rate
    let usableRows = usable.indices.filter { usable[$0] }
    let speed = usableRows.map { max(smoothThigh[$0].norm, smoothShank[$0].norm) }
    peakRate = percentile(0.99, of: speed)
    let slow = min(parameters.rate, parameters.shareOfPeak * peakRate)
    let threshold = peakRate < parameters.smallestPeak ? .infinity : slow
    rows = zip(usableRows, speed).filter { $0.1 > threshold }.map { $0.0 }
    calmRows = MovingSamples.calm(rows, thigh.force, shank.force, period: period)
    thighRate = rootMeanSquare(rows) { smoothThigh[$0].norm }
    shankRate = rootMeanSquare(rows) { smoothShank[$0].norm }
    isThighStill = thighRate < parameters.stillShare * shankRate
    self.smoothThigh = smoothThigh
    self.smoothShank = smoothShank
  }
}

extension MovingSamples {
  private static func calm(
    _ rows: [Int], _ thigh: [Vector3], _ shank: [Vector3], period: Double
  ) -> [Int] {
    let behind = period > 0 ? Int((0.1 / period).rounded(.up)) : 0
    func isImpact(_ force: Vector3) -> Bool {
      abs(force.norm - .standardGravity) > .standardGravity
    }
    var quietFrom = 0
    var next = 0
    let calm = rows.filter { row in
      while next <= row {
        if isImpact(thigh[next]) || isImpact(shank[next]) { quietFrom = next + behind + 1 }
        next += 1
      }
      return row >= quietFrom
    }
    return calm.count * 10 >= rows.count ? calm : rows
  }
}

func rootMeanSquare(_ rows: some Collection<Int>, _ value: (Int) -> Double) -> Double {
  guard !rows.isEmpty else { return 0 }
  var sum = 0.0
  for row in rows {
    let v = value(row)
    sum += v * v
  }
  return Double.sqrt(sum / Double(rows.count))
}

/// Value below which the share `p` of the values lies; 0 for none.
func percentile(_ p: Double, of values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(p * Double(sorted.count)))]
}

func median(_ values: [Double]) -> Double { percentile(0.5, of: values) }
