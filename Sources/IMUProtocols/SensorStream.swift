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
  /// Rejections by each gate.
  private var implausible: [UInt32] = []
  private var assemblies: [SampleAssembly] = []
  /// Samples of each sensor that are still to be passed over.
  private var unsettled: [Int] = []
  private var isSettling = false
  private var start = StreamStart()
  /// Bytes given to the decoder, and the frames among them that were not plausible.
  private var recent = RecentBytes()
  private var rejectedSamples = RejectedFrames()
  /// Where the last of those frames began: a row may hold several samples.
  private var lastImplausible = -1
  /// Losses of the port and returns to it.
  private(set) var losses: UInt32 = 0
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

  /// What has happened on the port so far.
  var incidents: StreamIncidents {
    var incidents = StreamIncidents()
    note(decoder.statistics.incidents, &incidents)
    return incidents
  }

  public var sensors: [DecodedSensor] { decoder.sensors }

  /// Rejected frames and samples by reason, only reasons that occurred.
  public var rejectedByReason: [(reason: RejectionReason, count: Int)] {
    RejectionReason.allCases
      .map { ($0, decoder.statistics.rejected($0) + statistics.implausible.rejected($0)) }
      .filter { $0.1 > 0 }
  }

  /// The last rejected frames, those with implausible samples among them; oldest first.
  public var rejectedFrames: [RejectedFrames.Entry] {
    let all = decoder.rejected.entries + rejectedSamples.entries
    return Array(all.sorted { $0.arrivalTime < $1.arrivalTime }.suffix(RejectedFrames.capacity))
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
    guard isSettling else {
      return decode(chunk, emit) { decoder, emit in decoder.push(chunk, arrivalTime: arrivalTime, emit: emit)
      }
    }
    start.take(chunk, decoder)
    isSettling = start.isOpen
    if start.isOpen { return }
    statistics.bytesBeforeStart += start.dropped
    let rest = start.takeRest()
    rest.withUnsafeBytes { rest in
      decode(rest, emit) { decoder, emit in decoder.push(rest, arrivalTime: arrivalTime, emit: emit) }
    }
  }

  /// End of input.
  public mutating func finish(emit: (DecodedSample) -> Void) {
    statistics.bytesBeforeStart += start.dropRest()
    decode(UnsafeRawBufferPointer(start: nil, count: 0), emit) { decoder, emit in decoder.finish(emit: emit) }
    withGates { stream, gates in
      for sensor in gates.indices {
        gates[sensor].finish { stream.assemble($0, emit) }
        stream.withAssemblies { stream, assemblies in
          assemblies[sensor].finish { stream.deliver($0, emit) }
        }
      }
    }
  }

  private mutating func take(_ event: PortEvent, _ emit: (DecodedSample) -> Void) {
    switch event {
    case .opened: settle()
    case .reconnected:
      statistics.reconnects += 1
      losses &+= 1
      for sensor in unsettled.indices { unsettled[sensor] = decoder.unsettledSamples }
      settle()
    case .stalled: statistics.stalls += 1
    case .lost:
      finish(emit: emit)
      losses &+= 1
    case .closed: finish(emit: emit)
    case .entered(.booted):
      statistics.bytesBeforeStart += start.dropRest()
      isSettling = false
    case .resumed, .note, .entered, .failed, .mark, .gap, .placed: break
    }
  }

  private mutating func settle() {
    statistics.bytesBeforeStart += start.dropRest()
    isSettling = decoder.frameEnd != nil
  }

  /// `chunk`: what `run` gives to the decoder.
  private mutating func decode(
    _ chunk: UnsafeRawBufferPointer, _ emit: (DecodedSample) -> Void,
    _ run: (inout any SerialDecoder, (DecodedSample) -> Void) -> Void
  ) {
    // Taken out of self for the call, so that the closure may write to it; capacity is kept.
    var batch = self.batch
    self.batch = []
    let before = decoder.statistics.incidents
    run(&decoder) { batch.append($0) }
    for place in batch.indices {
      note(before, &batch[place].incidents)
      judge(batch[place], chunk, emit)
    }
    recent.append(chunk)
    batch.removeAll(keepingCapacity: true)
    self.batch = batch
  }

  /// A decoder that fills nothing in knows no less than before these bytes.
  private func note(_ before: StreamIncidents, _ incidents: inout StreamIncidents) {
    incidents.rejections = max(incidents.rejections, before.rejections)
    incidents.clockSteps = max(incidents.clockSteps, before.clockSteps)
    incidents.messages = max(incidents.messages, before.messages)
    incidents.stalls = UInt32(truncatingIfNeeded: statistics.stalls)
    incidents.losses = losses
  }

  private mutating func judge(
    _ sample: DecodedSample, _ chunk: UnsafeRawBufferPointer, _ emit: (DecodedSample) -> Void
  ) {
    while statistics.sensors.count <= sample.sensor {
      statistics.sensors.append(
        SensorStatistics(nominalRate: decoder.nominalRate, counterValues: decoder.counterValues))
      unsettled.append(decoder.unsettledSamples)
      gates.append(PlausibilityGate(limits ?? PlausibilityLimits()))
      implausible.append(0)
      assemblies.append(SampleAssembly())
    }
    if unsettled[sample.sensor] > 0 {
      unsettled[sample.sensor] -= 1
      statistics.unsettled += 1
      return
    }
    if limits == nil || decoder.isChecked { return assemble(sample, emit) }
    withGates { stream, gates in
      gates[sample.sensor].push(sample) {
        stream.assemble($0, emit)
      } reject: {
        stream.reject($0, $1, chunk)
      }
    }
  }

  private mutating func reject(
    _ sample: DecodedSample, _ reason: RejectionReason, _ chunk: UnsafeRawBufferPointer
  ) {
    implausible[sample.sensor] &+= 1
    let isNew = sample.frame.count == 0 || sample.frame.start != lastImplausible
    lastImplausible = sample.frame.start
    statistics.implausible.reject(reason, bytes: isNew ? sample.frame.count : 0)
    guard isNew else { return }
    recent.bytes(of: sample.frame, within: chunk).withUnsafeBytes {
      rejectedSamples.append($0, reason, at: sample.sample.arrivalTime)
    }
  }

  private mutating func assemble(_ plausible: DecodedSample, _ emit: (DecodedSample) -> Void) {
    var sample = plausible
    sample.incidents.implausible = implausible[sample.sensor]
    withAssemblies { stream, assemblies in
      assemblies[sample.sensor].push(sample) { stream.deliver($0, emit) }
    }
  }

  /// The gates are out of self while one runs, whose closures write to self: a copy would share, and so copy, the lists
  /// that they hold.
  private mutating func withGates(_ run: (inout SensorStream, inout [PlausibilityGate]) -> Void) {
    var gates = self.gates
    self.gates = []
    run(&self, &gates)
    self.gates = gates
  }

  private mutating func withAssemblies(_ run: (inout SensorStream, inout [SampleAssembly]) -> Void) {
    var assemblies = self.assemblies
    self.assemblies = []
    run(&self, &assemblies)
    self.assemblies = assemblies
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
