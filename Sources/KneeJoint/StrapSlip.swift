import Inertial

/// A sensor that slips on the leg: from then on the hinge lies elsewhere in its axes.
///
/// Two hinges, one before and one behind a moment, are fitted to the rates and up directions of the moving rows. Where they
/// explain the motion much better than one does, and look different ways, the strap has slipped between them. Slow changes
/// and other movements change axes too, but little; a slip about the hinge itself does not show.
public struct StrapSlip: Hashable, Sendable {
  /// Of the output clock [s], to about a tenth of the recording.
  public var time: Double
  /// How far the axis of the worse sensor moved [rad].
  public var turn: Double
  /// Cost of one hinge over that of two.
  public var gain: Double

  static let samples = 600
  static let fewest = 80
  /// Seconds of motion that each side needs.
  static let shortest = 5.0
  /// Skin and another kind of movement gain up to 1.5; fifteen degrees of slip on a rig 16 to 18.
  static let leastGain = 2.0
  static let leastTurn = 6 * Double.pi / 180
  /// A larger turn is another minimum of a flat cost.
  static let largestTurn = 45 * Double.pi / 180

  /// The best moment, a slip or not; nil where either side would be too short.
  static func best(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, axes: HingeAxes
  ) -> StrapSlip? {
    let all = AxisCost(thigh: thigh, shank: shank, time: time, moving: moving, limit: samples).samples
    let rows = moving.rows
    let perSample = Double(rows.count) * moving.period / Double(max(1, all.count))
    let least = max(fewest, Int((shortest / max(perSample, 1e-9)).rounded(.up)))
    guard all.count >= 2 * least, let one = fit(all, axes) else { return nil }
    let splits = stride(from: least, through: all.count - least, by: max(1, all.count / 20))
    var best: StrapSlip?
    for split in splits {
      guard let before = fit(Array(all[..<split]), axes), let behind = fit(Array(all[split...]), axes) else {
        continue
      }
      let gain = one.cost / max(before.cost + behind.cost, 1e-12)
      guard gain > best?.gain ?? 0 else { continue }
      let row = rows[min(rows.count - 1, split * rows.count / all.count)]
      best = StrapSlip(time: time[row], turn: HingeAxisFit.branchDistance(before, behind), gain: gain)
    }
    return best
  }

  private static func fit(_ samples: [AxisSample], _ axes: HingeAxes) -> AxisSolver.Solution? {
    try? AxisSolver(AxisCost(samples: samples)).minimize(fromThigh: axes.thigh, shank: axes.shank)
  }

  /// `strapSlip` from the moment on; nothing where one hinge explains the motion about as well.
  public static func flags(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, axes: HingeAxes
  ) -> [QualityFlag] {
    guard
      let slip = best(thigh: thigh, shank: shank, time: time, moving: moving, axes: axes),
      slip.gain > leastGain, (leastTurn...largestTurn).contains(slip.turn), let end = time.last
    else { return [] }
    return [QualityFlag(.strapSlip, .warn, span: slip.time...max(slip.time, end), value: slip.turn)]
  }
}
