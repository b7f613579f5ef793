import Inertial

/// The records of one port or several into samples on one time base: the same code for live ports and for their log.
///
/// One clock keeps its own time; where several meet, all times are host monotonic times by way of a `ClockMap` for each.
/// Sensors are numbered through all ports in the order in which they become known. Everything follows from the records
/// and their times: no clock is asked but for the age of samples.
public struct StreamSet: Sendable {
  /// A port and what is known of it beforehand.
  public struct Port: Sendable {
    /// As the user names it.
    public var name: String
    public var decoder: any SerialDecoder
    /// Line speed; nil where there is no line, or its speed means nothing.
    public var baud: Int?
    /// Where its sensors sit, by their name on the wire; "" is the name of an only sensor. Beats what the decoder and
    /// the names themselves say.
    public var segments: [String: BodySegment]

    public init(
      name: String, decoder: any SerialDecoder, baud: Int? = nil, segments: [String: BodySegment] = [:]
    ) {
      self.name = name
      self.decoder = decoder
      self.baud = baud
      self.segments = segments
    }
  }

  /// Of all ports, in the order in which they became known; it only grows.
  public private(set) var sensors: [PlacedSensor] = []
  /// One for each port.
  public private(set) var streams: [SensorStream]
  public internal(set) var statistics = StreamSetStatistics()

  let names: [String]
  let bauds: [Int?]
  private var segments: [[String: BodySegment]]
  private let now: (@Sendable () -> Int64)?
  var clocks: [PortClock]
  private(set) var merge: StreamMerge
  private(set) var watches: [SensorWatch] = []
  /// For each port its sensors' numbers in the set.
  private var numbers: [[Int]]
  /// Host time at which each port was closed; nil for one that is open [ns].
  private var ends: [Int64?]
  private var batch: [DecodedSample] = []
  private var timed: [TimedSample] = []
  private var events: [(port: Int, event: DecoderEvent)] = []
  private var gaps: [StreamGap] = []

  /// `now`: host monotonic time [ns] of a live stream, asked when a sample was dealt with; nil for a replay.
  public init(
    ports: [Port], plausibility: PlausibilityLimits? = PlausibilityLimits(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    streams = ports.map { SensorStream(decoder: $0.decoder, plausibility: plausibility) }
    names = ports.map(\.name)
    bauds = ports.map(\.baud)
    segments = ports.map(\.segments)
    clocks = ports.map {
      PortClock(
        isMapped: ports.count > 1, nominalRate: $0.decoder.nominalRate,
        counterValues: $0.decoder.counterValues, baud: $0.baud,
        hasClockPerSensor: $0.decoder.hasClockPerSensor)
    }
    merge = StreamMerge(ports: ports.count)
    numbers = ports.map { _ in [] }
    ends = ports.map { _ in nil }
    self.now = now
  }

  /// Times of all samples are those of the host: several clocks, or none.
  public var isOnHostTime: Bool { clocks.count > 1 || !(clocks.first?.hasDeviceClock ?? false) }

  /// Takes one record; gives every sample that it completes, in order of time as far as waiting 50 ms allows.
  public mutating func push(_ record: RawLogRecord, emit: (DecodedSample) -> Void) {
    let port = Int(record.port)
    guard streams.indices.contains(port) else { return }
    decode(port, at: record.time) { stream, give in stream.push(record, emit: give) }
    switch record.content {
    case .event(let event): take(event, port, at: record.time)
    case .received: ends[port] = nil
    case .sent: break
    }
    hear(port)
    for other in clocks.indices where other != port {
      wait(other, until: record.time)
    }
    deliver(at: record.time, emit)
  }

  /// End of input.
  public mutating func finish(emit: (DecodedSample) -> Void) {
    for port in streams.indices {
      decode(port, at: statistics.lastRecord ?? 0) { stream, give in stream.finish(emit: give) }
      flush(port)
      hear(port)
    }
    deliver(at: nil, emit)
    for number in sensors.indices { close(number) }
  }

  /// A sensor that is behind the last record will not come back: a gap that nothing ends.
  private mutating func close(_ number: Int) {
    let port = sensors[number].port
    guard let end = ends[port] ?? statistics.lastRecord,
      let gap = watches[number].gap(
        at: end, of: number, streams[port].incidents, period: statistics.sensors[number].period)
    else { return }
    statistics.sensors[number].close(gap)
    count(gap)
  }

  private mutating func count(_ gap: StreamGap) {
    statistics.count(gap)
    if gaps.count < 1024 { gaps.append(gap) }
  }

  /// What the devices said since the last call.
  public mutating func takeEvents() -> [(port: Int, event: DecoderEvent)] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }

