import Inertial

/// Why a recording cannot be conditioned. What the user can do stands with each case.
public enum ConditioningError: Error, Hashable, Sendable {
  /// No sensor, or no row that carries a value.
  case noUsableRow(sensor: String?)
  /// Neither stamps nor a stated rate: give the rate.
  case noTime(sensor: String)
  /// Every stamp is the same, or they are too coarse to tell rows apart: give the rate.
  case coarseTime(sensor: String, distinct: Int, rows: Int)
  /// The stamps start again so often that they are no time.
  case scrambledTime(sensor: String, segments: Int, rows: Int)
  /// A stated or given rate beyond `SampleClock.rates` [Hz].
  case invalidRate(Double)
  /// Under 1 Hz [Hz]: a summary, not a recording.
  case tooSlow(sensor: String, rate: Double)
  /// No rate in any row: the knee angle in motion cannot be computed.
  case noGyroscope(sensor: String)
  /// The unit is not declared and the numbers fit none: declare it. `measured` is the norm at rest as printed.
  case unknownUnit(sensor: String, quantity: PhysicalUnit.Quantity, measured: Double?)
  /// The rate unit is not declared and the numbers fit another one than rad/s: declare it.
  case undeclaredRateUnit(sensor: String, suggested: PhysicalUnit)
  /// A column declares a unit of another quantity.
  case wrongQuantity(sensor: String, unit: PhysicalUnit)
  /// The dip of the field has the sign of the other hemisphere: the accelerometer is turned round.
  case forceReversed(sensor: String)
  /// Two sensors without a common span [s].
  case noOverlap(thigh: ClosedRange<Double>, shank: ClosedRange<Double>)
  /// Only one of two sensors has a clock, or neither has one and the row counts differ.
  case noCommonClock(thighRows: Int, shankRows: Int)
}
