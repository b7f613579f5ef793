import Inertial

/// Moves the rows of one sensor onto the times of another.
struct SensorResampler {
  private let source: ConditionedSensor
  /// First source row that is not earlier than the time in hand.
  private var next = 0
  /// First source row whose interval reaches into the interval in hand.
  private var piece = 0
  /// Number of source rows that are not later than the time in hand.
  private var passed = 0
  /// Restart and gap marks of the source rows passed since the last row given.
  private var marks: SampleQuality = []

  init(_ source: ConditionedSensor) { self.source = source }

  /// One row for every row of `clock`, whose times must lie inside the span of the source.
  mutating func resampled(onto clock: ConditionedSensor) -> ConditionedSensor {
    var result = source
    result.time = clock.time
    result.sourceRows = nil
    result.period = clock.period
    result.gyroscope = []
    result.accelerometer = []
    result.quality = []
    result.gyroscope.reserveCapacity(clock.rows)
    result.accelerometer.reserveCapacity(clock.rows)
    result.quality.reserveCapacity(clock.rows)
    var field = source.magnetometer.map { _ in [Vector3]() }
    field?.reserveCapacity(clock.rows)
    for row in 0..<clock.rows {
      let time = clock.time[row]
      advance(to: time)
      var quality = carried(row)
      let rate = meanRate(from: time - clock.step(before: row), to: time, &quality)
      result.gyroscope.append(rate)
      result.accelerometer.append(between(source.accelerometer, at: time, .accelerometerMissing, &quality))
      if let values = source.magnetometer {
        field?.append(between(values, at: time, .magnetometerMissing, &quality))
      }
      result.quality.append(quality)
    }
    result.magnetometer = field
    return result
  }

  private mutating func advance(to time: Double) {
    while next < source.rows - 1 && source.time[next] < time - .stampResolution { next += 1 }
    while passed < source.rows && source.time[passed] <= time + .stampResolution {
      marks.formUnion(source.quality[passed].intersection([.restart, .gapBefore]))
      passed += 1
    }
  }

  private mutating func carried(_ row: Int) -> SampleQuality {
    let quality = row == 0 ? [] : marks
    marks = []
    return quality
  }

  /// The rate as the mean over an interval: a rate is itself the mean over the interval that ends at its stamp.
  private mutating func meanRate(
    from start: Double, to end: Double, _ quality: inout SampleQuality
  ) -> Vector3 {
    while piece < source.rows - 1 && source.time[piece] <= start + .stampResolution { piece += 1 }
    var turn = Vector3.zero
    var covered = 0.0
    var index = piece
    while index < source.rows {
      let opens = source.time[index] - source.step(before: index)
      if opens >= end - .stampResolution { break }
      let part = Swift.min(end, source.time[index]) - Swift.max(start, opens)
      if part > 0 {
        turn += source.gyroscope[index] * part
        covered += part
        quality.formUnion(
          source.quality[index].intersection([.gyroscopeHeld, .gyroscopeClipped, .timeInterpolated]))
        if part >= end - start - .stampResolution { return source.gyroscope[index] }
      }
      index += 1
    }
    guard covered > 0.5 * (end - start) else {
      quality.formUnion([.filled, .gyroscopeHeld])
      return covered > 0 ? turn / covered : .zero
    }
    return turn / covered
  }

  /// A straight line between the two measured rows around a time; missing in a hole.
  private func between(
    _ values: [Vector3], at time: Double, _ missing: SampleQuality, _ quality: inout SampleQuality
  ) -> Vector3 {
    let later = source.quality[next]
    let clipped = SampleQuality.accelerometerClipped
    if abs(source.time[next] - time) <= .stampResolution {
      quality.formUnion(later.intersection(missing.union(clipped).union(.filled)))
      return values[next]
    }
    guard next > 0, source.time[next] > time else {
      quality.formUnion(missing)
      return .missing
    }
    let earlier = source.quality[next - 1]
    let isHole = later.contains(.restart) || later.contains(.filled) || earlier.contains(.filled)
    if isHole { quality.insert(.filled) }
    if isHole || later.contains(missing) || earlier.contains(missing) {
      quality.formUnion(missing)
      return .missing
    }
    quality.formUnion(later.union(earlier).intersection(clipped))
    let span = source.time[next] - source.time[next - 1]
    let fraction = (time - source.time[next - 1]) / span
    return values[next - 1] + (values[next] - values[next - 1]) * fraction
  }
}
