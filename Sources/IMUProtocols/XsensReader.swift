import Inertial

/// MTData2 messages of Xsens devices into samples.
///
/// No message has a fixed content: what is there is taken, what is unknown is passed over by its size. Time and a sample
/// come only from messages with motion: GNSS messages use up a packet counter value, and their time lies in the past.
/// Where only increments are sent, rate and force are their means over the step between two messages.
public struct XsensReader: FrameReader {
  public static let longestFrame = XsensMessage.longest

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  public let nominalRate: Double?
  public var fieldUnit: FieldUnit { .arbitrary }
  public var counterValues: Int64? { 65_536 }
  /// The first message after every start shows about three quarters of gravity.
  public var unsettledSamples: Int { 1 }
  /// Messages that the packet counter says are missing, over all data messages.
  public var messagesLost: Int { buses.reduce(0) { $0 + $1.messagesLost } }

  /// Counter and time as sent of the last data message without motion, with nothing else.
  private(set) var lastWithoutMotion: DecodedSample?

  /// One a sensor.
  private var buses: [XsensBus] = []
  private var events = EventList()

  /// `nominalRate` [Hz]: makes rates of increments where neither time nor counter is sent.
  public init(nominalRate: Double? = nil) { self.nominalRate = nominalRate }

  public var hasClockPerSensor: Bool { true }

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    XsensMessage.judge(window)
  }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    guard frame[2] == XsensMessage.data else { return hear(frame) }
    guard let sensor = sensor(ofBus: frame[1]) else {
      return statistics.reject(.unknownSensor, bytes: frame.count)
    }
    var content = XsensContent()
    var items = XsensItems(frame)
    while let item = items.next() { content.take(item) }
    buses[sensor].countMessage(content)
    statistics.accept(bytes: frame.count, type: UInt32(frame[2]), isForeign: !content.hasMotion)
    guard content.hasMotion else { return lastWithoutMotion = content.stamp(sensor, arrivalTime) }
    statistics.samples += 1
    let timed = buses[sensor].time(content, arrivalTime, counting: &statistics, noting: &events)
    content.resolveIncrements(over: timed.step)
    emit(content.sample(sensor, timed, counter: buses[sensor].counter, arrivalTime))
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }

  public func name(ofFrameType type: UInt32) -> String {
    UInt8(exactly: type).flatMap { XsensMessage.name(ofId: $0) } ?? "message "
      + String(type, radix: 16, uppercase: true)
  }

  /// Acknowledges, errors, what else is no data.
  private mutating func hear(_ frame: UnsafeRawBufferPointer) {
    statistics.accept(bytes: frame.count, type: UInt32(frame[2]), isForeign: true)
    statistics.messages += 1
    let name = name(ofFrameType: UInt32(frame[2]))
    let data = frame[XsensMessage.dataRange(frame)]
    if frame[2] & 1 == 1, name.hasSuffix("Ack") { return events.note(.acknowledge(name)) }
    statistics.remarks += 1
    events.note(.message(frame[2] == 0x42 ? "Error \(data.first.map { String($0) } ?? "")" : name))
  }

  private mutating func sensor(ofBus bus: UInt8) -> Int? {
    if let place = buses.firstIndex(where: { $0.number == bus }) { return place }
    guard buses.count < 8 else { return nil }
    buses.append(XsensBus(number: bus, nominalRate: nominalRate))
    sensors.append(DecodedSensor(name: bus == XsensMessage.ownBus ? "" : "\(bus)"))
    return buses.count - 1
  }
}

/// Counter and clock of one device.
struct XsensBus: Sendable {
  struct Timed {
    /// [ns]; nil when no time is sent.
    var time: Int64?
    var segment = 0
    /// From the message before [s]; nil when unknown.
    var step: Double?
  }

  let number: UInt8
  private(set) var messagesLost = 0
  /// Packet counter less the messages without motion, so that it counts samples; nil when none is sent.
  private(set) var counter: UInt32?

  private var clock: SegmentedClock
  private var lastPacket: UInt16?
  private var packetStep: UInt16 = 0
  private var withoutMotion: UInt16 = 0
  private var lastTime: Int64?
  private var lastCounter: UInt32?
  private var step: Double?

  /// SampleTimeFine: 32 bits of 0.1 ms.
  static let tick: Int64 = 100_000

  init(number: UInt8, nominalRate: Double?) {
    self.number = number
    clock = SegmentedClock(clock: DeviceClock(wrap: Self.tick << 32, nominalRate: nominalRate))
    step = nominalRate.map { 1 / $0 }
  }

  mutating func countMessage(_ content: XsensContent) {
    guard let packet = content.packetCounter else { return counter = nil }
    if let lastPacket {
      packetStep = packet &- lastPacket
      if 2..<0x8000 ~= packetStep { messagesLost += Int(packetStep) - 1 }
    }
    lastPacket = packet
    if !content.hasMotion { withoutMotion &+= 1 }
    counter = UInt32(packet &- withoutMotion)
  }

  mutating func time(
    _ content: XsensContent, _ arrival: Int64, counting statistics: inout DecoderStatistics,
    noting events: inout EventList
  ) -> Timed {
    guard let ticks = content.sampleTimeFine else {
      lastTime = nil
      return Timed(segment: clock.segment, step: step)
    }
    let segment = clock.segment
    let time = clock.read(
      Int64(ticks) * Self.tick, arrival: arrival, isProven: true, counting: &statistics, noting: &events)
    if clock.segment != segment { lastTime = nil }
    learnStep(time)
    return Timed(time: time, segment: clock.segment, step: step)
  }

  /// Increments go over the device's own step, whatever was lost on the way.
  private mutating func learnStep(_ time: Int64?) {
    defer { (lastTime, lastCounter) = (time, counter) }
    guard let time, let lastTime, time > lastTime else { return }
    let isNext: Bool
    if let counter, let lastCounter {
      isNext = UInt16(truncatingIfNeeded: counter) &- UInt16(truncatingIfNeeded: lastCounter) == 1
    } else {
      isNext = true
    }
    let seconds = Double(time - lastTime) * 1e-9
    if isNext, seconds < 1.5 * (step ?? .infinity) { step = seconds }
  }
}
