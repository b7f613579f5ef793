import Inertial
import KneeJoint
import Orientation
import SampleConditioning

extension ConditionedSensor {
  /// The rows as a filter takes them, filled rows included.
  public func columns(usesField: Bool) -> SampleColumns {
    let rows = quality.indices
    let isSteady = rows.allSatisfy { step(before: $0) == period }
    let doubts = rows.contains { !quality[$0].doubt.isEmpty } ? quality.map(\.doubt) : []
    let restarts = rows.dropFirst().filter { quality[$0].contains(.restart) }
    let holes = restarts.map { ($0, time[$0] - time[$0 - 1]) }
    return SampleColumns(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: usesField ? magnetometer : nil,
      period: period, steps: isSteady ? [] : rows.map { step(before: $0) },
      restarts: Array(restarts), holes: Dictionary(uniqueKeysWithValues: holes), doubts: doubts,
      largeBias: largeBias)
  }

  /// The bias that the longest rest tells, where it is beyond that of any calibrated sensor; else zero [rad/s].
  ///
  /// A turn so even that it passes for rest turns gravity, or lasts less than three seconds.
  private var largeBias: Vector3 {
    let usable = quality.map { $0.isDisjoint(with: [.filled, .gyroscopeHeld, .restart, .rateHidden]) }
    let phases = StillPhases.find(
      rates: [gyroscope], time: time, usable: usable,
      parameters: .init(duration: 3, spread: 2.0.degreesToRadians, largestBias: 20.0.degreesToRadians))
    guard let longest = phases.max(by: { $0.rows.count < $1.rows.count }) else { return .zero }
    let bias = longest.middleRate[0]
    guard bias.norm > 1.0.degreesToRadians, isLevel(longest.rows) else { return .zero }
    return bias
  }

  /// Rest of this sensor alone.
  func stillPhases(usable: [Bool]) -> [StillPhase] {
    StillPhases.find(rates: [gyroscope], time: time, usable: usable).filter { rests(in: $0.rows) }
  }

  /// Its bias at every row, as the phases tell it in which its rates were not hidden [rad/s].
  func bias(_ number: Int = 0, of phases: [StillPhase]) -> [Vector3] {
    StillPhases.bias(sensor: number, phases: phases.filter { !hidesRates(in: $0.rows) }, rows: rows)
  }

  /// Whether the rows of a still phase show rest: where the sensor hid their rates, only the force can.
  func rests(in rows: Range<Int>) -> Bool { !hidesRates(in: rows) || isLevel(rows) }

  /// More than half of the rows have no rate of their own.
  func hidesRates(in rows: Range<Int>) -> Bool {
    2 * rows.count { quality[$0].contains(.rateHidden) } > rows.count
  }

  /// The mean force at the end of the rows is that at their start.
  private func isLevel(_ rows: Range<Int>) -> Bool {
    let part = Swift.max(1, rows.count / 4)
    func mean(_ rows: Range<Int>) -> Vector3? {
      let known = rows.map { accelerometer[$0] }.filter(\.isFinite)
      return known.isEmpty ? nil : known.reduce(.zero, +) / Double(known.count)
    }
    guard let first = mean(rows.lowerBound..<rows.lowerBound + part),
      let last = mean(rows.upperBound - part..<rows.upperBound)
    else { return false }
    return (last - first).norm < 0.1
  }
}
