import Inertial

/// Joins what a device sends in messages of their own: the newest field and orientation of a sensor go with its next
/// sample of rate and force, each once.
///
/// A sensor that sends no rate and force is its own source: its orientations pass, and its field goes with them. Which of
/// the two it is shows within the first messages; those wait until then.
struct SampleAssembly: Sendable {
  private enum Carrier { case unknown, motion, orientation, field }

  private var carrier = Carrier.unknown
  private var waiting: [DecodedSample] = []
  private var field: DecodedSample?
  private var orientation: DecodedSample?
  /// Messages since the last one that others are joined to.
  private var sinceCarrier = 0

  /// Messages without rate and force before they count as a source of their own.
  private static let patience = 16
  /// Rate and force may be so many times slower than the other messages.
  private static let ratio = 64

  mutating func push(_ sample: DecodedSample, emit: (DecodedSample) -> Void) {
    if sample.hasMotion { return take(sample, as: .motion, emit) }
    switch carrier {
    case .unknown: wait(sample, emit)
    case .motion:
      keep(sample)
      sinceCarrier += 1
      if sinceCarrier > Self.ratio { carrier = .unknown }
    case .orientation:
      if sample.orientation == nil { keep(sample) } else { take(sample, as: .orientation, emit) }
    case .field:
      take(sample, as: sample.orientation == nil ? .field : .orientation, emit)
    }
  }

  /// End of a stretch: what still waits was no part of anything.
  mutating func finish(emit: (DecodedSample) -> Void) {
    if carrier == .unknown { settle(emit) }
    self = SampleAssembly()
  }

  private mutating func wait(_ sample: DecodedSample, _ emit: (DecodedSample) -> Void) {
    waiting.append(sample)
    if waiting.count >= Self.patience { settle(emit) }
  }

  /// No rate and force came: the messages are samples themselves.
  private mutating func settle(_ emit: (DecodedSample) -> Void) {
    let samples = waiting
    waiting.removeAll(keepingCapacity: true)
    carrier = samples.contains { $0.orientation != nil } ? .orientation : .field
    for sample in samples { push(sample, emit: emit) }
  }

  private mutating func keep(_ sample: DecodedSample) {
    if sample.orientation != nil { orientation = sample }
    if sample.sample.magnetometer != nil { field = sample }
  }

  private mutating func take(
    _ sample: DecodedSample, as kind: Carrier, _ emit: (DecodedSample) -> Void
  ) {
    for early in waiting { keep(early) }
    waiting.removeAll(keepingCapacity: true)
    (carrier, sinceCarrier) = (kind, 0)
    emit(joined(sample))
  }

  private mutating func joined(_ sample: DecodedSample) -> DecodedSample {
    if field == nil, orientation == nil { return sample }
    var joined = sample
    if let field, field.segment == sample.segment, sample.sample.magnetometer == nil {
      joined.sample.magnetometer = field.sample.magnetometer
      joined.marks.formUnion(field.marks.intersection([.fieldSaturated]))
    }
    if let orientation, orientation.segment == sample.segment, sample.orientation == nil {
      joined.orientation = orientation.orientation
      joined.marks.formUnion(orientation.marks.intersection([.repaired]))
    }
    (field, orientation) = (nil, nil)
    return joined
  }
}
