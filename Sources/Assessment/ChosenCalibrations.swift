import Care
import Goniometry
import JSONText

/// Which calibrations the instrument may choose from.
public enum ChosenCalibrations {
  /// One stored calibration.
  /// - Throws: `CareError.unknownCalibration`.
  public static func one(
    _ number: Int, from store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> [KneeCalibration] {
    guard let stored = try await all(from: store, occasion).first(where: { $0.number == number }) else {
      throw CareError.unknownCalibration
    }
    return [try stored.calibration()]
  }

  /// All of the participant, the newest first: each leg then takes the last one of its own sensors.
  /// - Throws: `CareError.unknownCalibration` when there is none.
  public static func newestFirst(
    from store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> [KneeCalibration] {
    let stored = try await all(from: store, occasion)
    if stored.isEmpty { throw CareError.unknownCalibration }
    return try stored.reversed().map { try $0.calibration() }
  }

  /// Those in the text of a file that `calibrate --out` wrote.
  /// - Parameter name: of the file.
  /// - Throws: `JSONSyntaxError`, `JSONFieldError`.
  public static func read(_ text: [UInt8], named name: String) throws -> [KneeCalibration] {
    let fields = try JSONCursor(JSONValue(parsing: text)).anyFields()
    let schema = try fields.required("schema").text()
    guard schema == schemaName else {
      throw JSONFieldError(
        path: "schema", problem: .wrongKind(expected: "`\(schemaName)`", found: "`\(schema)`"))
    }
    return try fields.required("calibrations").list().map { cursor in
      var calibration = try KneeCalibration(cursor)
      calibration.label = name
      return calibration
    }
  }

  /// Of the file, which is the answer of `calibrate` as JSON.
  static let schemaName = "flexion/calibrate/1"

  /// All of a participant, oldest first.
  public static func all(
    from store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> [StoredCalibration] {
    try await store.read { try $0.calibrations(of: occasion.participant) }
  }
}
