import Inertial
import Orientation
import SampleConditioning

/// One instant of one segment, conditioned and oriented.
struct SegmentInstant: Sendable {
  var time: Double
  var earthFromSensor: Quaternion
  /// Bias removed [rad/s].
  var rate: Vector3
  var force: Vector3
  var isSound: Bool
  var restarts: Bool

  /// Between this instant and a later one [0, 1].
  func interpolated(to later: SegmentInstant, at moment: Double) -> SegmentInstant {
    guard later.time > time, !later.restarts else { return later }
    let f = min(1, max(0, (moment - time) / (later.time - time)))
    return SegmentInstant(
      time: moment, earthFromSensor: earthFromSensor.interpolated(to: later.earthFromSensor, fraction: f),
      rate: rate * (1 - f) + later.rate * f, force: force * (1 - f) + later.force * f,
      isSound: isSound && later.isSound, restarts: restarts)
  }
}

/// Conditioning and filter of one live sensor.
struct LiveSegment: Sendable {
  private var conditioner: StreamConditioner
  private var filter: OnlineFilter
  /// Of the last row [s].
  private var last: Double?

  /// - Parameter zero: device stamp that is second 0 of the output [ns].
  init(nominalPeriod: Double, zero: Int64) {
    conditioner = StreamConditioner(nominalPeriod: nominalPeriod, zero: zero)
    filter = OnlineFilter(parameters: .online, period: nominalPeriod)
  }

  /// Takes one raw sample; bridged rows keep the filter going, the caller sees measured rows only.
  ///
  /// - Parameter forceIsDerived: from the device's orientation: good for the filter, but it says nothing of the joint.
  mutating func push(_ sample: RawSample, forceIsDerived: Bool) -> SegmentInstant? {
    var instant: SegmentInstant?
    conditioner.push(sample) { row in
      if row.quality.contains(.restart) { last.map { filter.restart(behind: row.time - $0) } }
      last = row.time
      filter.update(row.sample, period: row.period)
      if row.quality.contains(.filled) { return }
      instant = SegmentInstant(
        time: row.time, earthFromSensor: filter.earthFromSensor, rate: row.sample.gyroscope - filter.bias,
        force: forceIsDerived ? .missing : row.sample.accelerometer ?? .missing, isSound: row.quality.isSound,
        restarts: row.quality.contains(.restart))
    }
    return instant
  }
}
