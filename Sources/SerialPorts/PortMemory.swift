/// What was found on a port the last time.
public struct RememberedPort: Hashable, Sendable {
  public var protocolName: String
  /// [baud]
  public var baud: Int
  /// [Hz]; nil when it was not known.
  public var rate: Double?

  public init(protocolName: String, baud: Int, rate: Double? = nil) {
    self.protocolName = protocolName
    self.baud = baud
    self.rate = rate
  }
}

/// The memory of detection: identity, protocol, speed, rate [mHz] of each port. It only saves time: a line that is not
/// understood is none.
public struct PortMemory: Sendable {
  private var table: IdentityTable

  /// `flexion/ports` in the folder for things that may be lost: `XDG_CACHE_HOME`, else `~/.cache`; nil without a home.
  public static func path(environment: [String: String]) -> String? {
    IdentityTable.path("ports", in: "XDG_CACHE_HOME", orHome: ".cache", environment)
  }

  public init(path: String) { table = IdentityTable(path: path) }

  public var path: String { table.path }

  public subscript(identity: PortIdentity) -> RememberedPort? {
    guard identity.isLasting, let words = table[identity.text], words.count == 3, let baud = Int(words[1]),
      (50...20_000_000).contains(baud), !words[0].isEmpty
    else { return nil }
    let rate = Int(words[2]).map { Double($0) / 1000 }
    return RememberedPort(protocolName: words[0], baud: baud, rate: rate)
  }

  /// Keeps what was found; not for an identity that may be another device's tomorrow. False when it is not kept, or the
  /// folder cannot be written.
  @discardableResult
  public mutating func remember(_ port: RememberedPort, for identity: PortIdentity) -> Bool {
    guard identity.isLasting else { return false }
    let rate =
      port.rate.flatMap { $0.isFinite && abs($0) < 1e9 ? String(Int(($0 * 1000).rounded())) : nil } ?? ""
    return table.set([port.protocolName, "\(port.baud)", rate], for: identity.text)
  }
}
