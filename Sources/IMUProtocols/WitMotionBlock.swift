import Inertial

/// The quantities of one instant, gathered from frames or registers of a WitMotion sensor.
struct WitMotionBlock: Sendable {
  var gyroscope = Vector3.missing
  var accelerometer = Vector3.missing
  var field: Vector3?
  /// Roll, pitch, yaw [rad].
  var angles: Vector3?
  var quaternion: Quaternion?
  var marks: SampleMarks = []

  typealias Counts = (Int16, Int16, Int16)

  mutating func takeForce(_ counts: Counts, _ ranges: WitMotionRanges) {
    accelerometer = Self.vector(counts) * (ranges.specificForce / 32768)
    if WitMotion.isSaturated(counts) { marks.insert(.forceSaturated) }
  }

  mutating func takeRate(_ counts: Counts, _ ranges: WitMotionRanges) {
    gyroscope = Self.vector(counts) * (ranges.angularRate / 32768)
    if WitMotion.isSaturated(counts) { marks.insert(.rateSaturated) }
  }

  /// Counts of the field stay counts: their unit differs from model to model.
  mutating func takeField(_ counts: Counts) {
    field = Self.vector(counts)
    if WitMotion.isSaturated(counts) { marks.insert(.fieldSaturated) }
  }

  mutating func takeAngles(_ counts: Counts) { angles = Self.vector(counts) * (.pi / 32768) }

  mutating func takeQuaternion(_ w: Int16, _ vector: Counts) {
    let v = Self.vector(vector) * (1 / 32768)
    quaternion = Quaternion(Double(w) / 32768, v.x, v.y, v.z)
  }

  var orientation: DeviceOrientation? {
    if let quaternion {
      var orientation = DeviceOrientation(quaternion)
      orientation.angles = angles
      return orientation
    }
    return angles.map { DeviceOrientation(roll: $0.x, pitch: $0.y, yaw: $0.z) }
  }

  func raw(time: Int64?, arrivalTime: Int64) -> RawSample {
    RawSample(
      deviceTime: time, arrivalTime: arrivalTime, gyroscope: gyroscope, accelerometer: accelerometer,
      magnetometer: field)
  }

  private static func vector(_ counts: Counts) -> Vector3 {
    Vector3(Double(counts.0), Double(counts.1), Double(counts.2))
  }
}

extension WitMotionBlock {
  /// Takes what the registers from `first` on hold; false when no quantity of motion lies whole among them.
  mutating func takeRegisters(
    from first: Int, count: Int, _ ranges: WitMotionRanges, value: (Int) -> Int16
  ) -> Bool {
    func triple(_ register: UInt8, _ take: (Counts) -> Void) -> Bool {
      let at = Int(register) - first
      guard at >= 0, at + 3 <= count else { return false }
      take((value(at), value(at + 1), value(at + 2)))
      return true
    }
    var isMotion = triple(WitMotion.Register.force) { takeForce($0, ranges) }
    isMotion = triple(WitMotion.Register.angularRate) { takeRate($0, ranges) } || isMotion
    isMotion = triple(WitMotion.Register.field) { takeField($0) } || isMotion
    isMotion = triple(WitMotion.Register.angle) { takeAngles($0) } || isMotion
    let w = Int(WitMotion.Register.quaternion) - first
    if w >= 0, w + 4 <= count {
      takeQuaternion(value(w), (value(w + 1), value(w + 2), value(w + 3)))
      isMotion = true
    }
    return isMotion
  }
}
