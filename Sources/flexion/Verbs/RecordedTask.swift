import Assessment
import Care
import Glibc
import Goniometry
import JSONText

/// A knee task whose motion was recorded before: measured and kept by the same path as a stream whose log is closed.
struct RecordedTask {
  private let files: [String]

  /// nil where the sources are ports; files and ports together are refused.
  init?(_ sources: [String]) throws {
    let files = sources.filter(RecordedTask.isRecording)
    if files.isEmpty { return nil }
    guard files.count == sources.count else {
      throw Failure(
        "mixedSources", "a recording and a port cannot be one measurement", exit: .usage, field: "source",
        hint: "name either the recordings or the ports")
    }
    self.files = files
  }

  /// A file of bytes, or a folder that is one recording; everything else is a port.
  private static func isRecording(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  func measure(
    _ event: CareEvent, _ knee: KneeTask, _ goniometer: Goniometer, _ keeper: MeasurementKeeper,
    _ call: Invocation
  ) async throws -> Answer {
    let recording = NamedRecording.all(files, together: true)[0]
    let outputs = try MeasurementOutputs(call.request, recordings: [recording.name], inputs: files)
    let result = await ProcessedFile(recording.name) {
      var input = try MeasureRecording.measure(
        recording.source, named: recording.name, at: recording.path, with: goniometer)
      let written = try outputs.write(input)
      try await keeper.keep(&input, goniometer)
      return (input, written)
    }
    result.show(on: call.console)
    var answer = ProcessReport(
      results: [result], counts: ProgressState(done: result.failure == nil ? 1 : 0), isStored: true,
      isDry: false
    ).answer
    if result.failure == nil {
      let script = KneeScript(
        event.task.content, knee, sensors: .thighAndShin, in: call.language)
      for step in script.steps where step.ending == .none {
        for line in [step.title].compactMap(\.self) + step.lines { call.console.note(line, code: "prompt") }
      }
    }
    answer.json["task"] = .string(event.task.id)
    answer.lines = [answer.envelope(schema: call.request.verb.schema)]
    return answer
  }
}
