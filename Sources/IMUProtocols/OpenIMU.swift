import Inertial

/// Packets of OpenIMU devices into samples: `z1` and `s1` carry motion, other types are counted (serial.md 4.9).
///
/// The time of `z1` counts milliseconds or microseconds, by firmware. The step to the second packet tells: against
/// its arrival where that moved, else by its size.
public struct OpenIMUReader: FrameReader {
  public static let longestFrame = 5 + 255 + 2

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }

  /// [ns] in a count of the time of `z1`; nil until two packets were seen.
  private var tick: Int64?
  private var clock = SegmentedClock()
  /// The first `z1`, whose unit of time is not known yet.
  private var first: (sample: DecodedSample, count: UInt32)?
  private var events = EventList()

  private static let preamble: UInt8 = 0x55
  private static let microsecond: Int64 = 1000
  private static let millisecond: Int64 = 1_000_000
  static let z1: UInt32 = 0x7A31
  static let s1: UInt32 = 0x7331

  public init() {}

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard window[0] == Self.preamble, window.count < 2 || window[1] == Self.preamble else { return .none }
    guard window.count >= 5 else { return .needs(5) }
    let end = 5 + Int(window[4]) + 2
    guard window.count >= end else { return .needs(end) }
    let sum = CRC16.augmented.sum(UnsafeRawBufferPointer(rebasing: window[2..<(end - 2)]))
    return sum == window.big(UInt16.self, at: end - 2) ? .frame(end) : .bad(.checksum)
  }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let type = UInt32(frame.big(UInt16.self, at: 2)), length = frame[4]
    switch (type, length) {
    case (Self.z1, 40):
      accept(frame, type)
      takeZ1(Self.sample(frame, at: 9, arrivalTime), frame.little(UInt32.self, at: 5), emit)
    case (Self.s1, 52):
      accept(frame, type)
      settle(emit: emit)
      let count = frame.little(UInt32.self, at: 5)
      deliver(Self.sample(frame, at: 17, arrivalTime), count, Self.millisecond, emit)
    default: statistics.accept(bytes: frame.count, type: type, isForeign: true)
    }
  }

  /// A single packet: microseconds, as in the recordings at hand.
  public mutating func settle(emit: (DecodedSample) -> Void) {
    guard let first else { return }
    self.first = nil
    deliver(first.sample, first.count, tick ?? Self.microsecond, emit)
  }

  public mutating func takeEvents() -> [DecoderEvent] {
    events.take()
  }

  public func name(ofFrameType type: UInt32) -> String {
    let letters = [UInt8(truncatingIfNeeded: type >> 8), UInt8(truncatingIfNeeded: type)]
    return letters.allSatisfy { 0x21...0x7E ~= $0 } ? String(decoding: letters, as: UTF8.self) : "other"
  }

  private mutating func accept(_ frame: UnsafeRawBufferPointer, _ type: UInt32) {
    statistics.accept(bytes: frame.count, type: type)
    if sensors.isEmpty { sensors = [DecodedSensor(name: "")] }
  }

  /// Force m/s², rate deg/s, field Gauss.
  private static func sample(_ frame: UnsafeRawBufferPointer, at start: Int, _ arrival: Int64)
    -> DecodedSample
  {
    func vector(_ place: Int) -> Vector3 {
      Vector3(
        Double(frame.littleFloat(at: place)), Double(frame.littleFloat(at: place + 4)),
        Double(frame.littleFloat(at: place + 8)))
    }
    let raw = RawSample(
      deviceTime: nil, arrivalTime: arrival, gyroscope: vector(start + 12) * (Double.pi / 180),
      accelerometer: vector(start), magnetometer: vector(start + 24) * 100)
    return DecodedSample(sensor: 0, sample: raw)
  }

  private mutating func takeZ1(_ sample: DecodedSample, _ count: UInt32, _ emit: (DecodedSample) -> Void) {
    if let tick { return deliver(sample, count, tick, emit) }
    guard let first else { return self.first = (sample, count) }
    tick = Self.tick(count &- first.count, sample.sample.arrivalTime &- first.sample.sample.arrivalTime)
    settle(emit: emit)
    deliver(sample, count, tick ?? Self.microsecond, emit)
  }

  /// The unit in which the step is nearer to what passed at the host; without that, in which it is 2 to 2000 Hz.
  private static func tick(_ step: UInt32, _ elapsed: Int64) -> Int64 {
    let counts = Double(step)
    guard elapsed >= 2_000_000, step > 0 else { return step == 0 || step > 500 ? microsecond : millisecond }
    // The middle between the two, by ratio.
    return Double(elapsed) / counts < 31_623 ? microsecond : millisecond
  }

  private mutating func deliver(
    _ sample: DecodedSample, _ count: UInt32, _ tick: Int64, _ emit: (DecodedSample) -> Void
  ) {
    clock.clock.wrap = tick << 32
    var timed = sample
    timed.sample.deviceTime = clock.read(
      Int64(count) * tick, arrival: sample.sample.arrivalTime, isProven: true, counting: &statistics,
      noting: &events)
    timed.segment = clock.segment
    statistics.samples += 1
    emit(timed)
  }
}

/// Samples as the `z1` packets of an OpenIMU device, time in microseconds.
public struct OpenIMUEncoder: SerialEncoder {
  public let sensors = [DecodedSensor(name: "")]
  public var content: SampleContent { [.rate, .force, .field, .deviceTime] }
  private static let rateRail = 500.0
  private static let forceRail = 16 * Double.standardGravity

  public init() {}

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row {
      let sample = decoded.sample
      var packet: [UInt8] = [0x7A, 0x31, 40]
      packet.appendLittle(UInt32(truncatingIfNeeded: (sample.deviceTime ?? sample.arrivalTime) / 1000))
      Self.append(sample.accelerometer, rail: Self.forceRail, to: &packet)
      Self.append(sample.gyroscope * (180 / Double.pi), rail: Self.rateRail, to: &packet)
      Self.append((sample.magnetometer ?? .zero) / 100, rail: .infinity, to: &packet)
      bytes += [0x55, 0x55] + packet
      bytes.appendBig(CRC16.augmented.sum(packet[...]))
    }
  }

  /// The device has no way to say that a number is missing; it sends 0.
  private static func append(_ v: Vector3, rail: Double, to packet: inout [UInt8]) {
    for axis in 0..<3 {
      let number = v[axis].isNaN ? 0 : min(rail, max(-rail, v[axis]))
      packet.appendLittle(Float(number).bitPattern)
    }
  }
}

extension SerialProtocol {
  static let openIMU = SerialProtocol(
    name: "openimu", title: "Aceinna OpenIMU", bauds: [115_200, 57_600, 230_400],
    makeDecoder: { _ in FramedDecoder(OpenIMUReader()) },
    makeEncoder: { $0.sensors.count == 1 ? OpenIMUEncoder() : nil })
}
