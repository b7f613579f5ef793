/// Events that wait for `takeEvents`; beyond 256 the newest are left out, so that nobody has to listen.
struct EventList: Sendable {
  private var waiting: [DecoderEvent] = []
  private var said: Set<DecoderEvent> = []

  mutating func note(_ event: DecoderEvent) {
    if waiting.count < 256 { waiting.append(event) }
  }

  /// Only the first time, and only the first 64 such events.
  mutating func noteOnce(_ event: DecoderEvent) {
    if said.count < 64, said.insert(event).inserted { note(event) }
  }

  mutating func take() -> [DecoderEvent] {
    if waiting.isEmpty { return [] }
    defer { waiting = [] }
    return waiting
  }
}
