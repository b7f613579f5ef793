/// Where bytes of a device come from.
public enum PortSource: Hashable, Sendable {
  /// A serial port or pseudo terminal, or a link to one.
  case serial(path: String)
  /// A program that passes a device on.
  case tcp(host: String, port: UInt16)
  case standardInput

  /// As people write it: a path, `tcp:HOST:PORT`, or `-`. Throws `notAnAddress` for a `tcp:` without host or port.
  public init(_ text: String) throws(SerialPortError) {
    guard text != "-" else {
      self = .standardInput
      return
    }
    guard text.hasPrefix("tcp:") else {
      self = .serial(path: text)
      return
    }
    let address = text.dropFirst(4)
    guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]),
      port > 0, colon > address.startIndex
    else { throw .notAnAddress(text) }
    var host = address[..<colon]
    // IPv6 in brackets: tcp:[::1]:7000
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { throw .notAnAddress(text) }
    self = .tcp(host: String(host), port: port)
  }

  public var text: String {
    switch self {
    case .serial(let path): path
    case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
    case .standardInput: "-"
    }
  }

  /// Whether it may come back after it was lost.
  public var mayReturn: Bool { self != .standardInput }
  /// Whether it has a speed.
  public var hasSpeed: Bool { if case .serial = self { true } else { false } }
}
