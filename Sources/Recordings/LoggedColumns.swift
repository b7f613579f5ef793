import IMUProtocols
import Inertial

/// The samples of one sensor of a raw log, column by column.
struct LoggedColumns {
  var stamps: [Int64] = []
  var arrivals: [Int64] = []
  var gyroscope: [Vector3] = []
  var accelerometer: [Vector3] = []
  var magnetometer: [Vector3] = []
  var hostTimed = 0
  var fromOrientation = 0
  var forceDerived = 0

  mutating func append(_ decoded: DecodedSample) {
    let sample = decoded.sample
    stamps.append(sample.deviceTime ?? sample.arrivalTime)
    arrivals.append(sample.arrivalTime)
    gyroscope.append(sample.gyroscope)
    accelerometer.append(sample.accelerometer)
    if let field = sample.magnetometer { magnetometer.append(field) }
    if decoded.marks.contains(.hostTimed) { hostTimed += 1 }
    if decoded.marks.contains(.fromOrientation) { fromOrientation += 1 }
    if decoded.marks.contains(.forceDerived) { forceDerived += 1 }
  }
}

extension LoggedColumns {
  /// Drops what did not arrive within the measured part.
  mutating func keep(_ part: MeasuredSpan) {
    guard part.isMarked else { return }
    let rows = arrivals.indices.filter { part.contains(arrivals[$0]) }
    if rows.count == arrivals.count { return }
    let hasField = magnetometer.count == arrivals.count
    stamps = rows.map { stamps[$0] }
    gyroscope = rows.map { gyroscope[$0] }
    accelerometer = rows.map { accelerometer[$0] }
    magnetometer = hasField ? rows.map { magnetometer[$0] } : []
    arrivals = rows.map { arrivals[$0] }
    hostTimed = min(hostTimed, rows.count)
    fromOrientation = min(fromOrientation, rows.count)
    forceDerived = min(forceDerived, rows.count)
  }
}

/// The part of a log that a person marked; all of it without marks.
struct MeasuredSpan {
  private var spans: [ClosedRange<Int64>] = []
  private var begin: Int64?
  private(set) var isMarked = false

  mutating func mark(_ part: MeasuredPart, at time: Int64) {
    switch part {
    case .begin: begin = time
    case .end:
      let start = begin ?? (isMarked ? time : .min)
      if start <= time { spans.append(start...time) }
      begin = nil
    }
    isMarked = true
  }

  func contains(_ time: Int64) -> Bool {
    !isMarked || begin.map { time >= $0 } ?? false || spans.contains { $0.contains(time) }
  }
}