  /// The gaps that showed since the last call: for the raw log, behind the record that ended them.
  public mutating func takeGaps() -> [StreamGap] {
    if gaps.isEmpty { return [] }
    defer { gaps = [] }
    return gaps
  }

  // MARK: From records to times

  private mutating func decode(
    _ port: Int, at time: Int64, _ run: (inout SensorStream, (DecodedSample) -> Void) -> Void
  ) {
    statistics.lastRecord = time
    var batch = self.batch
    self.batch = []
    run(&streams[port]) { batch.append($0) }
    register(port)
    var timed = takeRoom()
    clocks[port].take(batch, at: time) { timed.append($0) }
    queue(&timed, port, at: time)
    batch.removeAll(keepingCapacity: true)
    self.batch = batch
  }

  private mutating func wait(_ port: Int, until time: Int64) {
    guard clocks[port].isHolding else { return }
    var timed = takeRoom()
    clocks[port].wait(until: time) { timed.append($0) }
    queue(&timed, port, at: time)
  }

  private mutating func flush(_ port: Int) {
    var timed = takeRoom()
    clocks[port].flush { timed.append($0) }
    queue(&timed, port, at: statistics.lastRecord ?? 0)
  }

  /// The list is out of self while a closure fills it; `queue` gives its room back.
  private mutating func takeRoom() -> [TimedSample] {
    defer { timed = [] }
    return timed
  }

  private mutating func queue(_ list: inout [TimedSample], _ port: Int, at time: Int64) {
    for place in list.indices where list[place].decoded.sensor < numbers[port].count {
      var sample = list[place]
      sample.decoded.sensor = numbers[port][sample.decoded.sensor]
      merge.append(sample, port, at: time)
    }
    list.removeAll(keepingCapacity: true)
    swap(&timed, &list)
  }

  private mutating func take(_ event: PortEvent, _ port: Int, at time: Int64) {
    merge.take(event, port)
    switch event {
    case .lost: flush(port)
    case .closed:
      flush(port)
      ends[port] = ends[port] ?? time
    case .reconnected: clocks[port].reconnect()
    case .placed(let sensor, let segment): place(sensor, segment, port)
    default: break
    }
  }

  /// Sensors that are known already sit there too.
  private mutating func place(_ name: String, _ segment: BodySegment, _ port: Int) {
    segments[port][name] = segment
    for number in numbers[port] where sensors[number].name == name { sensors[number].segment = segment }
  }

  private mutating func hear(_ port: Int) {
    for event in streams[port].takeEvents() where events.count < 256 { events.append((port, event)) }
  }

  private mutating func register(_ port: Int) {
    let known = streams[port].sensors
    guard known.count > numbers[port].count else { return }
    for sensor in known[numbers[port].count...] {
      numbers[port].append(sensors.count)
      let decoder = streams[port].decoder
      let segment = segments[port][sensor.name] ?? sensor.segment ?? segment(byName: sensor.name)
      sensors.append(PlacedSensor(name: sensor.name, segment: segment, port: port))
      watches.append(SensorWatch())
      statistics.sensors.append(
        SensorStatistics(nominalRate: decoder.nominalRate, counterValues: decoder.counterValues))
    }
  }

  /// By its name alone, where nobody said that another sensor sits there.
  private func segment(byName name: String) -> BodySegment? {
    guard let segment = BodySegment.ofSensor(named: name),
      !segments.contains(where: { $0.contains { !$0.key.isEmpty && $0.value == segment } }),
      !sensors.contains(where: { $0.segment == segment })
    else { return nil }
    return segment
  }

  // MARK: From times to samples

  private mutating func deliver(at time: Int64?, _ emit: (DecodedSample) -> Void) {
    while let sample = merge.next(at: time, isHolding: { clocks[$0].isHolding }) {
      var decoded = sample.decoded
      let number = decoded.sensor
      let hole = statistics.sensors[number].take(decoded)
      _ = statistics.sensors[number].deadBand.take(decoded.sample.gyroscope)
      let isNext = statistics.sensors[number].isNext
      if let gap = watches[number].take(&decoded, hole, isNext: isNext) { count(gap) }
      statistics.skew.take(number, decoded.sample.deviceTime ?? 0, sensors)
      emit(decoded)
      if let now, !sample.wasHeld { statistics.age.record(now() &- sample.hostTime) }
    }
  }
}

/// A sensor of a stream set.
public struct PlacedSensor: Hashable, Sendable {
  /// The id or column suffix as sent; empty for the only sensor of a port.
  public var name: String
  public var segment: BodySegment?
  /// Index of its port.
  public var port: Int

  public init(name: String, segment: BodySegment? = nil, port: Int = 0) {
    self.name = name
    self.segment = segment
    self.port = port
  }
}
