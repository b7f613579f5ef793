import Care
import Goniometry
import Inertial
import JSONText
import KneeJoint

extension Goniometer {
  /// Name, version and a hash over what decides the numbers: method, rate, which sensor was taken for which segment, and
  /// what was known of the leg beforehand.
  ///
  /// The leg has a column of its own: a log and its stream are one measurement whoever named the side.
  func recordedMethod(of knee: KneeMeasurement) -> MeasurementRecord.Method {
    let calibration = knee.calibration.map { JSONValue.object($0.json).compactText }
    let held = knee.device.map { ["device \($0.rawValue)"] } ?? []
    return method(held + knee.sensors + [calibration.map { "calibration \($0)" }, known].compactMap(\.self))
  }

  /// The same over what decides a calibration, its stated poses among it.
  func recordedMethod(of calibration: KneeCalibration) -> MeasurementRecord.Method {
    let poses = calibration.poses.map { JSONValue.fixed($0.stated.radiansToDegrees, decimals: 2).compactText }
    return method(
      calibration.sensors + ["poses \(poses.joined(separator: ","))", known].compactMap(\.self))
  }

  /// What a person stated; nil where nothing was, so that older keys stay as they are.
  private var known: String? {
    func axis(_ vector: Vector3?) -> String { vector.map { "\($0.x) \($0.y) \($0.z)" } ?? "-" }
    let mountings = BodySegment.allCases.compactMap { segment in
      parameters.mountings[segment].map { "\(segment.rawValue) up \(axis($0.up)) right \(axis($0.right))" }
    }
    let pose = parameters.startPose.map {
      "start \(JSONValue.fixed($0.radiansToDegrees, decimals: 2).compactText)"
    }
    let stated = mountings + [pose].compactMap(\.self)
    return stated.isEmpty ? nil : stated.joined(separator: "\n")
  }

  private func method(_ decided: [String]) -> MeasurementRecord.Method {
    let parts = Self.methodName.split(separator: "/").map(String.init)
    let rate = parameters.rate.map { JSONValue.number($0).compactText } ?? "-"
    let all = [parameters.method.name, "rate \(rate)"] + decided
    return MeasurementRecord.Method(
      name: parts.first ?? Self.methodName, version: parts.count > 1 ? parts[1] : "1",
      parameterHash: Self.fingerprint(all.joined(separator: "\n")))
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo): tells parameter sets apart, protects nothing.
  private static func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
