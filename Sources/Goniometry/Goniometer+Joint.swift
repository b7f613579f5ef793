import Inertial
import KneeJoint
import Orientation
import SampleConditioning

extension Goniometer {
  /// Flexion of the joint between two sensors.
  func joint(
    _ pair: PairedSensors, side: BodySide, flags: [QualityFlag]
  ) throws(GoniometerError) -> KneeMeasurement {
    do { return try jointAngle(pair, side, flags) } catch { throw .knee(error) }
  }

  /// The outline of the method: bias, orientation, axes, heading, angle, sign, zero, repetitions, range.
  private func jointAngle(
    _ pair: PairedSensors, _ side: BodySide, _ flags: [QualityFlag]
  ) throws(KneeJointError) -> KneeMeasurement {
    let time = pair.time
    let usable = zip(pair.thigh.quality, pair.shank.quality).map { $0.isSound && $1.isSound }
    let phases = StillPhases.find(
      rates: [pair.thigh.gyroscope, pair.shank.gyroscope], time: time, usable: usable)
    let start = StillPhases.atStart(of: phases, time: time)

    let thigh = SegmentEstimate(
      pair.thigh, bias: StillPhases.bias(sensor: 0, phases: phases, rows: time.count),
      method: parameters.method)
    let shank = SegmentEstimate(
      pair.shank, bias: StillPhases.bias(sensor: 1, phases: phases, rows: time.count),
      method: parameters.method)

    let moving = try MovingSamples(thigh: thigh.motion, shank: shank.motion, time: time, usable: usable)
    let axes = try HingeAxisFit.fit(thigh: thigh.motion, shank: shank.motion, time: time, moving: moving)
    let heading = HingeHeading.relativeHeading(
      axes: axes, thigh: thigh.motion, shank: shank.motion, time: time, usable: usable,
      restarts: thigh.restarts + shank.restarts)
    let residual = HingeResidual.measure(
      axes: axes, thigh: thigh.motion, shank: shank.motion, heading: heading.angle, rows: moving.rows)
    let turn = HingeAngle.flexion(
      axes: axes, thigh: thigh.motion, shank: shank.motion, heading: heading.angle)
    let sign = FlexionSign.decide(angle: turn, stillStart: start?.rows)
    let zero = HingeZero.fromStart(angle: turn, stillStart: start?.rows)
    let flexion = turn.map { ($0 - zero.offset) * sign.sign }

    var measurement = KneeMeasurement(
      side: side, definition: .jointAngle, sensors: [pair.thigh.id, pair.shank.id], time: time,
      angle: flexion,
      range: nil, repetitions: [], flags: flags, zero: zero.rows == nil ? .firstValue : .stillStart,
      axes: sign.sign < 0 ? axes.reversed : axes)
    measurement.flags += axes.flags() + residual.flags + heading.flags(time: time) + sign.flags + zero.flags
    measurement.conclude(usable: usable, filled: pair.thigh.quality.map { $0.contains(.filled) })
    return measurement
  }
}

extension SampleQuality {
  /// The rate of the row was measured and is not at the rail.
  var isSound: Bool { isDisjoint(with: [.gyroscopeHeld, .gyroscopeClipped, .filled]) }
}

extension KneeMeasurement {
  /// Inside a hole there is no value, whatever was bridged for the filter's sake.
  private mutating func blankHoles() {
    for flag in flags where flag.effect == .stop {
      guard let span = flag.span else { continue }
      for row in time.indices where time[row] > span.lowerBound && time[row] < span.upperBound {
        angle[row] = .nan
      }
    }
  }

  /// Drops the rows that are not samples, blanks what a flag stops, and takes repetitions and range.
  mutating func conclude(usable: [Bool], filled: [Bool]) {
    let rows = filled.indices.filter { !filled[$0] }
    time = rows.map { time[$0] }
    angle = rows.map { angle[$0] }
    blankHoles()
    guard !isStopped else {
      angle = Array(repeating: .nan, count: angle.count)
      return
    }
    repetitions = Repetitions.find(angle: angle, time: time, usable: rows.map { usable[$0] })
    range = try? RangeOfMotion.measure(angle: angle, time: time)
  }
}
