import Inertial

/// The records of a port into samples: the same code for a live port and for its log, so both give the same samples.
///
/// Bytes before the first frame end after every opening are dropped: they may be the end of a frame, and the end of a
/// number looks like a number. A board that was seen to boot begins with a whole frame.
public struct SensorStream: Sendable {
  public private(set) var decoder: any SerialDecoder
  public private(set) var statistics = StreamStatistics()
  private let limits: PlausibilityLimits?
  private let now: (@Sendable () -> Int64)?
  private var gates: [PlausibilityGate] = []
  private var assemblies: [SampleAssembly] = []
  /// Samples of each sensor that are still to be passed over.
  private var unsettled: [Int] = []
  private var isSettling = false
  private var batch: [DecodedSample] = []

  /// `plausibility`: applied to frames that carry no check; nil lets everything through. `now`: host monotonic time
  /// [ns] of a live stream, asked after each sample was dealt with; without it no age is known.
  public init(
    decoder: any SerialDecoder, plausibility: PlausibilityLimits? = PlausibilityLimits(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    self.decoder = decoder
    limits = plausibility
    self.now = now
  }

  public var sensors: [DecodedSensor] { decoder.sensors }

  /// Rejected frames and samples by reason, only reasons that occurred.
  public var rejectedByReason: [(reason: RejectionReason, count: Int)] {
    RejectionReason.allCases
      .map { ($0, decoder.statistics.rejected($0) + statistics.implausible.rejected($0)) }
      .filter { $0.1 > 0 }
  }

  /// What the device said since the last call.
  public mutating func takeEvents() -> [DecoderEvent] { decoder.takeEvents() }

  public mutating func push(_ record: RawLogRecord, emit: (DecodedSample) -> Void) {
    switch record.content {
    case .received(let chunk): chunk.withUnsafeBytes { push($0, arrivalTime: record.time, emit: emit) }
    case .sent(let bytes): decoder.observe(sent: bytes)
    case .event(let event): take(event, emit)
    }
  }

  /// Bytes as they were read at host time `arrivalTime` [ns].
  public mutating func push(
    _ chunk: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    statistics.bytes += chunk.count
    statistics.chunks += 1
    statistics.largestChunk = max(statistics.largestChunk, chunk.count)
    statistics.firstChunk = statistics.firstChunk ?? arrivalTime
    statistics.lastChunk = arrivalTime
    let rest = isSettling ? settle(chunk) : chunk
    decode(emit) { decoder, emit in decoder.push(rest, arrivalTime: arrivalTime, emit: emit) }
  }

  /// End of input.
  public mutating func finish(emit: (DecodedSample) -> Void) {
    decode(emit) { decoder, emit in decoder.finish(emit: emit) }
    for sensor in gates.indices {
      var gate = gates[sensor]
      gate.finish { assemble($0, emit) }
      gates[sensor] = gate
      var assembly = assemblies[sensor]
      assembly.finish { deliver($0, emit) }
      assemblies[sensor] = assembly
    }
  }

  private mutating func take(_ event: PortEvent, _ emit: (DecodedSample) -> Void) {
    switch event {
    case .opened: isSettling = decoder.frameEnd != nil
    case .reconnected:
      statistics.reconnects += 1
      for sensor in unsettled.indices { unsettled[sensor] = decoder.unsettledSamples }
      isSettling = decoder.frameEnd != nil
    case .stalled: statistics.stalls += 1
    case .lost, .closed: finish(emit: emit)
    case .entered(.booted): isSettling = false
    case .resumed, .note, .entered, .failed, .mark, .gap, .placed: break
    }
  }

  /// The bytes behind the first frame end.
  private mutating func settle(_ chunk: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let end = chunk.firstIndex { $0 == decoder.frameEnd }
    let start = end.map { $0 + 1 } ?? chunk.count
    statistics.bytesBeforeStart += start
    isSettling = end == nil
    return UnsafeRawBufferPointer(rebasing: chunk[start...])
  }

  private mutating func decode(
    _ emit: (DecodedSample) -> Void,
    _ run: (inout any SerialDecoder, (DecodedSample) -> Void) -> Void
  ) {
    // Taken out of self for the call, so that the closure may write to it; capacity is kept.
    var batch = self.batch
    self.batch = []
    run(&decoder) { batch.append($0) }
    for sample in batch { judge(sample, emit) }
    batch.removeAll(keepingCapacity: true)
    self.batch = batch
  }

  private mutating func judge(_ sample: DecodedSample, _ emit: (DecodedSample) -> Void) {
    while statistics.sensors.count <= sample.sensor {
      statistics.sensors.append(
        SensorStatistics(nominalRate: decoder.nominalRate, counterValues: decoder.counterValues))
      unsettled.append(decoder.unsettledSamples)
      gates.append(PlausibilityGate(limits ?? PlausibilityLimits()))
      assemblies.append(SampleAssembly())
    }
    if unsettled[sample.sensor] > 0 {
      unsettled[sample.sensor] -= 1
      statistics.unsettled += 1
      return
    }
    if limits == nil || decoder.isChecked { return assemble(sample, emit) }
    var gate = gates[sample.sensor]
    gate.push(sample) {
      assemble($0, emit)
    } reject: {
      statistics.implausible.reject($0)
    }
    gates[sample.sensor] = gate
  }

  private mutating func assemble(_ sample: DecodedSample, _ emit: (DecodedSample) -> Void) {
    var assembly = assemblies[sample.sensor]
    assembly.push(sample) { deliver($0, emit) }
    assemblies[sample.sensor] = assembly
  }

  private mutating func deliver(_ assembled: DecodedSample, _ emit: (DecodedSample) -> Void) {
    var sample = assembled
    if statistics.sensors[sample.sensor].deadBand.take(sample.sample.gyroscope) {
      sample.marks.insert(.deadBand)
    }
    statistics.sensors[sample.sensor].take(sample)
    emit(sample)
    if let now { statistics.age.record(now() &- sample.sample.arrivalTime) }
  }
}
