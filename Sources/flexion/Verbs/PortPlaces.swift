import IMUProtocols
import Inertial
import SerialPorts

/// Where the sensors of a session sit: as `--map` says, else as remembered of these ports, else by their order.
struct PortPlaces {
  private let wishes: PortWishes
  private let console: Console
  private var memory: SensorPlaces?

  init(_ wishes: PortWishes, _ call: Invocation) {
    self.wishes = wishes
    console = call.console
    memory = SensorPlaces.path(environment: call.environment).map { SensorPlaces(path: $0) }
  }

  /// Fills in the places of all ports; what `--map` says is remembered.
  mutating func place(_ ports: inout [LivePort]) {
    for number in ports.indices {
      let stated = wishes.segments(of: ports[number].path)
      let known = ports[number].memoryKey.flatMap { memory?[$0] } ?? [:]
      if !stated.isEmpty {
        ports[number].segments = stated
        if let key = ports[number].memoryKey { memory?.keep(stated, for: key) }
      } else if !known.isEmpty {
        ports[number].segments = known
        console.note(
          "\(ports[number].path): as last time, \(Self.words(known)); --map or --wiggle changes it",
          code: "places")
      } else if ports.count == 2 {
        ports[number].segments = ["": number == 0 ? .thigh : .shank]
      }
    }
    settleTwo(&ports)
  }

  /// What `--map` says of the ports of a log; the rest is as the log says, and nothing is remembered.
  func state(_ ports: inout [LivePort]) {
    for number in ports.indices {
      ports[number].segments.merge(wishes.segments(of: ports[number].path)) { $1 }
    }
  }

  /// What a movement showed.
  mutating func keep(_ places: [String: BodySegment], of port: LivePort) {
    guard let key = port.memoryKey else { return }
    let known = (memory?[key] ?? [:]).merging(places) { $1 }
    memory?.keep(known, for: key)
  }

  /// Two ports cannot both be the thigh's: the one of which nothing was remembered is the other's.
  private func settleTwo(_ ports: inout [LivePort]) {
    guard ports.count == 2, let first = ports[0].segments[""], first == ports[1].segments[""] else { return }
    let isFirstKnown = !(ports[0].memoryKey.flatMap { memory?[$0] } ?? [:]).isEmpty
    ports[isFirstKnown ? 1 : 0].segments[""] = first == .thigh ? .shank : .thigh
  }

  private static func words(_ places: [String: BodySegment]) -> String {
    places.sorted { $0.key < $1.key }.map { name, segment in
      name.isEmpty ? "the \(segment.rawValue)" : "\(name) is the \(segment.rawValue)"
    }.joined(separator: ", ")
  }
}
