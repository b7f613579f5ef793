import Inertial

/// What the variants of a recording do to a sensor. Rates keep their unit: angles per second come in as rad/s.
extension SensorRecording {
  var isShank: Bool { placement?.segment == .shank }

  /// The same sensor with a stamp a row, so that rows can go without moving the others; unchanged where nothing states
  /// the time.
  var stamped: SensorRecording {
    guard case .rows = clock, let seconds = clock.seconds(rows: rows) else { return self }
    var out = self
    out.clock = .stamps(seconds.map { Int64(($0 * 1e9).rounded()) }, zero: .file)
    return out
  }

  mutating func changeStamps(_ change: (Int64) -> Int64) {
    guard case .stamps(let stamps, let zero) = clock else { return }
    clock = .stamps(stamps.map { $0 == .min ? $0 : change($0) }, zero: zero)
  }

  /// A stamp for which `isRepeated` says so becomes the one before.
  mutating func repeatStamps(_ isRepeated: () -> Bool) {
    guard case .stamps(var stamps, let zero) = clock else { return }
    for row in stamps.indices.dropFirst() where isRepeated() { stamps[row] = stamps[row - 1] }
    clock = .stamps(stamps, zero: zero)
  }

  mutating func changeRate(_ change: (_ row: Int, _ rate: Vector3) -> Vector3) {
    let scale = gyroscope.unit?.scaleToSI ?? 1
    for row in gyroscope.values.indices {
      gyroscope.values[row] = change(row, gyroscope.values[row] * scale) * (1 / scale)
    }
  }

  mutating func keep(_ isKept: (Int) -> Bool) {
    let kept = (0..<rows).filter(isKept)
    if case .stamps(let stamps, let zero) = clock { clock = .stamps(kept.map { stamps[$0] }, zero: zero) }
    gyroscope.values = kept.map { gyroscope.values[$0] }
    accelerometer.values = kept.map { accelerometer.values[$0] }
    if let field = magnetometer?.values { magnetometer?.values = kept.map { field[$0] } }
  }

  /// Rows of the first seconds go. Stamps that count from the first sample keep their old zero.
  mutating func cutStart(_ length: Double) {
    guard let seconds = clock.seconds(rows: rows), let first = seconds.first(where: \.isFinite) else {
      return
    }
    if case .stamps(let stamps, .firstSample) = clock {
      let origin = stamps.first { $0 != .min } ?? 0
      clock = .stamps(stamps.map { Self.stamp($0, since: origin) }, zero: .file)
    }
    keep { !(seconds[$0] < first + length) }
  }

  /// A missing stamp stays missing; one too far away to tell stands at the end of the range.
  private static func stamp(_ stamp: Int64, since origin: Int64) -> Int64 {
    let (difference, overflow) = stamp.subtractingReportingOverflow(origin)
    if stamp == .min { return stamp }
    return overflow ? (stamp < 0 ? .min + 1 : .max) : difference
  }

  /// From the middle row on the sensor sits turned.
  mutating func slip(by turnedFromSensor: Quaternion) {
    let turned = self.turned(by: turnedFromSensor)
    let middle = rows / 2
    gyroscope.values.replaceSubrange(middle..., with: turned.gyroscope.values[middle...])
    accelerometer.values.replaceSubrange(middle..., with: turned.accelerometer.values[middle...])
    if let field = turned.magnetometer?.values {
      magnetometer?.values.replaceSubrange(middle..., with: field[middle...])
    }
  }
}

extension RawRecording {
  /// Each of two sensors stands under the name and place of the other.
  mutating func exchangeSensors() {
    let (first, second) = (sensors[0], sensors[1])
    sensors[0].id = second.id
    sensors[0].placement = second.placement
    sensors[1].id = first.id
    sensors[1].placement = first.placement
    sensors.swapAt(0, 1)
  }

  /// Turns the reference orientations about the vertical and takes the angle from them anew.
  mutating func turnReference(by angle: Double) {
    guard var turned = reference else { return }
    let turn = Quaternion(axis: .unitZ, angle: angle)
    turned.orientation = turned.orientation.mapValues { $0.map { turn * $0 } }
    let segments = [BodySegment.thigh, .shank].map { segment in
      sensors.first { $0.placement?.segment == segment }.flatMap { turned.orientation[$0.id] }
    }
    // A person's angle is not that of a hinge between the markers.
    if side == nil, turned.flexionDegrees != nil, let thigh = segments[0], let shank = segments[1],
      let angle = OpticalHinge.flexionDegrees(thigh: thigh, shank: shank)
    {
      turned.flexionDegrees = angle
    }
    reference = turned
  }
}
