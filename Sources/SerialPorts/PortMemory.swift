import Glibc

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

/// The memory of detection: a small text file, one line a port: identity, protocol, speed, rate [mHz], separated by TABs.
///
/// It only saves time: a file that cannot be read is none, and a line that is not understood is left out.
public struct PortMemory: Sendable {
  public let path: String
  private var entries: [(identity: String, port: RememberedPort)] = []
  /// Ports beyond this are forgotten, the oldest first.
  private static let capacity = 200

  /// `flexion/ports` in the folder for things that may be lost: `XDG_CACHE_HOME`, else `~/.cache`; nil without a home.
  public static func path(environment: [String: String]) -> String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/flexion/ports" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/flexion/ports"
  }

  public init(path: String) {
    self.path = path
    guard let text = Self.contents(path) else { return }
    entries = text.split(separator: "\n").compactMap { Self.entry($0) }
  }

  public subscript(identity: PortIdentity) -> RememberedPort? {
    entries.last { $0.identity == identity.text }?.port
  }

  /// Keeps what was found; written beside the file and renamed. False when the folder cannot be written.
  @discardableResult
  public mutating func remember(_ port: RememberedPort, for identity: PortIdentity) -> Bool {
    guard !identity.text.contains(where: { $0 == "\t" || $0.isNewline }) else { return false }
    entries.removeAll { $0.identity == identity.text }
    entries.append((identity.text, port))
    entries = entries.suffix(Self.capacity)
    return write()
  }

  private static func entry(_ line: Substring) -> (identity: String, port: RememberedPort)? {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard words.count == 4, let baud = Int(words[2]), (50...20_000_000).contains(baud), !words[1].isEmpty
    else { return nil }
    let rate = Int(words[3]).map { Double($0) / 1000 }
    return (String(words[0]), RememberedPort(protocolName: String(words[1]), baud: baud, rate: rate))
  }

  private static func line(_ identity: String, _ port: RememberedPort) -> String {
    let rate =
      port.rate.flatMap { $0.isFinite && abs($0) < 1e9 ? String(Int(($0 * 1000).rounded())) : nil } ?? ""
    return "\(identity)\t\(port.protocolName)\t\(port.baud)\t\(rate)\n"
  }

  private static func contents(_ path: String) -> String? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let owned = OwnedDescriptor(number)
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(owned.number, &room, room.count), count > 0, bytes.count < 1 << 20 {
      bytes += room[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write() -> Bool {
    var folder = ""
    for part in path.parentFolder.split(separator: "/") {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    let temporary = "\(path).\(getpid()).tmp"
    let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { return false }
    let text = entries.map { Self.line($0.identity, $0.port) }.joined()
    let bytes = Array(text.utf8)
    let owned = OwnedDescriptor(number)
    let isWhole = Glibc.write(owned.number, bytes, bytes.count) == bytes.count
    guard isWhole, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}
