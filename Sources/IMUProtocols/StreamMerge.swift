/// The samples of several ports in order of time, as far as bounded waiting allows.
///
/// A sample goes when every other live port has reached its time, or when it has waited for 50 ms of record time; a port
/// whose clock is still being learned is waited for a little longer.
struct StreamMerge: Sendable {
  private struct Lane: Sendable {
    var samples: [(sample: TimedSample, since: Int64)] = []
    /// Samples before this place are gone.
    var first = 0
    /// Host time of the newest sample [ns].
    var reached = Int64.min
    /// Data are expected: it has delivered, and did not stall, vanish or close since.
    var isLive = false
  }

  private var lanes: [Lane]
  private static let patience: Int64 = 50_000_000

  init(ports: Int) { lanes = (0..<ports).map { _ in Lane() } }

  mutating func append(_ sample: TimedSample, _ port: Int, at time: Int64) {
    lanes[port].samples.append((sample, time))
    lanes[port].reached = max(lanes[port].reached, sample.hostTime)
    lanes[port].isLive = true
  }

  mutating func take(_ event: PortEvent, _ port: Int) {
    switch event {
    case .stalled, .lost, .closed, .failed: lanes[port].isLive = false
    default: break
    }
  }

  /// The next sample that may go at record time `now` [ns]; nil for the time: at the end all go.
  mutating func next(at now: Int64?, isHolding: (Int) -> Bool) -> TimedSample? {
    guard let port = earliest else { return nil }
    let head = lanes[port].samples[lanes[port].first]
    if let now {
      for other in lanes.indices where other != port {
        let isHeld = isHolding(other)
        guard lanes[other].isLive || isHeld, lanes[other].reached < head.sample.hostTime else { continue }
        let patience = Self.patience + (isHeld ? ClockMap.settling : 0)
        if now &- head.since < patience { return nil }
      }
    }
    lanes[port].first += 1
    if lanes[port].first == lanes[port].samples.count {
      lanes[port].samples.removeAll(keepingCapacity: true)
      lanes[port].first = 0
    } else if lanes[port].first >= max(1024, lanes[port].samples.count / 2) {
      lanes[port].samples.removeFirst(lanes[port].first)
      lanes[port].first = 0
    }
    return head.sample
  }

  /// Samples that wait.
  var count: Int { lanes.reduce(0) { $0 + $1.samples.count - $1.first } }

  private var earliest: Int? {
    var found: Int?
    var time = Int64.max
    for port in lanes.indices where lanes[port].first < lanes[port].samples.count {
      let head = lanes[port].samples[lanes[port].first].sample.hostTime
      if found == nil || head < time { (found, time) = (port, head) }
    }
    return found
  }
}
