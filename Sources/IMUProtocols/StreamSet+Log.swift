extension StreamSet {
  /// For the ports of a raw log, as they were live. nil for a decoder that this program does not have, or a
  /// configuration that it cannot read.
  public init?(
    header: RawLogHeader, plausibility: PlausibilityLimits? = PlausibilityLimits(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    var ports: [Port] = []
    for port in header.ports {
      guard let decoder = SerialDecoders.make(port.decoder, configuration: port.configuration) else {
        return nil
      }
      ports.append(Port(name: port.path, decoder: decoder, baud: port.baud, segments: port.segments))
    }
    self.init(ports: ports, plausibility: plausibility, now: now)
  }
}

extension RawLogHeader.Port {
  /// The speed that `line` begins with.
  public var baud: Int? { line.split(separator: " ").first.flatMap { Int($0) } }
}
