import Inertial

/// What one MTData2 message said.
struct XsensContent {
  var packetCounter: UInt16?
  /// [0.1 ms]
  var sampleTimeFine: UInt32?
  private var rate: Vector3?
  private var force: Vector3?
  private var highRate: Vector3?
  private var highForce: Vector3?
  private var field: Vector3?
  private var orientation: DeviceOrientation?
  /// Turn and change of speed [m/s] since the message before.
  private var turn: Quaternion?
  private var speed: Vector3?
  private var marks: SampleMarks = []

  /// Rate, force, field or orientation: what makes a sample.
  var hasMotion: Bool {
    rate != nil || force != nil || highRate != nil || highForce != nil || field != nil || orientation != nil
      || turn != nil || speed != nil
  }

  mutating func take(_ item: XsensItem) {
    switch item.quantity {
    case 0x1020: if item.value.count == 2 { packetCounter = item.value.big(UInt16.self, at: 0) }
    case 0x1060: if item.value.count == 4 { sampleTimeFine = item.value.big(UInt32.self, at: 0) }
    case 0x2010, 0x2020, 0x2030: takeOrientation(item)
    case 0x4010: speed = vector(item) ?? speed
    case 0x4020: force = vector(item) ?? force
    case 0x4040: highForce = vector(item) ?? highForce
    case 0x8020: rate = vector(item) ?? rate
    case 0x8030: turn = quaternion(item) ?? turn
    case 0x8040: highRate = vector(item) ?? highRate
    case 0xC020: field = vector(item) ?? field
    case 0xE020: if item.value.count == 4 { takeStatus(item.value.big(UInt32.self, at: 0)) }
    default: break
    }
  }

  private func vector(_ item: XsensItem) -> Vector3? {
    item.holds(3) ? Vector3(item.number(0), item.number(1), item.number(2)) : nil
  }

  private func quaternion(_ item: XsensItem) -> Quaternion? {
    item.holds(4) ? Quaternion(item.number(0), item.number(1), item.number(2), item.number(3)) : nil
  }

  private mutating func takeOrientation(_ item: XsensItem) {
    guard let frame = item.frame else { return }
    switch item.quantity {
    case 0x2010: if let q = quaternion(item) { orientation = DeviceOrientation(q, frame: frame) }
    case 0x2020:
      guard orientation == nil, item.holds(9) else { return }
      // Column by column, as Xsens prints the matrix in its protocol documentation (u).
      let columns = Matrix3(
        Vector3(item.number(0), item.number(1), item.number(2)),
        Vector3(item.number(3), item.number(4), item.number(5)),
        Vector3(item.number(6), item.number(7), item.number(8)))
      let turn = Quaternion(matrix: columns.transposed)
      if turn.isFinite { orientation = DeviceOrientation(turn, frame: frame) }
    default:
      guard orientation == nil, let angles = vector(item) else { return }
      orientation = DeviceOrientation(
        roll: angles.x.degreesToRadians, pitch: angles.y.degreesToRadians, yaw: angles.z.degreesToRadians,
        frame: frame)
    }
  }

  /// Bits 8 to 16 name the clipped axes, three each for force, rate and field.
  private mutating func takeStatus(_ word: UInt32) {
    if word >> 8 & 7 != 0 { marks.insert(.forceSaturated) }
    if word >> 11 & 7 != 0 { marks.insert(.rateSaturated) }
    if word >> 14 & 7 != 0 { marks.insert(.fieldSaturated) }
  }

  /// Means over the step [s] of increments whose rate or force is not sent itself.
  mutating func resolveIncrements(over step: Double?) {
    guard let step, step > 0 else { return }
    if rate == nil, highRate == nil, let turn { rate = turn.rotationVector / step }
    if force == nil, highForce == nil, let speed { force = speed / step }
  }

  /// Counter and time as sent.
  func stamp(_ sensor: Int, _ arrival: Int64) -> DecodedSample {
    let sample = RawSample(
      deviceTime: sampleTimeFine.map { Int64($0) * XsensBus.tick }, arrivalTime: arrival,
      gyroscope: .missing, accelerometer: .missing)
    return DecodedSample(sensor: sensor, sample: sample, counter: packetCounter.map { UInt32($0) })
  }

  func sample(_ sensor: Int, _ timed: XsensBus.Timed, counter: UInt32?, _ arrival: Int64) -> DecodedSample {
    let sample = RawSample(
      deviceTime: timed.time, arrivalTime: arrival, gyroscope: rate ?? highRate ?? .missing,
      accelerometer: force ?? highForce ?? .missing, magnetometer: field)
    return DecodedSample(
      sensor: sensor, sample: sample, segment: timed.segment, orientation: orientation, counter: counter,
      marks: marks)
  }
}
