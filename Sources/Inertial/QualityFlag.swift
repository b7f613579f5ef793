/// The one way to say "this number may be wrong".
public struct QualityFlag: Hashable, Sendable {
  public enum Effect: String, Hashable, Sendable {
    /// Worth knowing; the number stands.
    case note
    /// The number stays, marked.
    case warn
    /// No number for the span.
    case stop
  }

  public enum Code: String, Hashable, Sendable, CaseIterable {
    case nonFinite, outOfRange, saturated, gap, filled, lostSamples, rateChanged, tooSlow, deadBand
    case rateUnit, forceScale, fieldMissing, timeInterpolated, syncCorrected, syncUnknown
    case magneticDisturbance, orientationUnsettled
    case spike, axisUnobservable, axisMismatch, offAxis, notAHinge, thighStill, headingUnobservable
    case signAssumed, sensorsMaybeSwapped, strapSlip, noStillStart, startNotExtended, calibrationGain
    case short, noMotion, noReturn, trialSpread, previewDiffers
  }

  public var code: Code
  public var effect: Effect
  /// Span on the output clock [s]; nil for the whole result.
  public var span: ClosedRange<Double>?
  /// The number behind the flag; its meaning and unit stand in the text of the code.
  public var value: Double?

  public init(_ code: Code, _ effect: Effect, span: ClosedRange<Double>? = nil, value: Double? = nil) {
    self.code = code
    self.effect = effect
    self.span = span
    self.value = value
  }
}
