import Inertial

/// Inclination of the shin from one device on it: 0 vertical, 90 degrees level with the screen up, more past level.
///
/// Two doors: finished orientations of a phone-like device (world z up, any heading), and the motion of a sensor of any
/// mounting (`measure(shin:...)`). The turn is measured about the axis that the device
/// really turned about, summed step by step, the start tilt is taken from gravity, the first sample counts.
public struct ShinInclination: Hashable, Sendable {
  /// Inclination of every sample [rad], spikes included; they do not count.
  public var angle: [Double]
  /// Start, finish, minimum (most bent), maximum (most extended), range [rad].
  public var range: RangeOfMotion
  /// How the device was held; nil for a sensor without a front.
  public var orientation: DeviceOrientation?
  /// Unit axis of the swing in device axes.
  public var axis: Vector3
  /// Whether 0 is the vertical; else it is the start, and only the range means something.
  public var isAbsolute = true
  public var flags: [QualityFlag]

  public struct Parameters: Sendable {
    /// Largest turn below which the nominal axis is taken [rad].
    public var leastTurn: Double
    /// Axis further from the nominal one is no knee motion [rad].
    public var largestAskew: Double
    /// Share of the turn not about the axis that raises `offAxis`.
    public var offAxisShare: Double

    public init(
      leastTurn: Double = 5 * Double.pi / 180, largestAskew: Double = 45 * Double.pi / 180,
      offAxisShare: Double = 0.2
    ) {
      self.leastTurn = leastTurn
      self.largestAskew = largestAskew
      self.offAxisShare = offAxisShare
    }
  }

  /// - Parameters:
  ///   - worldFromDevice: unit quaternions, z up; q and -q are the same.
  ///   - time: stamps [s]; nil when unknown, then no sample can be a spike.
  ///   - orientation: as stated by the caller; nil detects it from gravity at the first sample.
  /// - Throws: `noSamples` for an empty series.
  public static func measure(
    worldFromDevice: [Quaternion], time: [Double]?, orientation: DeviceOrientation? = nil,
    parameters: Parameters = .init()
  ) throws(KneeJointError) -> ShinInclination {
    if let time, time.count != worldFromDevice.count {
      throw .unequalLengths([worldFromDevice.count, time.count])
    }
    guard let first = worldFromDevice.first else { throw .noSamples }
    let up = first.rotateBack(.unitZ)
    let held = orientation ?? DeviceOrientation(up: up)
    let turns = worldFromDevice.map { (first.conjugate * $0).normalized }
    let accepted = SwingAxis.plausibleRows(turns, time: time)
    let fit = SwingAxis(turns: turns, rows: accepted, nominal: held.nominalAxis, parameters)
    var flags = fit.flags
    let swing =
      fit.isKneeMotion ? SwingAxis.swing(turns, about: fit.axis, rows: accepted) : turns.map { _ in 0 }
    let tilt = startTilt(up: up, axis: fit.axis)
    let angle = swing.map { s -> Double in
      let v: Double = Double.pi / 2 - (tilt + s)
      return held.isReversed ? Double.pi - v : v
    }
    var counted = angle
    let good = Set(accepted)
    for row in counted.indices where !good.contains(row) { counted[row] = .nan }
    var range = try RangeOfMotion.measure(angle: counted, time: time)
    range.spikes += angle.count - accepted.count
    flags += range.flags(time: time)
    return ShinInclination(
      angle: angle, range: range, orientation: held, axis: fit.axis, isAbsolute: true, flags: flags)
  }

  /// Inclination of the device's long side against level [rad]: pi/2 upright, 0 flat with the screen up.
  private static func startTilt(up: Vector3, axis: Vector3) -> Double {
    let e = Vector3.unitZ.cross(axis).normalized
    return Double.atan2(up.dot(e), up.dot(axis.cross(e)))
  }
}
