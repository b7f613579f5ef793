import Foundation
import Inertial
import KneeJoint
import TestSupport
import Testing

/// A fact of `care.json` about the range of motion.
private struct ShinVector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let op: String
  let angles: [Double]
  let poses: [Quaternion]
  let orientation: DeviceOrientation?
  let rate: Double?
  let numbers: [String: Double]
  let isFlagged: Bool?
  let error: String?
  let tolerance: Double

  init(_ vector: [String: Any]) {
    let input = vector["input"] as? [String: Any] ?? [:]
    let expected = vector["expected"] as? [String: Any] ?? [:]
    testDescription = "\(vector["id"] ?? "") \(vector["title"] ?? "")"
    op = vector["op"] as? String ?? ""
    angles = ShinVector.list(input["anglesDegrees"])
    poses =
      (input["quaternions"] as? [Any]).map { $0.map(ShinVector.quaternion) } ?? ShinVector.turned(input)
    orientation = (input["orientation"] as? String).flatMap { DeviceOrientation(name: $0) }
    rate = (input["hz"] as? NSNumber)?.doubleValue
    let keys = expected.keys.filter { $0 != "flagged" && $0 != "error" }
    numbers = Dictionary(
      uniqueKeysWithValues: keys.map { ($0, (expected[$0] as? NSNumber)?.doubleValue ?? .nan) })
    isFlagged = expected["flagged"] as? Bool
    error = expected["error"] as? String
    tolerance = (vector["toleranceDegrees"] as? NSNumber)?.doubleValue ?? 0
  }

  private static func list(_ value: Any?) -> [Double] {
    (value as? [Any] ?? []).map { ($0 as? NSNumber)?.doubleValue ?? .nan }
  }

  private static func quaternion(_ value: Any) -> Quaternion {
    let q = list(value)
    return Quaternion(q[0], q[1], q[2], q[3]).normalized
  }

  /// turn(z, heading) turn(axis, angle) turn(mount axis, mount), as `conventions.quaternion` says.
  private static func turned(_ input: [String: Any]) -> [Quaternion] {
    let mount = input["mount"] as? [String: Any]
    let seat = turn(mount?["axis"], mount?["degrees"])
    let heading = turn("z", input["headingDegrees"])
    return list(input["anglesDegrees"]).map { heading * turn(input["axis"], $0) * seat }
  }

  private static func turn(_ axis: Any?, _ degrees: Any?) -> Quaternion {
    let angle = ((degrees as? NSNumber)?.doubleValue ?? 0) * degree
    switch axis as? String {
    case "x": return turnX(angle)
    case "y": return turnY(angle)
    case "z": return turnZ(angle)
    default: return .identity
    }
  }

  static let all: [ShinVector] = {
    let path = SharedData.packageRoot + "/Tests/TestSupport/Vectors/"
    return ["care.json", "care-examples.json"].flatMap { name -> [ShinVector] in
      let data = FileManager.default.contents(atPath: path + name) ?? Data()
      let file = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
      let vectors = (file?["vectors"] as? [[String: Any]] ?? []).map(ShinVector.init)
      return vectors.filter { $0.op == "rom.compute" || $0.op == "rom.legacy" }
    }
  }()
}

@Suite struct `The vectors of the range of motion` {
  @Test func `are there`() {
    #expect(ShinVector.all.count(where: { $0.op == "rom.compute" }) >= 10)
    #expect(ShinVector.all.contains { $0.op == "rom.legacy" })
  }

  @Test(arguments: ShinVector.all.filter { $0.op == "rom.compute" })
  private func `hold`(vector: ShinVector) throws {
    let time = vector.rate.map { rate in vector.poses.indices.map { Double($0) / rate } }
    func measure() throws -> ShinInclination {
      try ShinInclination.measure(
        worldFromDevice: vector.poses, time: time, orientation: vector.orientation)
    }
    if let error = vector.error {
      #expect(error == "noSamples")
      #expect(throws: KneeJointError.noSamples) { try measure() }
      return
    }
    let shin = try measure()
    if let isFlagged = vector.isFlagged { #expect(shin.flags.contains { $0.code == .spike } == isFlagged) }
    let range = shin.range
    let found = [
      "start": range.start, "finish": range.finish, "minimum": range.minimum, "maximum": range.maximum,
      "range": range.range,
    ].mapValues { $0 / degree }
    for (key, value) in vector.numbers {
      if key == "rangeAtMost" {
        #expect(range.range / degree <= value)
      } else {
        #expect(abs((found[key] ?? .nan) - value) <= vector.tolerance, "\(key)")
      }
    }
  }

  /// flexed = |start tilt|, extended = flexed - |last swing|; the tilt is counted from level.
  @Test(arguments: ShinVector.all.filter { $0.op == "rom.legacy" })
  private func `of the older definition hold`(vector: ShinVector) throws {
    let start = vector.angles[0]
    let old = try LegacyFlexedExtended(
      startTilt: start * degree, swing: vector.angles.map { ($0 - start) * degree })
    let flexed = old.flexed / degree
    let extended = old.extended / degree
    #expect(abs(flexed - (vector.numbers["flexed"] ?? .nan)) <= vector.tolerance)
    #expect(abs(extended - (vector.numbers["extended"] ?? .nan)) <= vector.tolerance)
  }
}
