import Assessment
import DecimalText
import Goniometry
import Inertial
import JSONText
import Orientation
import Recordings
import SampleConditioning

/// `orient`: the orientation of one sensor, row by row, as a table.
enum OrientVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    let file = request.arguments[0]
    let target = Destination(path: request.text("out") ?? "-", force: request.has("force"), inputs: [file])
    let method = try method(request)
    let timing = try FieldLatencyFlag.read(request)
    try target.check()
    let (track, report) = try track(request, file, method, timing)
    report.show(on: call.console)
    tell(track, file, call.console)
    if track.fieldLatency.isRefused {
      call.console.warn(
        "the recording cannot tell how late the magnetometer is; it is used as stamped",
        code: "fieldLatencyUnknown")
    }

    let isOffline = if case .offline = method { true } else { false }
    let isDry = request.has("dry-run")
    // One JSON value is all that standard output may carry: the table stands inside it.
    let isInside = call.console.style != .text && target.isStandardOutput
    func table(_ output: inout OutputBuffer) throws(RecordingError) {
      try OrientationFile.append(time: track.time, earthFromSensor: track.earthFromSensor, to: &output)
    }
    let bytes = isDry || isInside ? try target.measure(table) : try target.write(table)
    let written = WrittenFile(path: target.path, bytes: bytes, rows: track.time.count)
    var json: JSONObject = [
      "recording": .string(file), "sensor": .string(track.sensor),
      "filter": .string(request.text("filter") ?? ""),
      "offline": .bool(isOffline), "frame": .string(request.text("frame") ?? ""),
      "field_latency": FieldLatencyFlag.json(track.fieldLatency), "rows": .integer(track.time.count),
      "flags": .array(track.flags.map(\.json)), "import": report.json,
    ]
    json[isDry ? "would_write" : "written"] = isInside ? nil : .array([written.json])
    if isInside, !isDry { json["orientation"] = rows(track) }
    let isSilent = target.isStandardOutput && !isDry
    return Answer(text: isSilent ? "" : written.words(dryRun: isDry), json: json)
  }

  /// Every flag that makes the rows doubtful, once, with its first place; and a latency that was found.
  private static func tell(_ track: OrientationTrack, _ file: String, _ console: Console) {
    var told: Set<QualityFlag.Code> = []
    for flag in track.flags where flag.effect != .note && told.insert(flag.code).inserted {
      let place = flag.span.map { ", first at \(DecimalText.fixed($0.lowerBound, decimals: 2)) s" } ?? ""
      console.warn("\(file): \(flag.code.rawValue)\(place): \(flag.sentence)", code: flag.code.rawValue)
    }
    guard track.fieldLatency.origin == .estimated else { return }
    let latency = DecimalText.fixed(track.fieldLatency.seconds * 1000, decimals: 1)
    console.note("\(file): the magnetometer is late by \(latency) ms, and was shifted", code: "fieldLatency")
  }

  private static func method(_ request: Request) throws -> OrientationMethod {
    let name = request.text("filter").flatMap { FilterName(rawValue: $0) } ?? .online
    guard request.has("offline") else { return name.isStreaming ? .online(name) : .offline(name) }
    guard name == .vqf || name == .smoother else {
      throw UsageError.contradiction(
        "`--offline` goes with `--filter vqf` or `smoother` only",
        hint: "leave out --offline, or write --filter vqf")
    }
    return .offline(name)
  }

  private static func track(
    _ request: Request, _ file: String, _ method: OrientationMethod, _ timing: FieldTiming
  ) throws -> (OrientationTrack, ImportReport) {
    let map = try PlacementMap(request.list("map"))
    var recording = try RecordingFile(path: file).recording()
    try map.apply(to: &recording, file: file)
    let goniometer = Goniometer(
      parameters: .init(
        method: method, rate: request.number("rate"), conditioning: .init(request: request)))
    do {
      var track = try goniometer.orient(
        recording, sensor: request.text("sensor"), usesField: !request.has("six"), timing: timing)
      if let frame = request.text("frame").flatMap({ EarthFrame(rawValue: $0) }), frame != .enu {
        track.earthFromSensor = track.earthFromSensor.map { frame.fromENU * $0 }
      }
      return (track, ImportReport(file: file, findings: recording.findings + track.findings))
    } catch {
      throw Faults.failure(error).naming(file)
    }
  }

  private static func rows(_ track: OrientationTrack) -> JSONValue {
    .array(
      zip(track.time, track.earthFromSensor).map { time, q in
        .array(
          [.fixed(time, decimals: 6)] + [q.w, q.x, q.y, q.z].map { .fixed($0, decimals: 9) })
      })
  }
}
