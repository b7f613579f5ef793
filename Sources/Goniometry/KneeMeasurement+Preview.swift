import Inertial
import KneeJoint

extension KneeMeasurement {
  /// The live range may be off by so much before it is worth a word [rad].
  private static let toleratedPreview = 3 * Double.pi / 180

  /// Notes `previewDiffers` where the range shown live and the measured one are more than 3 degrees apart.
  ///
  /// - Parameter preview: the last picture of the stream; one that had not settled promised nothing.
  public mutating func compare(with preview: LiveAngle) {
    guard definition == .jointAngle, preview.stage == .settled, let range,
      let low = preview.mostExtended, let high = preview.mostFlexed
    else { return }
    let difference = abs(high - low - range.range)
    if difference > Self.toleratedPreview {
      flags.append(QualityFlag(.previewDiffers, .note, value: difference))
    }
  }
}
