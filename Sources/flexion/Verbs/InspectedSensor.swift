import Charts
import DecimalText
import Inertial
import JSONText
import SampleConditioning

/// One sensor as `inspect` shows it: what the source claims and what conditioning makes of it.
struct InspectedSensor {
  private let raw: SensorRecording
  /// That of the sensor, else that of the whole recording.
  private let side: BodySide?
  private let report: SensorReport?
  let findings: [ImportFinding]
  /// Why the sensor cannot be used.
  let refusal: Failure?

  init(_ raw: SensorRecording, side: BodySide?, rate: Double?, file: String) {
    self.raw = raw
    self.side = raw.placement?.side ?? side
    do {
      let alone = RawRecording(sensors: [raw], format: "")
      let conditioned = try SampleConditioner.condition(alone, rate: rate)
      report = conditioned.sensors.first?.report
      findings = conditioned.findings
      refusal = nil
    } catch {
      report = nil
      findings = []
      refusal = Faults.failure(error).naming(file)
    }
  }

  var json: JSONValue {
    var units = JSONObject()
    units["acc"] = .optional((report?.forceUnit ?? raw.accelerometer.unit)?.symbol)
    units["gyr"] = .optional((report?.rateUnit ?? raw.gyroscope.unit)?.symbol)
    if let field = raw.magnetometer { units["mag"] = .optional((report?.fieldUnit ?? field.unit)?.symbol) }
    var object: JSONObject = [
      "id": .string(raw.id), "segment": .optional(raw.placement?.segment?.rawValue),
      "side": .optional(side?.rawValue), "because": .optional(raw.placement?.because),
      "rows": .integer(raw.rows), "samples": .optional(report?.samples), "lost": .optional(report?.lost),
      "rate_stated_hz": .optional(report?.rateStated, decimals: 3),
      "rate_hz": .optional(report?.rate, decimals: 3),
      "duration_s": .optional(report?.duration, decimals: 6), "units": .object(units), "quaternion": .null,
    ]
    object["refused"] = refusal.map { .object($0.json) }
    return .object(object)
  }

  static func table(_ sensors: [InspectedSensor]) -> TextTable {
    TextTable(
      [
        .init("sensor"), .init("place"), .init("rows", .right), .init("samples", .right),
        .init("lost", .right),
        .init("rate [Hz]", .right), .init("duration [s]", .right), .init("acc"), .init("gyr"), .init("mag"),
      ],
      rows: sensors.map { sensor in
        let report = sensor.report
        return [
          sensor.raw.id, sensor.place, String(sensor.raw.rows), report.map { String($0.samples) } ?? "-",
          report.map { String($0.lost) } ?? "-",
          report.map { DecimalText.fixed($0.rate, decimals: 2) } ?? "-",
          report.map { DecimalText.fixed($0.duration, decimals: 3) } ?? "-",
          (report?.forceUnit ?? sensor.raw.accelerometer.unit)?.symbol ?? "?",
          (report?.rateUnit ?? sensor.raw.gyroscope.unit)?.symbol ?? "?",
          sensor.raw.magnetometer.map { (report?.fieldUnit ?? $0.unit)?.symbol ?? "?" } ?? "-",
        ]
      })
  }

  private var place: String {
    let words = [side?.rawValue, raw.placement?.segment?.rawValue].compactMap(\.self)
    return words.isEmpty ? "unknown" : words.joined(separator: " ")
  }

  /// Why the place, and why not usable.
  var sentences: String {
    var text = ""
    if let because = raw.placement?.because {
      text += "  \(raw.id) is on the \(place) because of the \(because)\n"
    }
    if let refusal { text += "  \(raw.id) cannot be used: \(refusal.message)\n" }
    return text
  }
}

extension JSONValue {
  static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}
