import Inertial

/// Messages of an x-IMU3: text, binary and multiplexed in any mixture, told apart by their first byte.
///
/// Each message with motion is one sample with what it carries: rate and force, field, or orientation. Time is the
/// device's own in microseconds. A line feed ends every message and cannot be inside one.
public struct XIMU3Reader: FrameReader {
  public static let longestFrame = 1024

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var frameEnd: UInt8? { UInt8(ascii: "\n") }
  public var isChecked: Bool { false }
  public var fieldUnit: FieldUnit { .arbitrary }

  private var channels = XIMU3Channels()
  private var clocks: [SegmentedClock] = []
  private var values = [Double](repeating: 0, count: XIMU3Message.maximumValues)
  private var events = EventList()

  public init() {}

  public var hasClockPerSensor: Bool { true }

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    // No further than a frame reaches: how much of the rest is there yet must not matter.
    guard let end = window.prefix(Self.longestFrame).firstIndex(of: UInt8(ascii: "\n")) else {
      return window.count < Self.longestFrame
        ? .needs(window.count + 1) : .damaged(Self.longestFrame, .tooLong)
    }
    if Self.isBlank(window[..<end]) { return .none }
    let line = UnsafeRawBufferPointer(rebasing: window[..<end])
    guard let prefix = XIMU3Channels.prefix(of: line) else { return .damaged(end + 1, .length) }
    let message = UnsafeRawBufferPointer(rebasing: line[prefix.length...])
    if case .rejected(let reason) = XIMU3Message.read(message, { _, _ in }) {
      return .damaged(end + 1, reason)
    }
    return .frame(end + 1)
  }

  private static func isBlank(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    line.isEmpty || (line.count == 1 && line.first == UInt8(ascii: "\r"))
  }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let line = UnsafeRawBufferPointer(rebasing: frame.dropLast())
    guard let prefix = XIMU3Channels.prefix(of: line) else { return }
    let message = UnsafeRawBufferPointer(rebasing: line[prefix.length...])
    switch XIMU3Message.read(message, { values[$0] = $1 }) {
    case .values(let letter, let stamp, let count):
      guard Self.carriesMotion(letter, count) else { return acceptForeign(frame, message[0]) }
      deliver(letter, stamp, prefix.key, message[0], frame, arrivalTime, emit)
    case .text(_, let body):
      acceptForeign(frame, message[0])
      var text = XIMU3Escapes(body, from: 0)
      let isBinary = message[0] & XIMU3Message.binaryBit != 0
      statistics.remarks += 1
      say(.message(isBinary ? text.rest() : String(decoding: body, as: UTF8.self)))
    case .reply(let body):
      acceptForeign(frame, message[0])
      say(.acknowledge(String(decoding: body, as: UTF8.self)))
    case .rejected(let reason): statistics.reject(reason, bytes: frame.count)
    }
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }

  /// "I" for text, "I binary", "JSON".
  public func name(ofFrameType type: UInt32) -> String {
    guard let byte = UInt8(exactly: type) else { return "other" }
    if byte == UInt8(ascii: "{") { return "JSON" }
    let letter = String(UnicodeScalar(byte & ~XIMU3Message.binaryBit))
    return byte & XIMU3Message.binaryBit == 0 ? letter : letter + " binary"
  }

  // MARK: Counting

  private mutating func acceptForeign(_ frame: UnsafeRawBufferPointer, _ type: UInt8) {
    statistics.accept(bytes: frame.count, type: UInt32(type), isForeign: true)
  }

  private mutating func say(_ event: DecoderEvent) {
    statistics.messages += 1
    events.note(event)
  }

  // MARK: Samples

  private static func carriesMotion(_ letter: UInt8, _ count: Int) -> Bool {
    switch letter {
    case UInt8(ascii: "I"), UInt8(ascii: "Q"), UInt8(ascii: "M"), UInt8(ascii: "A"), UInt8(ascii: "R"): true
    default: false
    }
  }

  private mutating func deliver(
    _ letter: UInt8, _ stamp: UInt64, _ key: UInt64, _ type: UInt8, _ frame: UnsafeRawBufferPointer,
    _ arrival: Int64, _ emit: (DecodedSample) -> Void
  ) {
    guard let sensor = sensor(key) else { return statistics.reject(.unknownSensor, bytes: frame.count) }
    guard stamp <= UInt64(Int64.max / 1000), let time = time(Int64(stamp) * 1000, sensor, arrival) else {
      return statistics.reject(.clockStep, bytes: frame.count)
    }
    statistics.accept(bytes: frame.count, type: UInt32(type))
    statistics.samples += 1
    var sample = RawSample(
      deviceTime: time, arrivalTime: arrival, gyroscope: .missing, accelerometer: .missing)
    var orientation: DeviceOrientation?
    switch letter {
    case UInt8(ascii: "I"):
      sample.gyroscope = vector(at: 0) * (Double.pi / 180)
      sample.accelerometer = vector(at: 3) * .standardGravity
    case UInt8(ascii: "M"): sample.magnetometer = vector(at: 0)
    case UInt8(ascii: "Q"):
      orientation = DeviceOrientation(Quaternion(values[0], values[1], values[2], values[3]))
    case UInt8(ascii: "A"):
      orientation = DeviceOrientation(
        roll: values[0].degreesToRadians, pitch: values[1].degreesToRadians, yaw: values[2].degreesToRadians)
    default:
      orientation = DeviceOrientation(
        Quaternion(matrix: Matrix3(vector(at: 0), vector(at: 3), vector(at: 6))))
    }
    emit(
      DecodedSample(
        sensor: sensor, sample: sample, segment: clocks[sensor].segment, orientation: orientation))
  }

  private func vector(at place: Int) -> Vector3 {
    Vector3(values[place], values[place + 1], values[place + 2])
  }

  private mutating func sensor(_ key: UInt64) -> Int? {
    guard let place = channels.look(key) else { return nil }
    if place == sensors.count {
      sensors.append(DecodedSensor(name: XIMU3Channels.name(key)))
      clocks.append(SegmentedClock())
    }
    return place
  }

  /// nil for a stamp that is more likely damaged than true.
  private mutating func time(_ stamp: Int64, _ sensor: Int, _ arrival: Int64) -> Int64? {
    clocks[sensor].read(
      stamp, arrival: arrival, isProven: false, counting: &statistics, noting: &events)
  }
}
