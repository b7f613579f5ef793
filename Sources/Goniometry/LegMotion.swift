import Inertial
import KneeJoint
import SampleConditioning

/// Both segments of one leg: orientations, bias-free rates, and when they rest and move.
struct LegMotion {
  let time: [Double]
  /// Rows at which both rates can be trusted; short holes are bridged well enough.
  let usable: [Bool]
  let thigh, shank: SegmentMotion
  /// Rows at which an orientation begins anew.
  let restarts: [Int]
  /// Stretches in which both sensors rest.
  let phases: [StillPhase]
  let stillStart: Range<Int>?
  /// The still start, or the longest rest of a recording that starts in motion.
  let stillPose: Range<Int>?
  let moving: MovingSamples

  init(_ pair: PairedSensors, method: OrientationMethod) throws(KneeJointError) {
    time = pair.time
    usable = zip(pair.thigh.bridgedOrSound, pair.shank.bridgedOrSound).map { $0 && $1 }
    phases = StillPhases.find(
      rates: [pair.thigh.gyroscope, pair.shank.gyroscope], time: pair.time, usable: usable
    ).filter { pair.thigh.rests(in: $0.rows) && pair.shank.rests(in: $0.rows) }
    stillStart = StillPhases.atStart(of: phases, time: pair.time)?.rows
    stillPose = stillStart ?? phases.map(\.rows).max { $0.count < $1.count }
    let phases = phases
    func estimate(_ sensor: ConditionedSensor, _ number: Int) -> SegmentEstimate {
      SegmentEstimate(sensor, bias: sensor.bias(number, of: phases), method: method)
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

extension LegMotion {
  /// A live session so far.
  init(_ history: LiveHistory) throws(KneeJointError) {
    time = history.time
    usable = history.usable
    thigh = history.thigh
    shank = history.shank
    restarts = history.restarts
    phases = StillPhases.find(rates: [thigh.rate, shank.rate], time: time, usable: usable)
    stillStart = StillPhases.atStart(of: phases, time: time)?.rows
    stillPose = stillStart ?? phases.map(\.rows).max { $0.count < $1.count }
    moving = try MovingSamples(thigh: thigh, shank: shank, time: time, usable: usable)
  }
}

extension ConditionedSensor {
  /// Rows whose rate is sound, or was bridged over a hole no longer than one that is filled where rows are missing.
  fileprivate var bridgedOrSound: [Bool] {
    var out = quality.map(\.isSound)
    let longest = ConditioningParameters().bridgeLimit
    var row = 0
    while row < rows {
      let start = row
      while row < rows, quality[row].contains(.gyroscopeHeld) { row += 1 }
      if start > 0, row > start, row < rows, time[row] - time[start - 1] - period <= longest {
        for k in start..<row { out[k] = !quality[k].contains(.gyroscopeClipped) }
      }
      row += 1
    }
    return out
  }
}

extension SampleQuality {
  /// The rate of the row is not at the rail and was not made up from a sample that had none.
  var isSound: Bool { isDisjoint(with: [.gyroscopeHeld, .gyroscopeClipped]) }
  /// Sound, and a sample of its own.
  var isMeasured: Bool { isSound && !contains(.filled) }
}
