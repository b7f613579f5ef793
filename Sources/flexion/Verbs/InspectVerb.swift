import Assessment
import DecimalText
import Inertial
import JSONText
import Recordings
import SampleConditioning

/// `inspect`: what a recording is, what its sensors are, and what conditioning found.
enum InspectVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let file = call.request.arguments[0]
    let map = try PlacementMap(call.request.list("map"))
    var recording = try RecordingFile(path: file).recording()
    try map.apply(to: &recording, file: file)
    let sensors = recording.sensors.map {
      InspectedSensor($0, side: recording.side, rate: call.request.number("rate"), file: file)
    }
    let report = ImportReport(file: file, findings: recording.findings + sensors.flatMap(\.findings))
    let refusal = sensors.compactMap(\.refusal).first
    if let refusal { call.console.fail(refusal) }
    return Answer(
      text: text(recording, sensors, report),
      json: [
        "recording": .string(file), "format": .string(recording.format),
        "evidence": .array(recording.evidence.map { .string($0) }), "sensors": .array(sensors.map(\.json)),
        "import": report.json,
      ],
      exit: refusal?.exit ?? .done)
  }

  private static func text(
    _ recording: RawRecording, _ sensors: [InspectedSensor], _ report: ImportReport
  ) -> String {
    var text = "\(report.file): \(recording.format)\n"
    for evidence in recording.evidence { text += "  because \(evidence)\n" }
    text += "\n" + InspectedSensor.table(sensors).text
    for sensor in sensors { text += sensor.sentences }
    let lines = report.lines
    if !lines.isEmpty { text += "\nFound on reading:\n" }
    for (finding, line) in zip(report.findings, lines) { text += "  \(finding.severity.rawValue): \(line)\n" }
    return text
  }
}
