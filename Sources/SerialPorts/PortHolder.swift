import Glibc

/// A program that has a port open.
public struct PortHolder: Hashable, Sendable {
  public let process: Int32
  /// "screen"; nil when the system does not tell.
  public let program: String?

  /// "screen (process 812)"
  public var text: String { program.map { "\($0) (process \(process))" } ?? "process \(process)" }

  init(process: Int32, _ system: SystemRoot = SystemRoot()) {
    self.process = process
    program = system.text("/proc/\(process)/comm")
  }

  /// Programs by the path of the port: by open descriptors, and by the lock files that older programs leave.
  static func all(of paths: [String], _ system: SystemRoot) -> [String: [PortHolder]] {
    var found: [String: [PortHolder]] = [:]
    let nodes = Dictionary(
      paths.map { (SystemRoot().resolved($0) ?? $0, $0) }, uniquingKeysWith: { first, _ in first })
    for process in (system.names("/proc") ?? []).compactMap({ Int32($0) }) where process != getpid() {
      let folder = "/proc/\(process)/fd"
      let open = Set((system.names(folder) ?? []).compactMap { system.link("\(folder)/\($0)") })
      for node in open {
        if let path = nodes[node] ?? nodes[system.path(node)] {
          found[path, default: []].append(PortHolder(process: process, system))
        }
      }
    }
    for path in paths {
      guard let process = locker(of: path.lastComponent, system),
        found[path]?.contains(where: { $0.process == process }) != true
      else { continue }
      found[path, default: []].append(PortHolder(process: process, system))
    }
    return found
  }

  /// The living process of /run/lock/LCK..ttyUSB0.
  private static func locker(of name: String, _ system: SystemRoot) -> Int32? {
    for folder in ["/run/lock", "/var/lock"] {
      guard let text = system.text("\(folder)/LCK..\(name)"),
        let process = text.split(whereSeparator: \.isWhitespace).first.flatMap({ Int32($0) }),
        system.exists("/proc/\(process)")
      else { continue }
      return process
    }
    return nil
  }

  /// Processes by the names of their programs.
  static func running(_ programs: Set<String>, _ system: SystemRoot) -> [PortHolder] {
    (system.names("/proc") ?? []).compactMap { Int32($0) }.map { PortHolder(process: $0, system) }
      .filter { $0.program.map(programs.contains) ?? false }
  }
}
