import Care
import Goniometry
import Inertial
import JSONText

/// One recording turned into calibrations, and what became of them in the store.
public struct CalibratedInput: Sendable {
  /// What the user called the recording.
  public var name: String
  /// Path by which it can be found again.
  public var source: String
  public var sha256: String
  public var calibrated: CalibratedRecording
  /// One a calibration, in their order; empty when no store took them.
  public var kept: [StoredCalibration] = []
}

/// The use case behind `calibrate`.
public enum CalibrateRecording {
  /// Reads a source and calibrates every leg in it.
  ///
  /// - Parameters:
  ///   - name: what the user called it.
  ///   - path: by which it can be found again.
  ///   - poses: stated angles in the order of the recording [deg].
  ///   - prepare: places the sensors as the user says, before anything is computed.
  public static func calibrate(
    _ source: some RawSource, named name: String, at path: String, poses: [Double],
    with goniometer: Goniometer, prepare: (inout RawRecording) throws -> Void = { _ in }
  ) throws -> CalibratedInput {
    var recording = try source.read()
    try prepare(&recording)
    let calibrated = try goniometer.calibrate(recording, poses: poses.map(\.degreesToRadians))
    return CalibratedInput(
      name: name, source: path, sha256: try source.digest(), calibrated: calibrated)
  }

  /// Keeps all calibrations of a recording in one transaction; the same recording and poses again add nothing.
  public static func keep(
    _ input: inout CalibratedInput, by goniometer: Goniometer, in store: some OutcomeStore,
    _ occasion: Occasion
  ) async throws {
    let records = input.records(of: occasion.participant, by: goniometer)
    input.kept = try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      try records.map { try ledger.keep($0).stored }
    }
  }
}

extension CalibratedInput {
  /// Calibrations as the store keeps them.
  func records(of participant: ParticipantID, by goniometer: Goniometer) -> [CalibrationRecord] {
    calibrated.calibrations.map { calibration in
      CalibrationRecord(
        participant: participant, sha256: sha256, method: goniometer.recordedMethod(of: calibration),
        side: MeasuredSide(rawValue: calibration.side.rawValue) ?? .unspecified,
        sensors: calibration.sensors, poseDegrees: calibration.poses.map(\.stated.radiansToDegrees),
        recordedAt: calibrated.startTime.map { Instant(milliseconds: $0 / 1_000_000) },
        content: JSONValue.object(calibration.json).compactText, source: source)
    }
  }

  /// The members of `calibrations`: each as it is kept, its number in front and its origin behind.
  public var json: [JSONValue] {
    calibrated.calibrations.indices.map { index in
      let number = kept.indices.contains(index) ? kept[index].number : nil
      return calibrated.calibrations[index].json(
        number: number, recording: name, sha256: sha256,
        recordedAt: calibrated.startTime.map { Instant(milliseconds: $0 / 1_000_000) })
    }
  }
}

extension KneeCalibration {
  /// - Parameter number: in the store; nil when it is not kept.
  func json(number: Int?, recording: String, sha256: String, recordedAt: Instant?) -> JSONValue {
    var object: JSONObject = [
      "calibration": number.map { .integer($0) } ?? .null, "recording": .string(recording),
      "sha256": .string(sha256), "recorded": .optional(recordedAt?.rfc3339),
    ]
    for member in json.members { object[member.key] = member.value }
    return .object(object)
  }
}

extension StoredCalibration {
  /// The calibration for the instrument, named by its number.
  /// - Throws: `CareError.invalidValue` where the stored text is none of ours.
  public func calibration() throws -> KneeCalibration {
    guard let value = try? JSONValue(parsing: record.content),
      var calibration = try? KneeCalibration(JSONCursor(value))
    else { throw CareError.invalidValue(field: "calibration \(number)") }
    calibration.label = "\(number)"
    return calibration
  }

  /// As `calibrations` prints it.
  public func json() throws -> JSONValue {
    try calibration().json(
      number: number, recording: record.source, sha256: record.sha256, recordedAt: record.recordedAt)
  }
}
