import Inertial

/// A sample with its place on the common time base.
struct TimedSample: Sendable {
  /// `deviceTime` is the time on the common base.
  var decoded: DecodedSample
  /// Host monotonic time at which it was taken [ns].
  var hostTime: Int64
  /// It waited until its clock was known.
  var wasHeld = false
}

/// Gives the samples of one port their times: device time, else counter x period, else even times from the arrivals.
///
/// Where several clocks meet, all times are host times. The first half second of such a clock waits, as do samples without
/// time, because only afterwards is known how late they come and how far apart they lie; so nothing that a board had kept
/// before it was opened is taken for new.
struct PortClock: Sendable {
  private enum Source: Sendable { case unknown, device, counter, host }

  private struct Sensor: Sendable {
    var source = Source.unknown
    var counter: CounterTime?
    var counterMap: ClockMap?
    var pace: HostPace?
    var grid = StampGrid()
    /// Of the sample before on the device clock, and the interval before it [ns].
    var lastDevice: Int64?
    var interval: Int64 = 0
    /// Of the sample before on the clock of another device [ns].
    var lastBase = Int64.min / 2
    /// Samples of this sensor in the batch, and where the batch stands.
    var inBatch = 0
    var step = 0.0
  }

  /// The clock of a device: how it runs against the host's.
  private struct DeviceTime: Sendable {
    var map = ClockMap()
    var segment = 0
    /// Host time - device time where it was last known [ns].
    var offset: Int64 = 0
  }

  /// Everything goes on host time.
  let isMapped: Bool
  private let nominalRate: Double?
  private let counterValues: Int64?
  /// Of one byte on the wire [ns]: the arrival is that of the first byte.
  private let byteTime: Int64
  /// Of the whole port, or of each sensor where each has a clock.
  private var clocks = [DeviceTime()]
  private let hasClockPerSensor: Bool
  private var sensors: [Sensor] = []
  private var held: [DecodedSample] = []
  private var holdStart: Int64?
  /// Restarts of sources without a device clock.
  private var stretches = 0

  init(
    isMapped: Bool, nominalRate: Double?, counterValues: Int64?, baud: Int?, hasClockPerSensor: Bool = false
  ) {
    self.isMapped = isMapped
    self.nominalRate = nominalRate
    self.counterValues = counterValues
    self.hasClockPerSensor = hasClockPerSensor
    byteTime = baud.map { Int64(10e9 / Double(max(1, $0))) } ?? 0
  }

  /// Samples wait for their clock to become known.
  var isHolding: Bool { holdStart != nil }

  /// True when a sensor of the port has a device clock.
  var hasDeviceClock: Bool { sensors.contains { $0.source == .device } }

  /// Takes what one record gave, read at host time `now` [ns].
  mutating func take(_ batch: [DecodedSample], at now: Int64, emit: (TimedSample) -> Void) {
    if holdStart == nil { beginBatch(batch) }
    for sample in batch {
      prepare(sample, now, emit)
      if holdStart != nil { held.append(sample) } else if let timed = timed(sample) { emit(timed) }
    }
    if let holdStart, now &- holdStart >= ClockMap.settling { flush(emit: emit) }
  }

  /// No data came until host time `now` [ns].
  mutating func wait(until now: Int64, emit: (TimedSample) -> Void) {
    if let holdStart, !held.isEmpty, now &- holdStart >= ClockMap.settling { flush(emit: emit) }
  }

  /// Nothing more comes before a cut: what waits goes.
  mutating func flush(emit: (TimedSample) -> Void) {
    if !held.isEmpty { release(emit) }
    holdStart = nil
  }

  /// The device is back after an unplug: what counts or paces begins anew.
  mutating func reconnect() {
    var isNew = false
    for number in sensors.indices where sensors[number].source == .counter || sensors[number].source == .host
    {
      sensors[number].source = .unknown
      isNew = true
    }
    if isNew { stretches += 1 }
  }

