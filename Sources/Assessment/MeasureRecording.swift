import Care
import Goniometry
import Inertial

/// One recording measured, and what became of it in the store.
public struct MeasuredInput: Sendable {
  /// What the user called it.
  public var name: String
  /// Path by which the raw input can be found again.
  public var source: String
  public var sha256: String
  public var measured: MeasuredRecording
  /// One a measurement, in their order; empty when no store was given.
  public var kept: [AttachMeasurement.Kept] = []
}

/// The use case behind `process`, behind the end of `stream`, and later behind an upload.
public enum MeasureRecording {
  /// Reads a source and measures every leg in it.
  ///
  /// - Parameters:
  ///   - name: what the user called it; nil takes the name of the source.
  ///   - path: by which it can be found again; nil takes the name.
  ///   - prepare: places the sensors as the user says, before anything is computed.
  public static func measure(
    _ source: some RawSource, named name: String? = nil, at path: String? = nil, with goniometer: Goniometer,
    prepare: (inout RawRecording) throws -> Void = { _ in }
  ) throws -> MeasuredInput {
    let name = name ?? source.name
    var recording = try source.read()
    try prepare(&recording)
    let measured = try goniometer.measure(consume recording)
    return MeasuredInput(
      name: name, source: path ?? name, sha256: try source.digest(), measured: measured)
  }

  /// Keeps the measurements and attaches those that can be, all in one transaction.
  public static func keep(
    _ input: inout MeasuredInput, _ request: AttachMeasurement.Request, by goniometer: Goniometer,
    in store: some OutcomeStore, _ occasion: Occasion
  ) async throws {
    let records = input.records(of: occasion.participant, by: goniometer)
    input.kept = try await AttachMeasurement.keep(records, request, in: store, occasion)
  }
}
