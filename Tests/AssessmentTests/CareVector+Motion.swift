import Care
import Inertial
import JSONText
import KneeJoint
import Recordings
import Testing

@testable import Assessment

extension CareVector {
  private static let degree = Double.pi / 180

  func romCompute() throws -> JSONValue {
    let fields = try input.fields(only: [
      "limb", "orientation", "quaternions", "axis", "anglesDegrees", "headingDegrees", "mount", "hz",
    ])
    let limb = try fields.required("limb").text()
    try #require(Limb(rawValue: limb) != nil, "\(limb)")
    let orientation = try DeviceOrientation(name: fields.required("orientation").text())
    try #require(orientation != nil)
    let poses = try poses(fields)
    let time = try fields["hz"].map { cursor in
      let rate = try cursor.number()
      return poses.indices.map { Double($0) / rate }
    }
    return try CareVector.orNoSamples {
      CareVector.json(
        try ShinInclination.measure(worldFromDevice: poses, time: time, orientation: orientation))
    }
  }

  private static func json(_ shin: ShinInclination) -> JSONValue {
    let range = shin.range
    return .object([
      "start": .number(range.start / degree), "finish": .number(range.finish / degree),
      "minimum": .number(range.minimum / degree), "maximum": .number(range.maximum / degree),
      "range": .number(range.range / degree), "flagged": .bool(!shin.flags.isEmpty),
    ])
  }

  /// turn(z, heading) turn(axis, angle) turn(mount axis, mount), as `conventions.quaternion` says.
  private func poses(_ fields: JSONFields) throws -> [Quaternion] {
    if let listed = fields["quaternions"] {
      return try listed.list().map { cursor in
        let parts = try cursor.list().map { cursor in try cursor.number() }
        try #require(parts.count == 4)
        return Quaternion(parts[0], parts[1], parts[2], parts[3]).normalized
      }
    }
    let heading = try turn("z", fields["headingDegrees"]?.number() ?? 0)
    let axis = try fields["axis"]?.text() ?? "x"
    var seat = Quaternion.identity
    if let mount = try fields["mount"]?.fields(only: ["axis", "degrees"]) {
      seat = try turn(mount.required("axis").text(), mount.required("degrees").number())
    }
    return try fields.required("anglesDegrees").list().map { cursor in
      heading * (try turn(axis, cursor.number())) * seat
    }
  }

  private func turn(_ axis: String, _ degrees: Double) throws -> Quaternion {
    let axes: [String: Vector3] = ["x": .unitX, "y": .unitY, "z": .unitZ]
    return Quaternion(axis: try #require(axes[axis], "axis \(axis)"), angle: degrees * CareVector.degree)
  }

  /// The start tilt is the first angle, the swing what each differs from it.
  func romLegacy() throws -> JSONValue {
    let angles = try input.fields(only: ["anglesDegrees"]).required("anglesDegrees").list()
      .map { cursor in try cursor.number() * CareVector.degree }
    return try CareVector.orNoSamples {
      let start = angles.first ?? 0
      let old = try LegacyFlexedExtended(startTilt: start, swing: angles.map { $0 - start })
      return .object([
        "flexed": .number(old.flexed / CareVector.degree),
        "extended": .number(old.extended / CareVector.degree),
      ])
    }
  }

  private static func orNoSamples(_ measure: () throws -> JSONValue) throws -> JSONValue {
    do { return try measure() } catch KneeJointError.noSamples {
      return .object(["error": .string("noSamples")])
    }
  }

  func recorderFile() throws -> JSONValue {
    let items = try input.fields(only: ["samples"]).required("samples").list().map(recorderItem)
    return .object(["text": .string(RecorderFile.text(items))])
  }

  private func recorderItem(_ cursor: JSONCursor) throws -> RecorderItem {
    let fields = try cursor.fields(only: [
      "timestamp", "timestampSince1970", "attitude", "rotationRate", "gravity", "userAcceleration",
      "magneticField",
    ])
    var item = RecorderItem(
      timestamp: try fields["timestamp"]?.number(),
      timestampSince1970: try fields["timestampSince1970"]?.number())
    if let q = try fields["attitude"]?.fields(only: ["x", "y", "z", "w"]) {
      item.attitude = Quaternion(
        try q.required("w").number(), try q.required("x").number(), try q.required("y").number(),
        try q.required("z").number())
    }
    item.rotationRate = try fields["rotationRate"].map(vector)
    item.gravity = try fields["gravity"].map(vector)
    item.userAcceleration = try fields["userAcceleration"].map(vector)
    item.magneticField = try fields["magneticField"].map(vector)
    item.magneticAccuracy = try fields["magneticField"]?.anyFields()["accuracy"]?.integer()
    return item
  }

  private func vector(_ cursor: JSONCursor) throws -> Vector3 {
    let v = try cursor.fields(only: ["x", "y", "z", "accuracy"])
    return Vector3(try v.required("x").number(), try v.required("y").number(), try v.required("z").number())
  }
}
