import IMUProtocols

/// A port that was opened on its own, by detection or at once, on its way into a `PortSet`.
///
/// A class, because a list cannot own a loop: the loop is taken out once. It is handed from the thread that opened it to
/// the one that reads it, never used by two.
public final class OpenedPort: @unchecked Sendable {
  public let setup: PortSetup
  public let identity: PortIdentity
  private var loop: PortLoop?

  /// Opens the port now.
  public convenience init(_ setup: PortSetup, number: UInt8 = 0) throws(SerialPortError) {
    self.init(try PortLoop(setup, number: number), setup)
  }

  init(_ loop: consuming PortLoop, _ setup: PortSetup) {
    self.setup = setup
    identity = loop.address.identity
    self.loop = consume loop
  }

  func take() -> PortLoop? {
    var taken: PortLoop?
    swap(&taken, &loop)
    return taken
  }
}
