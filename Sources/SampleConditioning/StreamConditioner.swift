import Inertial

/// The rules of conditioning sample by sample, causal and without allocation: what a live stream goes through.
///
/// The batch form of a recording runs the same screen over repaired stamps; on clean data both agree bit for bit.
public struct StreamConditioner: Sendable {
  private var screen: SampleScreen
  private var zero: Int64?
  private var last: Int64?
  private var period: Double

  /// - Parameters:
  ///   - nominalPeriod: [s]; nil when the source states none, then it is learned from the first samples.
  ///   - zero: stamp of output second 0 [ns]; nil takes the first sample's.
  public init(
    nominalPeriod: Double?, parameters: ConditioningParameters = .init(), zero: Int64? = nil
  ) {
    screen = SampleScreen(parameters: parameters)
    self.zero = zero
    period = nominalPeriod ?? 0.01
  }

  /// Takes one sample and gives every row that it completes, in order.
  public mutating func push(_ sample: RawSample, emit: (ConditionedSample) -> Void) {
    let stamp = sample.deviceTime ?? sample.arrivalTime
    if zero == nil { zero = stamp }
    if let last, stamp <= last { return }
    last = stamp
    screen.push(
      SampleScreen.Reading(
        time: .seconds(from: zero ?? stamp, to: stamp), period: period, restarts: false,
        timeInterpolated: sample.deviceTime == nil, gyroscope: sample.gyroscope,
        accelerometer: sample.accelerometer, magnetometer: sample.magnetometer), emit: emit)
  }
}