  // MARK: The start of a clock

  private mutating func prepare(_ sample: DecodedSample, _ now: Int64, _ emit: (TimedSample) -> Void) {
    while sensors.count <= sample.sensor { sensors.append(Sensor()) }
    let clock = clock(of: sample.sensor)
    while clocks.count <= clock { clocks.append(DeviceTime()) }
    if sample.segment != clocks[clock].segment {
      flush(emit: emit)
      clocks[clock].segment = sample.segment
      clocks[clock].map.restart()
      for number in sensors.indices where self.clock(of: number) == clock {
        sensors[number].grid = StampGrid()
      }
      if isMapped || clock > 0 { holdStart = now }
    }
    if sensors[sample.sensor].source == .unknown {
      if sample.sample.deviceTime != nil { sensors[sample.sensor].source = .device }
      if holdStart == nil, isMapped || clock > 0 || sample.sample.deviceTime == nil { holdStart = now }
    }
    if let stamp = sample.sample.deviceTime {
      clocks[clock].map.observe(stamp, arrival: sample.sample.arrivalTime, wireTime: byteTime)
    }
  }

  /// The clocks of several devices on one port count from the first one's start.
  private func clock(of sensor: Int) -> Int { hasClockPerSensor ? sensor : 0 }

  private mutating func release(_ emit: (TimedSample) -> Void) {
    let samples = held
    held.removeAll(keepingCapacity: true)
    for number in sensors.indices where sensors[number].source == .unknown {
      chooseSource(of: number, from: samples)
    }
    for sample in samples {
      guard var timed = timedAtStart(sample) else { continue }
      timed.wasHeld = true
      emit(timed)
    }
  }

  private mutating func chooseSource(of number: Int, from samples: [DecodedSample]) {
    let own = samples.filter { $0.sensor == number }
    guard let first = own.first, let end = own.last else { return }
    if let from = first.counter, let to = end.counter, own.allSatisfy({ $0.counter != nil }) {
      let span = Double(end.sample.arrivalTime &- first.sample.arrivalTime)
      return startCounter(of: number, own, from: from, to: to, span: span)
    }
    sensors[number].source = .host
    sensors[number].pace = HostPace(arrivals: own.map(\.sample.arrivalTime), nominalRate: nominalRate)
  }

  private mutating func startCounter(
    of number: Int, _ own: [DecodedSample], from: UInt32, to: UInt32, span: Double
  ) {
    let counts = CounterTime.steps(from: from, to: to, values: counterValues)
    let fitted = counts > 0 && span > 0 ? span / Double(counts) : nil
    let stated = nominalRate.map { 1e9 / $0 }
    // Batches make what is fitted to half a second uncertain by 6 %.
    let isContradicted = stated.map { abs(1 - (fitted ?? $0) / $0) > 0.1 } ?? true
    let period = (isContradicted ? fitted : stated) ?? stated ?? 10_000_000
    let counter = CounterTime(period: period, values: counterValues)
    // The map sees all that waits before the first of it gets its time.
    var rehearsal = counter
    var map = sensors[number].counterMap ?? ClockMap()
    map.restart()
    for sample in own {
      let arrival = sample.sample.arrivalTime
      map.observe(
        rehearsal.place(sample.counter ?? 0, arrival: arrival).time, arrival: arrival, wireTime: byteTime)
    }
    sensors[number].source = .counter
    sensors[number].counter = counter
    sensors[number].counterMap = map
  }

  /// Held samples are known to their clock already.
  private mutating func timedAtStart(_ sample: DecodedSample) -> TimedSample? {
    let number = sample.sensor, arrival = sample.sample.arrivalTime
    switch sensors[number].source {
    case .host: return sensors[number].pace?.nextOfStart(arrival: arrival).onHostTime(sample, stretches)
    case .counter:
      let count = counted(sample)
      return sensors[number].counterMap?.place(count).onHostTime(sample, stretches)
    case .device, .unknown: return onDeviceClock(sample)
    }
  }

