import Goniometry
import Inertial
import JSONText
import KneeJoint

// The one written form of a calibration: in the store, in files, and in the answer of `calibrate`. Degrees two
// decimals, directions nine, so that writing, reading and writing again give the same text.

extension KneeCalibration {
  public var json: JSONObject {
    [
      "side": .string(side.rawValue), "sensors": .array(sensors.map { .string($0) }),
      "poses": .array(poses.map(\.json)), "flexion_deg": degrees(flexion),
      "thigh_up": direction(thighUp), "shank_up": direction(shankUp),
      "thigh_axis": direction(axes?.thigh), "shank_axis": direction(axes?.shank),
      "axis_sd_deg": degrees(axes.map { max($0.thighSigma, $0.shankSigma) }),
      "sign": .optional(sign?.rawValue), "tilt_deg": degrees(tilt), "mismatch_deg": degrees(mismatch),
      "gain": .optional(gain, decimals: 4), "flags": .array(flags.map(\.json)),
    ]
  }

  /// Reads what `json` wrote; further members do not disturb.
  /// - Throws: `JSONFieldError` naming the field.
  public init(_ cursor: JSONCursor) throws(JSONFieldError) {
    let fields = try cursor.anyFields()
    var poses: [Pose] = []
    for pose in try fields.required("poses").list() { poses.append(try Pose(pose)) }
    var sensors: [String] = []
    for sensor in try fields.required("sensors").list() { sensors.append(try sensor.text()) }
    guard !poses.isEmpty, (1...2).contains(sensors.count) else {
      throw .notUsable(cursor.path + ".sensors, poses", "one or two sensors and a pose")
    }
    let thighUp = try fields["thigh_up"]?.direction()
    guard (thighUp == nil) == (sensors.count == 1) else {
      throw .notUsable(cursor.path + ".thigh_up", "a direction for each sensor")
    }
    self.init(
      side: try fields.required("side").choice(), sensors: sensors, poses: poses, thighUp: thighUp,
      shankUp: try fields.required("shank_up").direction(),
      flexion: try fields.required("flexion_deg").radians(), axes: try HingeAxes(fields),
      sign: try fields["sign"]?.choice(), tilt: try fields["tilt_deg"]?.radians(),
      mismatch: try fields["mismatch_deg"]?.radians(), gain: try fields["gain"]?.number())
  }
}

extension KneeCalibration.Pose {
  fileprivate var json: JSONValue {
    .object([
      "stated_deg": degrees(stated), "measured_deg": degrees(measured),
      "residual_deg": degrees(measured - stated),
      "from_s": .optional(time.lowerBound, decimals: 6), "to_s": .optional(time.upperBound, decimals: 6),
      "wander_deg": degrees(wander),
    ])
  }

  fileprivate init(_ cursor: JSONCursor) throws(JSONFieldError) {
    let fields = try cursor.anyFields()
    let from = try fields.required("from_s").number(), to = try fields.required("to_s").number()
    guard from <= to else { throw .notUsable(cursor.path + ".to_s", "a time behind from_s") }
    self.init(
      stated: try fields.required("stated_deg").radians(),
      measured: try fields.required("measured_deg").radians(), time: from...to,
      wander: try fields["wander_deg"]?.radians() ?? .nan)
  }
}

extension HingeAxes {
  /// nil where the calibration has none.
  fileprivate init?(_ fields: JSONFields) throws(JSONFieldError) {
    guard let thigh = try fields["thigh_axis"]?.direction(), let shank = try fields["shank_axis"]?.direction()
    else { return nil }
    let sigma = try fields["axis_sd_deg"]?.radians() ?? 0
    self.init(thigh: thigh, shank: shank, thighSigma: sigma, shankSigma: sigma)
  }
}

extension JSONCursor {
  fileprivate func radians() throws(JSONFieldError) -> Double {
    let value = try number()
    guard value.isFinite, abs(value) <= 720 else { throw .notUsable(path, "an angle in degrees") }
    return value.degreesToRadians
  }

  fileprivate func direction() throws(JSONFieldError) -> Vector3 {
    var parts: [Double] = []
    for part in try list() { parts.append(try part.number()) }
    guard parts.count == 3 else { throw .notUsable(path, "three numbers") }
    let vector = Vector3(parts[0], parts[1], parts[2])
    guard abs(vector.norm - 1) < 1e-6 else { throw .notUsable(path, "a direction of length 1") }
    return vector
  }

  fileprivate func choice<Choice: RawRepresentable<String>>() throws(JSONFieldError) -> Choice {
    let word = try text()
    guard let choice = Choice(rawValue: word) else { throw .notUsable(path, "a known word, not `\(word)`") }
    return choice
  }
}

extension JSONFieldError {
  fileprivate static func notUsable(_ path: String, _ expected: String) -> JSONFieldError {
    JSONFieldError(path: path, problem: .wrongKind(expected: expected, found: "another"))
  }
}

private func degrees(_ angle: Double?) -> JSONValue { .optional(angle?.radiansToDegrees, decimals: 2) }

private func direction(_ vector: Vector3?) -> JSONValue {
  guard let vector else { return .null }
  return .array([vector.x, vector.y, vector.z].map { .fixed($0, decimals: 9) })
}
