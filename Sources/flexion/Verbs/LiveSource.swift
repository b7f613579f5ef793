import Glibc
import IMUProtocols
import Inertial
import Recordings
import SerialPorts

/// Where the records of a session come from: ports, a raw log that is replayed, or the bytes of another program's capture.
struct LiveSource: ~Copyable {
  let ports: [LivePort]
  /// Goes as fast as possible.
  let isReplay: Bool
  /// The raw log is there already.
  let isLog: Bool
  /// Remembers where sensors sit.
  private(set) var places: PortPlaces
  private var log: RawLogDecoder?
  private var capture: TimedCapture?
  /// Empty for a replay.
  private var set: PortSet
  private var inputEnded = false

  init(_ paths: [String], _ call: Invocation) throws {
    let isLog = paths.count == 1 && paths[0] != "-" && RawLogFile.isRawLog(paths[0])
    let log = isLog ? try RawLogFile.records(of: paths[0]) : nil
    let isCapture = paths.count == 1 && !isLog && CaptureFile.isCapture(paths[0])
    let capture = isCapture ? try TimedCapture(call) : nil
    let isReplay = isLog || isCapture
    var set = try PortSet(capacity: isReplay ? 0 : paths.count)
    let wishes = try PortWishes(call.request)
    var opening = PortOpening(wishes, call)
    var ports =
      try log.map { try Self.ports(of: $0.header, paths[0]) } ?? capture.map { [$0.port] }
      ?? opening.open(paths, into: &set)
    var places = PortPlaces(wishes, call)
    if isReplay { places.state(&ports) } else { places.place(&ports) }
    if let log, log.hasLostPlaces, ports.contains(where: { $0.segments.isEmpty }) {
      call.console.warn(
        "\(paths[0]): the log's header is damaged: where the sensors sat is lost, process --map says it",
        code: "placesLost")
    }
    self.places = places
    self.isReplay = isReplay
    self.isLog = isLog
    self.capture = capture
    self.log = log
    self.ports = ports
    self.set = set
  }

  var streamPorts: [StreamSet.Port] { ports.map(\.streamPort) }

  /// A movement showed where a sensor sits.
  mutating func keep(_ segment: BodySegment, of sensor: PlacedSensor) {
    places.keep([sensor.name: segment], of: ports[sensor.port])
  }

  /// The first port that was lost and did not come back.
  var lostPort: String? {
    if isReplay { return nil }
    for number in ports.indices where set.state(of: number) == .failed { return ports[number].path }
    return nil
  }

  var isFinished: Bool { isReplay ? inputEnded : set.isFinished }

  /// Ends the reading. What a port had read before is still to be taken.
  mutating func close() { set.close() }

  /// The next record; nil when nothing came within `timeout` [ms] or nothing more will come.
  mutating func next(timeout: Int32) throws -> RawLogRecord? {
    if !isReplay { return try set.next(timeout: timeout) }
    let record = capture?.next() ?? log?.next()
    if record == nil { inputEnded = true }
    return record
  }

  private static func ports(of header: RawLogHeader, _ path: String) throws -> [LivePort] {
    try header.ports.map { port in
      let decoder = try RawLogFile.decoder(of: port, path)
      return LivePort(
        path: port.path, identity: port.identity, line: port.line, baud: port.baud,
        decoderName: port.decoder, configuration: port.configuration, decoder: decoder,
        segments: port.segments)
    }
  }
}
