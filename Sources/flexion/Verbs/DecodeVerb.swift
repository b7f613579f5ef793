import IMUProtocols
import JSONText
import Recordings

/// `decode`: the bytes of a file of any protocol as a table of samples.
enum DecodeVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    let file = request.arguments[0]
    let target = Destination(path: request.text("out") ?? "-", force: request.has("force"), inputs: [file])
    try OutputPaths.check(call, inputs: [file])
    try target.check()
    let decoded = try DecodedCapture(Capture(call), rate: request.number("rate"))
    let isDry = request.has("dry-run")
    // One JSON value is all that standard output may carry: the table stands inside it.
    let isInside = call.console.style != .text && target.isStandardOutput
    let isSilent = target.isStandardOutput && !isDry
    if isSilent, !isInside { tell(decoded, call.console) }
    warn(decoded, call.console)

    func table(_ output: inout OutputBuffer) throws(RecordingError) { try write(decoded, to: &output) }
    let bytes = isDry || isInside ? try target.measure(table) : try target.write(table)
    let written = WrittenFile(path: target.path, bytes: bytes, rows: decoded.rows)
    var json: JSONObject = [
      "file": .string(file), "rows": .integer(decoded.rows),
      "columns": .array(decoded.table.columns.map { .string($0) }), "ports": decoded.json,
    ]
    json[isDry ? "would_write" : "written"] = isInside ? nil : .array([written.json])
    if isInside, !isDry { json["samples"] = try rows(decoded) }
    return Answer(text: isSilent ? "" : decoded.text + written.words(dryRun: isDry), json: json)
  }

  /// Beside a table on standard output the report goes to standard error.
  private static func tell(_ decoded: DecodedCapture, _ console: Console) {
    for line in decoded.text.split(separator: "\n") { console.note(String(line)) }
  }

  private static func warn(_ decoded: DecodedCapture, _ console: Console) {
    if decoded.rows == 0 { console.warn("\(decoded.capture.file): \(decoded.nothing)", code: "noSamples") }
    if !decoded.isTimed {
      console.warn(
        "\(decoded.capture.file): nothing tells the time of the samples; --rate HZ does", code: "noTime")
    }
    for caution in decoded.capture.ports.compactMap(\.spoken.caution) {
      console.note(caution, code: "caution")
    }
  }

  private static func write(
    _ decoded: DecodedCapture, to output: inout OutputBuffer
  ) throws(RecordingError) {
    try decoded.table.appendHeading(to: &output)
    do {
      try decoded.forEach { try decoded.table.append($0, sensor: $1, time: $2, to: &output) }
    } catch let error as RecordingError {
      throw error
    } catch {
      // The first pass has read the same bytes with the same decoders.
      preconditionFailure("a second pass failed where the first did not: \(error)")
    }
  }

  private static func rows(_ decoded: DecodedCapture) throws -> JSONValue {
    var rows: [JSONValue] = []
    rows.reserveCapacity(decoded.rows)
    try decoded.forEach { sample, sensor, time in
      let values = decoded.table.values(of: sample).map { value, decimals in
        JSONValue.optional(value.isFinite ? value : nil, decimals: decimals)
      }
      rows.append(.array([.optional(time, decimals: 6), .string(sensor)] + values))
    }
    return .array(rows)
  }
}
