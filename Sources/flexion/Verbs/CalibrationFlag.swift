import Assessment
import Care
import Glibc
import Goniometry
import JSONText

/// `--calibration ID|last|none|FILE` of `process` and `stream`.
enum CalibrationFlag {
  /// What the instrument may choose from; empty for `none`.
  static func chosen(_ call: Invocation) async throws -> [KneeCalibration] {
    let word = call.request.text("calibration") ?? "none"
    if word == "none" { return [] }
    if call.request.has("pose") {
      throw UsageError.contradiction(
        "`--pose` and `--calibration` both state the zero", hint: "give one of them")
    }
    let setting = try CareSetting(call)
    if word == "last" {
      return try await ChosenCalibrations.newestFirst(from: setting.open(.readOnly), setting.occasion)
    }
    if let number = Int(word) {
      return try await ChosenCalibrations.one(number, from: setting.open(.readOnly), setting.occasion)
    }
    return try file(word)
  }

  /// A file that `calibrate --out` wrote.
  private static func file(_ path: String) throws -> [KneeCalibration] {
    guard access(path, F_OK) == 0 else {
      throw Failure(
        "noCalibration", "no calibration `\(path)`", exit: .noInput, field: "calibration",
        hint: "expected a number from `flexion calibrations`, last, none, or a file of `calibrate --out`")
    }
    do { return try ChosenCalibrations.read(TextFile.read(path), named: path) } catch {
      var failure = Faults.failure(error).naming(path)
      if let field = failure.field { failure.message = "`\(field)`: \(failure.message)" }
      throw failure
    }
  }
}
