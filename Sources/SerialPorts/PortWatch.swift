/// Notices ports that vanish soon after they appeared: another program has taken the device.
public struct PortWatch: Sendable {
  /// A port that lives shorter [ns] was taken away and not pulled out.
  static let shortLife: Int64 = 1_500_000_000

  /// Since when each path is there [ns]; ports of the first look were there before.
  private var since: [String: Int64?] = [:]
  private var isFirst = true
  /// Paths that vanished, with how long they had been there [ns].
  public private(set) var vanished: [(path: String, life: Int64)] = []

  public init() {}

  /// Takes the paths that are there at host time `time` [ns].
  public mutating func look(_ paths: [String], at time: Int64) {
    for (path, start) in since where !paths.contains(path) {
      since[path] = nil
      if let start, time - start < Self.shortLife { vanished.append((path, time - start)) }
    }
    for path in paths where since[path] == nil { since[path] = .some(isFirst ? nil : time) }
    isFirst = false
  }

  /// What is said when a port lived that short.
  static func note(life: Int64) -> String {
    "the port vanished \(life / 1_000_000) ms after it was opened; if it was not pulled out, brltty may have taken it "
      + "(sudo apt remove brltty)"
  }
}
