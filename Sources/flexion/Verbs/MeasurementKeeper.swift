import Assessment
import Care
import Glibc
import Goniometry

/// The store behind `process` and `stream`, where one was named.
struct MeasurementKeeper {
  private let store: RehearsedStore
  private let occasion: Occasion
  private let request: AttachMeasurement.Request

  /// nil without `--store`, and in a rehearsal on a store that is still to be made: then nothing is kept.
  init?(_ call: Invocation) throws {
    guard call.request.text("store") != nil else { return nil }
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    if isDry, try !setting.exists() {
      call.console.note("would create the store \(try setting.address())")
      return nil
    }
    store = RehearsedStore(base: try setting.open(isDry ? .readWrite : .create), isRehearsal: isDry)
    occasion = setting.occasion
    request = AttachMeasurement.Request(
      day: setting.day("day"), task: call.request.text("task"),
      limb: call.request.text("side").flatMap { Limb(rawValue: $0) })
  }

  /// For one task, on the day that the caller asks for; a day that was typed beats the clock of the recording.
  init(_ call: Invocation, for task: String, limb: Limb) throws {
    let setting = try CareSetting(call)
    store = RehearsedStore(base: try setting.open(.readWrite), isRehearsal: false)
    occasion = setting.occasion
    request = AttachMeasurement.Request(
      day: setting.day("day") ?? setting.occasion.today, task: task, limb: limb,
      dayGoesFirst: call.request.text("day") != nil)
  }

  /// Keeps the measurements of one recording and attaches those that can be, in one transaction.
  func keep(_ input: inout MeasuredInput, _ goniometer: Goniometer) async throws {
    try await MeasureRecording.keep(&input, request, by: goniometer, in: store, occasion)
  }
}

/// The path by which a file is found from any folder; the path itself where that cannot be told.
func absolute(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}
