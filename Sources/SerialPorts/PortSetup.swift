/// All that a port is opened with.
public struct PortSetup: Sendable {
  public var source: PortSource
  public var settings: LineSettings
  public var patience: PortReader.Patience
  /// Sent after every opening, also after a reconnect.
  public var start: [PortCommand]
  /// Sent before closing.
  public var stop: [PortCommand]
  /// For a sensor that sends only when it is asked.
  public var poll: PortPoll?
  /// Where the names of ports are looked up.
  public var system: SystemRoot

  public init(
    _ source: PortSource, settings: LineSettings = LineSettings(),
    patience: PortReader.Patience = PortReader.Patience(), start: [PortCommand] = [],
    stop: [PortCommand] = [], poll: PortPoll? = nil, system: SystemRoot = SystemRoot()
  ) {
    self.source = source
    self.settings = settings
    self.patience = patience
    self.start = start
    self.stop = stop
    self.poll = poll
    self.system = system
  }
}
