import Goniometry
import Inertial
import JSONText
import KneeJoint

private func degrees(_ angle: Double) -> JSONValue { .optional(angle.radiansToDegrees, decimals: 2) }

extension ResearchKitRange {
  /// Under the names of the task result, degrees.
  var json: JSONValue {
    .object([
      "range": degrees(range), "start": degrees(start), "finish": degrees(finish),
      "minimum": degrees(minimum), "maximum": degrees(maximum),
    ])
  }
}

extension RangeOfMotion {
  /// Knee flexion from the heel slide, degrees.
  var supineJSON: JSONValue {
    .object(["range": degrees(range), "minimum": degrees(minimum), "maximum": degrees(maximum)])
  }
}

extension KneeMeasurement {
  /// What one sensor on the shin says beside its inclination, a line each; empty for two sensors.
  public var oneSensorText: String {
    func fixed(_ angle: Double) -> String { JSONValue.fixed(angle.radiansToDegrees, decimals: 1).compactText }
    var text = device.map { "held \($0.rawValue)\n" } ?? ""
    if let old = researchKit {
      let ends = "start \(fixed(old.start)), finish \(fixed(old.finish))"
      text += "ResearchKit: range \(fixed(old.range)), \(ends), "
      text += "minimum \(fixed(old.minimum)), maximum \(fixed(old.maximum)) deg\n"
    }
    if let supine {
      let ends = "\(fixed(supine.minimum)) to \(fixed(supine.maximum))"
      text += "knee flexion lying: \(ends), range \(fixed(supine.range)) deg\n"
    }
    return text
  }
}
