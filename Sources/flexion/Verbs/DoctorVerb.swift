import Foundation
import JSONText
import SerialPorts

/// `doctor`: what of the surroundings may stand in the way, a line a finding.
enum DoctorVerb {
  static func run(_ call: Invocation) throws -> Answer {
    let system = SystemRoot(call.request.text("root") ?? "")
    let findings =
      Surroundings.build() + StoreCheckup(call).findings + Surroundings.clock()
      + ports(system, watching: call.request.number("watch"))
      + Surroundings.language(call.environment) + Surroundings.terminal(call.environment)
      + Surroundings.configuration(call) + LeftoverFiles(call).findings
    let counts = [Finding.Level.ok, .warn, .fail].map { level in findings.count { $0.level == level } }
    let summary = "\(counts[0]) ok, \(counts[1]) to look at, \(counts[2]) failed\n"
    return Answer(
      text: findings.map(\.line).joined() + summary,
      json: [
        "findings": .array(findings.map { .object($0.json) }),
        "summary": .object([
          "ok": .integer(counts[0]), "warn": .integer(counts[1]), "fail": .integer(counts[2]),
        ]),
      ],
      lines: findings.map { .object($0.json) },
      exit: ExitCode.worst(findings.filter { $0.level == .fail }.map(\.exit)))
  }

  /// Every port a line, then what is to be known about them.
  private static func ports(_ system: SystemRoot, watching seconds: Double?) -> [Finding] {
    let vanished = seconds.map { watch(system, for: $0) } ?? []
    let listing = PortListing(system)
    let listed = listing.ports.map { port in
      let words = [port.kind.rawValue, port.usb?.text, port.usb?.name, port.rights?.text].compactMap(\.self)
      return Finding("ports", .ok, "port", "\(port.lastingPath): \(words.joined(separator: ", "))")
    }
    return listed + (vanished + PortFact.all(of: listing)).map(\.finding)
  }

  /// Ports that vanish soon after they appear within so many seconds.
  private static func watch(_ system: SystemRoot, for seconds: Double) -> [PortFact] {
    StopSignal.watch()
    var watch = PortWatch()
    let end = HostClock.monotonic() + Int64(seconds * 1e9)
    while HostClock.monotonic() < end, StopSignal.received == nil {
      let paths = PortListing(system, holders: false).ports.filter { $0.rights != nil }.map(\.path)
      watch.look(paths, at: HostClock.monotonic())
      usleep(50_000)
    }
    return watch.vanished.map { .vanished(path: $0.path, milliseconds: Int($0.life / 1_000_000)) }
  }
}
