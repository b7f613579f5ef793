import Foundation
import JSONText
import SerialPorts
import Synchronization

/// `ports`: every serial port, what speaks there, or why it is not used.
enum PortsVerb {
  static func run(_ call: Invocation) throws -> Answer {
    let request = call.request
    if request.has("probe"), request.has("no-probe") {
      throw Failure(
        "contradiction", "--probe and --no-probe contradict each other", exit: .usage, field: "probe")
    }
    try checkRate(request)
    let system = SystemRoot(request.text("root") ?? "")
    let listing = PortListing(system, builtIn: request.has("built-in"))
    let named = request.arguments
    let paths = named.isEmpty ? listing.ports.map(\.lastingPath) : named
    StopSignal.watch()
    let memory = Memory(call)
    let ports =
      request.has("list")
      ? paths.map { ExaminedPort($0, listing.port(at: $0)) }
      : listen(
        paths, listing, memory, probes: !request.has("no-probe"), scan: scan(request),
        rate: request.number("rate"))
    memory.keep(ports)
    for port in ports { try judgeRate(of: port, call.console) }
    let facts = named.isEmpty ? PortFact.all(of: listing) : []
    return answer(ports, facts, isNamed: !named.isEmpty)
  }

  private static func checkRate(_ request: Request) throws {
    guard request.has("rate") else { return }
    if request.arguments.count != 1 {
      throw UsageError.contradiction(
        "--rate needs exactly one PORT", hint: "`flexion ports` lists them; name the one that is meant")
    }
    for flag in ["no-probe", "list"] where request.has(flag) {
      throw UsageError.contradiction("--rate and --\(flag) contradict each other", hint: "leave one out")
    }
  }

  /// A rate that was refused ends the run; one without effect is only told.
  private static func judgeRate(of port: ExaminedPort, _ console: Console) throws {
    guard let check = try port.rateSetting?.mapError({ Faults.failure($0).naming(port.path) }).get(),
      !check.hasEffect
    else { return }
    let found = check.measured.map { "still sends at \(PrintedPort.hertz($0))" } ?? "sends nothing now"
    console.warn(
      "\(port.path): asked for \(PrintedPort.hertz(check.asked)), the sensor \(found)",
      code: "rateWithoutEffect")
  }

  private static func scan(_ request: Request) -> Bool? {
    switch request.text("scan") {
    case "always": true
    case "never": false
    default: nil
    }
  }

  /// All at once: the slowest port decides how long it takes.
  private static func listen(
    _ paths: [String], _ listing: PortListing, _ memory: Memory, probes: Bool, scan: Bool?,
    rate: Double?
  ) -> [ExaminedPort] {
    let found = Mutex([ExaminedPort?](repeating: nil, count: paths.count))
    let group = DispatchGroup()
    for (place, path) in paths.enumerated() {
      group.enter()
      Thread.detachNewThread {
        let listed = listing.port(at: path)
        let plan = DetectionPlan(
          scansSpeeds: scan, probes: probes, remembered: memory.entry(for: path, listed))
        let port = ExaminedPort(
          listening: path, listed, plan, system: listing.system, rate: rate,
          shouldStop: { StopSignal.received != nil }, recognize: Recognition.ofKnownProtocols)
        found.withLock { $0[place] = port }
        group.leave()
      }
    }
    group.wait()
    return found.withLock { $0.compactMap(\.self) }
  }

  /// What was found on the ports before; without a home there is no memory.
  private struct Memory: Sendable {
    private let path: String?
    private let memory: PortMemory?

    init(_ call: Invocation) {
      path = PortMemory.path(environment: call.environment)
      memory = path.map { PortMemory(path: $0) }
    }

    func entry(for path: String, _ listed: ListedPort?) -> RememberedPort? {
      memory?[listed?.identity ?? .name(path)]
    }

    func keep(_ ports: [ExaminedPort]) {
      guard var memory else { return }
      for port in ports {
        guard case .found(let report) = port.use, let match = report.match,
          let name = match.recognition?.protocolName
        else { continue }
        let rate = PrintedPort(port).rate
        memory.remember(
          RememberedPort(protocolName: name, baud: match.baud ?? 0, rate: rate),
          for: port.identity)
      }
    }
  }

  private static func answer(_ ports: [ExaminedPort], _ facts: [PortFact], isNamed: Bool) -> Answer {
    let findings = facts.map(\.finding)
    var text = ports.map { PrintedPort($0).text }.joined(separator: "\n")
    let remarks = findings.filter { $0.level != .ok }
    if !remarks.isEmpty { text += (text.isEmpty ? "" : "\n") + remarks.map(\.line).joined() }
    if ports.isEmpty, remarks.isEmpty { text = "no serial port\n" }
    return Answer(
      text: text,
      json: [
        "ports": .array(ports.map { .object(PrintedPort($0).json) }),
        "findings": .array(findings.map { .object($0.json) }),
      ],
      lines: ports.map { .object(PrintedPort($0).json) },
      exit: isNamed ? ExitCode.worst(ports.map { PrintedPort($0).exit }) : .done)
  }
}