  // MARK: The rest

  private mutating func beginBatch(_ batch: [DecodedSample]) {
    for number in sensors.indices { sensors[number].inBatch = 0 }
    for sample in batch where sample.sensor < sensors.count { sensors[sample.sensor].inBatch += 1 }
    for number in sensors.indices where sensors[number].source == .host && sensors[number].inBatch > 0 {
      guard let end = batch.last(where: { $0.sensor == number }) else { continue }
      let count = sensors[number].inBatch
      sensors[number].step = sensors[number].pace?.take(count, arrival: end.sample.arrivalTime) ?? 0
    }
  }

  private mutating func timed(_ sample: DecodedSample) -> TimedSample? {
    let number = sample.sensor, arrival = sample.sample.arrivalTime
    switch sensors[number].source {
    case .host:
      let step = sensors[number].step
      return sensors[number].pace?.next(step: step).onHostTime(sample, stretches)
    case .counter:
      let count = counted(sample)
      sensors[number].counterMap?.observe(count, arrival: arrival, wireTime: byteTime)
      return sensors[number].counterMap?.place(count).onHostTime(sample, stretches)
    case .device, .unknown: return onDeviceClock(sample)
    }
  }

  /// Time of a sample on its counter [ns]. Behind a restart the count goes on as the arrival says.
  private mutating func counted(_ sample: DecodedSample) -> Int64 {
    let arrival = sample.sample.arrivalTime
    guard let place = sensors[sample.sensor].counter?.place(sample.counter ?? 0, arrival: arrival) else {
      return 0
    }
    if place.isRestart { stretches += 1 }
    return place.time
  }

  /// A stamp that one sample lacks is made from those before it; nil where there is none before.
  private mutating func onDeviceClock(_ sample: DecodedSample) -> TimedSample? {
    let number = sample.sensor
    var timed = sample
    var known = sample.sample.deviceTime
    if let stamp = known { known = sensors[number].grid.time(stamp) }
    let last = sensors[number].lastDevice
    let interval = max(1, sensors[number].interval)
    guard let time = known ?? last.map({ $0 &+ interval }) else { return nil }
    if let last, known != nil { sensors[number].interval = time &- last }
    if known == nil { timed.marks.insert(.hostTimed) }
    sensors[number].lastDevice = time
    timed.segment += stretches
    let clock = clock(of: number)
    let host = clocks[clock].map.place(time)
    clocks[clock].offset = clocks[clock].map.estimate(time) &- time
    timed.sample.deviceTime = isMapped ? host : clock == 0 ? time : onFirstClock(host, number)
    return TimedSample(decoded: timed, hostTime: host)
  }

  /// Host time [ns] on the clock of the port's first device; never steps back.
  private mutating func onFirstClock(_ host: Int64, _ number: Int) -> Int64 {
    let time = max(host &- clocks[0].offset, sensors[number].lastBase &+ 1)
    sensors[number].lastBase = time
    return time
  }

  // MARK: What it found

  /// The clock that the port's report speaks of: the device's, else that of the first counter; nil where neither is.
  var report: ClockMap? { hasDeviceClock ? clocks[0].map : sensors.lazy.compactMap(\.counterMap).first }

  /// Period [ns] that was fitted to the arrivals of a sensor; nil where the device sends a time or a counter.
  func fittedPeriod(of sensor: Int) -> Double? {
    guard sensor < sensors.count, sensors[sensor].source == .host else { return nil }
    return sensors[sensor].pace?.period
  }
}

extension Int64 {
  /// A sample whose time was made from host time [ns].
  fileprivate func onHostTime(_ sample: DecodedSample, _ stretches: Int) -> TimedSample {
    var timed = sample
    timed.sample.deviceTime = self
    timed.segment += stretches
    timed.marks.insert(.hostTimed)
    return TimedSample(decoded: timed, hostTime: self)
  }
}
