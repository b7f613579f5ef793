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

  /// The outline of the method: bias, orientation, curve, sign, zero, repetitions, range.
  private func jointAngle(
    _ pair: PairedSensors, _ side: BodySide, _ flags: [QualityFlag]
  ) throws(KneeJointError) -> KneeMeasurement {
    let leg = try LegMotion(pair, method: parameters.method)
    let curve = try JointCurve(leg)
    let zero = HingeZero.fromStart(angle: curve.turn, stillStart: leg.stillStart)
    let flexion = curve.turn.map { $0 - zero.offset }
    var measurement = KneeMeasurement(
      side: side, definition: .jointAngle, sensors: [pair.thigh.id, pair.shank.id], time: leg.time,
      angle: flexion, range: nil, repetitions: [],
      flags: flags + curve.flags + zero.flags(flexion: flexion),
      zero: zero.rows == nil ? .firstValue : .stillStart, axes: curve.axes)
    measurement.conclude(usable: leg.usable, filled: pair.thigh.quality.map { $0.contains(.filled) })
    return measurement
  }
}

/// Both segments of one leg: orientations, bias-free rates, and when they rest and move.
private struct LegMotion {
  let time: [Double]
  /// Rows at which both rates can be trusted; short holes are bridged well enough.
  let usable: [Bool]
  let thigh, shank: SegmentMotion
  /// Rows at which an orientation begins anew.
  let restarts: [Int]
  let stillStart: Range<Int>?
  let moving: MovingSamples

  init(_ pair: PairedSensors, method: OrientationMethod) throws(KneeJointError) {
    time = pair.time
    usable = zip(pair.thigh.quality, pair.shank.quality).map { $0.isSound && $1.isSound }
    let phases = StillPhases.find(
      rates: [pair.thigh.gyroscope, pair.shank.gyroscope], time: pair.time, usable: usable)
    stillStart = StillPhases.atStart(of: phases, time: pair.time)?.rows
    func estimate(_ sensor: ConditionedSensor, _ number: Int) -> SegmentEstimate {
      let bias = StillPhases.bias(sensor: number, phases: phases, rows: sensor.rows)
      return SegmentEstimate(sensor, bias: bias, method: method)
    }
    let one = estimate(pair.thigh, 0)
    let two = estimate(pair.shank, 1)
    thigh = one.motion
    shank = two.motion
    restarts = one.restarts + two.restarts
    let measured = zip(pair.thigh.quality, pair.shank.quality).map { $0.isMeasured && $1.isMeasured }
    moving = try MovingSamples(thigh: thigh, shank: shank, time: time, usable: measured)
  }
}

/// The turn of the knee from an arbitrary zero, flexion positive.
private struct JointCurve {
  /// [rad], continuous; `nan` where there is no value.
  var turn: [Double]
  var axes: HingeAxes?
  var flags: [QualityFlag]

  /// By the hinge; by the shank alone when the thigh rests; a flagged curve without values when nothing moves.
  init(_ leg: LegMotion) throws(KneeJointError) {
    do throws(KneeJointError) {
      self = leg.moving.isThighStill ? try .byShank(leg) : try .byHinge(leg)
    } catch {
      guard case .tooLittleMotion(_, let peakRate) = error else { throw error }
      let flags = [
        QualityFlag(.noMotion, .warn, value: peakRate),
        QualityFlag(.axisUnobservable, .stop, value: .infinity),
      ]
      self.init(turn: leg.time.map { _ in .nan }, axes: nil, flags: flags)
    }
  }

  private init(turn: [Double], axes: HingeAxes?, flags: [QualityFlag]) {
    self.turn = turn
    self.axes = axes
    self.flags = flags
  }

  /// Axes, heading, residual, angle, sign.
  private static func byHinge(_ leg: LegMotion) throws(KneeJointError) -> JointCurve {
    let axes = try HingeAxisFit.fit(
      thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, restarts: leg.restarts)
    let heading = HingeHeading.relativeHeading(
      axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, usable: leg.usable,
      restarts: leg.restarts)
    let residual = HingeResidual.measure(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle, rows: leg.moving.calmRows)
    let twist = HingeAngle.flexion(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle)
    let angle = AngleSmoothing.smoothed(
      twist: twist, axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, restarts: leg.restarts)
    let sign = FlexionSign.decide(
      angle: angle, stillStart: leg.stillStart, bendAtZero: axes.centre?.bendAtZero(axes))
    return JointCurve(
      turn: angle.map { $0 * sign.sign }, axes: sign.sign < 0 ? axes.reversed : axes,
      flags: axes.flags() + residual.flags + heading.flags(time: leg.time) + sign.flags)
  }

  private static func byShank(_ leg: LegMotion) throws(KneeJointError) -> JointCurve {
    let turn = try ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving)
    return JointCurve(turn: turn.angle, axes: nil, flags: turn.flags)
  }
}

extension SampleQuality {
  /// The rate of the row is not at the rail and was not made up from a sample that had none.
  var isSound: Bool { isDisjoint(with: [.gyroscopeHeld, .gyroscopeClipped]) }
  /// Sound, and a sample of its own.
  var isMeasured: Bool { isSound && !contains(.filled) }
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
    if definition == .jointAngle { flags += range?.flags(time: time) ?? [] }
  }
}
