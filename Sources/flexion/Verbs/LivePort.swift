import Foundation
import IMUProtocols
import Inertial
import SerialPorts

/// One port of a session: how it is read again from its log.
struct LivePort {
  /// As the user named it.
  var path: String
  /// What stays the same when the device is plugged in again; empty when unknown.
  var identity = ""
  /// The identity and the protocol, by which places are remembered; nil for a name that may be anybody's.
  var memoryKey: String?
  /// "115200 8N1"; empty where there is no line.
  var line = ""
  /// [baud]; nil where there is no line.
  var baud: Int?
  var decoderName: String
  /// In the decoder's own words; empty for none.
  var configuration = ""
  var decoder: any SerialDecoder
  /// Rows of which nobody says what their columns are: what they look like.
  var proposal: ColumnProposal?
  /// Where its sensors sit, by their name on the wire.
  var segments: [String: BodySegment] = [:]

  var streamPort: StreamSet.Port {
    StreamSet.Port(name: path, decoder: decoder, baud: baud, segments: segments)
  }

  /// The part of a raw log's header that is about this port.
  var described: RawLogHeader.Port {
    RawLogHeader.Port(
      path: path, identity: identity, line: line, decoder: decoderName, configuration: configuration,
      segments: segments)
  }
}

/// What the user says about the devices at the ports: `--protocol`, `--device`, `--baud`, `--map`.
struct PortWishes {
  let protocolName: String?
  let device: DeviceConfiguration?
  let baud: Int?
  let probes: Bool
  /// How long a lost port is waited for [s].
  let patience: Double
  private let places: [(key: String, segment: BodySegment)]

  init(_ request: Request) throws {
    protocolName = request.text("protocol")
    device = try request.text("device").map { [protocolName] in try DeviceFile.read($0, stated: protocolName)
    }
    baud = request.integer("baud") ?? device?.baud
    probes = !request.has("no-probe")
    patience = request.number("wait") ?? PortOpening.patience
    places = try request.list("map").map(Self.place)
    try Self.checkPlaces(places)
    if let name = protocolName, SerialProtocol.named(name) == nil {
      throw Failure(
        "unknownProtocol", "no protocol `\(name)`", exit: .usage, field: "protocol",
        hint: "known are " + SerialDecoders.names.joined(separator: ", "))
    }
    if let name = protocolName, let described = device?.protocolName, name != described {
      throw Failure(
        "contradiction", "--protocol says \(name), the device file \(described)", exit: .usage,
        field: "protocol")
    }
  }

  /// The protocol, where it is not to be found out.
  var stated: SerialProtocol? {
    protocolName.flatMap(SerialProtocol.named) ?? (device == nil ? nil : device?.spoken)
  }

  /// Sensors that are silent until they are asked: the ids of `--map` are their addresses.
  func addresses(for spoken: SerialProtocol) -> String {
    guard spoken.name == "witmotion_modbus", !places.isEmpty else { return "" }
    let pairs = places.map { "\"\($0.key)\":\"\($0.segment.rawValue)\"" }
    return "{\"sensors\":{\(pairs.joined(separator: ","))}}"
  }

  /// What `--map` says of the sensors of a port: by their name, by the port's for an only sensor, or by both; "imu" is
  /// what a sensor without a name is called in a log.
  func segments(of path: String) -> [String: BodySegment] {
    var segments: [String: BodySegment] = [:]
    for (key, segment) in places {
      if key == path || key == path + ":imu" {
        segments[""] = segment
      } else if key.hasPrefix(path + ":") {
        segments[String(key.dropFirst(path.count + 1))] = segment
      } else {
        segments[key] = segment
      }
    }
    return segments
  }

  /// A leg has one thigh and one shank.
  private static func checkPlaces(_ places: [(key: String, segment: BodySegment)]) throws {
    for (number, place) in places.enumerated() {
      guard let other = places[..<number].first(where: { $0.segment == place.segment && $0.key != place.key })
      else { continue }
      throw UsageError.contradiction(
        "`\(other.key)` and `\(place.key)` cannot both sit on the \(place.segment.rawValue)",
        hint: "a leg has one sensor on each of its segments")
    }
  }

  private static func place(_ text: String) throws -> (key: String, segment: BodySegment) {
    // The last sign, because paths may hold one.
    let cut = text.lastIndex(of: "=") ?? text.endIndex
    let place = text[cut...].dropFirst()
    let segment = place.split(separator: "_").first.flatMap { BodySegment(rawValue: String($0)) }
    guard let segment, [.thigh, .shank].contains(segment) else {
      throw Failure(
        "invalidPlace", "`\(text)` names no place of a knee", exit: .usage, field: "map",
        hint: "write --map ID=thigh or --map ID=shank, with the sensor's id or the port")
    }
    return (String(text[..<cut]), segment)
  }
}
