import Assessment
import CareStore
import Goniometry
import JSONText
import Orientation
import Recordings

/// `process`: recordings to knee measurements, one after the other; one that fails never stops the others.
enum ProcessVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let files = try recordings(call)
    let map = try PlacementMap(call.request.list("map"))
    let outputs = try ResultOutputs(call.request, recordings: files)
    let target = call.request.text("out").map {
      Destination(path: $0, force: call.request.has("force"), inputs: files)
    }
    try target?.check()
    let keeper = try MeasurementKeeper(call)
    let goniometer = goniometer(call.request)
    let meter = ProgressMeter(call.request, call.console, total: files.count)
    StopSignal.watch()

    var results: [ProcessedFile] = []
    for file in files {
      if StopSignal.received != nil { break }
      meter.begin(file)
      let result = await ProcessedFile(file) {
        var input = try MeasureRecording.measure(
          RecordingFile(path: file), with: goniometer, prepare: { try map.apply(to: &$0, file: file) })
        let written = try outputs.write(input)
        try await keeper?.keep(&input, goniometer)
        return (input, written)
      }
      meter.aside { result.show(on: call.console) }
      meter.finish(done: result.isDone ? 1 : 0, failed: result.isDone ? 0 : 1)
      results.append(result)
    }
    let counts = meter.end()
    let report = ProcessReport(results: results, skipped: files.count - results.count, counts: counts)
    try target?.write { output throws(RecordingError) in
      try output.append(report.answer.envelope(schema: call.request.verb.schema).compactText + "\n")
    }
    return report.answer
  }

  /// Files as named and the recordings of folders, sorted by bytes, each once.
  private static func recordings(_ call: Invocation) throws -> [String] {
    var files: [String] = []
    for path in call.request.arguments {
      if RecordingFolder.isFolder(path) {
        files += try RecordingFolder.recordings(in: path)
      } else {
        files.append(path)
      }
    }
    let sorted = Set(files).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    if sorted.count < files.count {
      call.console.note("\(files.count - sorted.count) recordings were named twice and are processed once")
    }
    return sorted
  }

  private static func goniometer(_ request: Request) -> Goniometer {
    let name = request.text("filter").flatMap { FilterName(rawValue: $0) } ?? .online
    return Goniometer(
      parameters: .init(
        method: .recorded(name), rate: request.number("rate"), side: request.side))
  }
}
