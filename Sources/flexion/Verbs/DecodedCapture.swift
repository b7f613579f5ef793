import DecimalText
import IMUProtocols
import Inertial
import JSONText
import Recordings

/// What a first pass over a capture found: which quantities come, and how the decoding went.
struct DecodedCapture {
  let capture: Capture
  let table: DecodedFile
  let streams: [SensorStream]
  let rows: Int
  let isTimed: Bool
  private let rate: Double?
  private let events: [[DecoderEvent]]

  init(_ capture: Capture, rate: Double?) throws {
    var content: SampleContent = []
    var rows = 0, isTimed = true
    var streams = try capture.run { _, decoded, stream in
      let sample = decoded.sample
      if sample.gyroscope.isFinite { content.insert(.rate) }
      if sample.accelerometer.isFinite { content.insert(.force) }
      if sample.magnetometer?.isFinite == true { content.insert(.field) }
      if decoded.orientation != nil { content.insert(.orientation) }
      let nominal = rate ?? stream.decoder.nominalRate
      if sample.deviceTime == nil, capture.start == nil, nominal == nil { isTimed = false }
      rows += 1
    }
    events = streams.indices.map { streams[$0].takeEvents() }
    let isField = streams.allSatisfy { $0.decoder.fieldUnit == .microtesla }
    self.capture = capture
    self.rate = rate
    self.streams = streams
    self.rows = rows
    self.isTimed = isTimed
    table = DecodedFile(content: content, fieldUnit: isField ? .microtesla : .arbitrary)
    if rows == 0 { try explainNothing() }
  }

  /// A second pass that gives each row its time [s] and the name of its sensor.
  func forEach(_ body: (DecodedSample, _ sensor: String, _ time: Double?) throws -> Void) throws {
    var clocks = capture.ports.map { _ in CaptureClock(start: capture.start) }
    _ = try capture.run { port, decoded, stream in
      let time = clocks[port].time(of: decoded, rate: rate ?? stream.decoder.nominalRate)
      try body(decoded, name(of: stream.sensors[decoded.sensor], port), time)
    }
  }

  private func name(of sensor: DecodedSensor, _ port: Int) -> String {
    let name = sensor.segment?.rawValue ?? (sensor.name.isEmpty ? "imu" : sensor.name)
    return capture.ports.count == 1 || sensor.segment != nil ? name : "\(capture.ports[port].name):\(name)"
  }

  /// Good lines without a unit or a column give no sample: that is no success.
  private func explainNothing() throws {
    for (port, events) in events.enumerated() {
      if let proposal = capture.proposal(ofPort: port), capture.ports[port].configuration.isEmpty {
        throw Failure(
          "columnsUnknown", "nobody says what the columns are: \(proposal.evidence.joined(separator: "; "))",
          exit: .dataRefused, file: capture.file,
          hint: "check this, write it into a file and name it with --device: \(proposal.deviceFile())"
            + proposal.questions.map { " (\($0))" }.joined())
      }
      for event in events {
        if case .unitsMissing(let units) = event { throw lacking("units", units) }
        if case .columnsMissing(let columns) = event { throw lacking("columns", columns) }
      }
    }
  }

  private func lacking(_ what: String, _ names: [String]) -> Failure {
    Failure(
      "\(what)Missing", "no samples: the \(what) \(names.joined(separator: ", ")) are not stated",
      exit: .dataRefused, field: "device", file: capture.file, hint: "state them in a file for --device")
  }

  // MARK: What came of it

  var json: JSONValue {
    .array(
      streams.indices.map { number in
        let port = capture.ports[number], counted = streams[number].decoder.statistics
        var types = JSONObject(), rejected = JSONObject()
        for type in counted.types {
          types[streams[number].decoder.name(ofFrameType: type.type)] = .integer(type.count)
        }
        for (reason, count) in streams[number].rejectedByReason {
          rejected[reason.rawValue] = .integer(count)
        }
        return .object([
          "port": .optional(port.name.isEmpty ? nil : port.name), "protocol": .string(port.spoken.name),
          "evidence": .optional(port.evidence), "bytes": .integer(counted.bytes),
          "bytes_in_frames": .integer(counted.bytesInFrames), "bytes_skipped": .integer(counted.bytesSkipped),
          "frames": .integer(counted.frames), "foreign": .integer(counted.foreignFrames),
          "types": .object(types), "messages": .array(messages(number).map { .string($0) }),
          "restarts": .integer(counted.restarts), "rejected": .object(rejected),
          "sensors": DeliveredSamples(streams[number], port: port.name).json,
        ])
      })
  }

  /// Why there is no row: what was expected of how many bytes, and what they look like.
  var nothing: String {
    streams.indices.map { number in
      let bytes = streams[number].decoder.statistics.bytes
      return "no frame of \(capture.ports[number].spoken.title) in \(bytes) bytes holds motion; "
        + "they look like this: \(capture.sentence(ofPort: number))"
    }.joined(separator: "; ")
  }

  /// A line on who spoke, one a sensor, one on what was left out.
  var text: String {
    streams.indices.map { number in
      let port = capture.ports[number]
      return (port.evidence ?? port.spoken.title) + "\n"
        + DeliveredSamples(streams[number], port: port.name).text
    }.joined()
  }

  /// The first texts that a device said beside its samples.
  private func messages(_ port: Int) -> [String] {
    Array(
      events[port].lazy.compactMap { event in
        switch event {
        case .message(let text), .header(let text), .description(let text): text
        default: nil
        }
      }.prefix(20))
  }
}
