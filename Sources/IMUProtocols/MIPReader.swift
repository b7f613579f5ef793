import Inertial

/// Packets of MicroStrain's MIP: preamble, descriptor set, length, fields, two running sums (serial.md 4.7).
package enum MIPPacket {
  package static let preamble: [UInt8] = [0x75, 0x65]
  static let inertialSet: UInt8 = 0x80
  static let longest = 4 + 255 + 2

  static func judge(_ window: UnsafeRawBufferPointer) -> FrameVerdict {
    guard window[0] == preamble[0] else { return .none }
    guard window.count < 2 || window[1] == preamble[1] else { return .none }
    guard window.count >= 4 else { return .needs(4) }
    let end = 4 + Int(window[3]) + 2
    guard window.count >= end else { return .needs(end) }
    guard sums(window[..<(end - 2)]) == (window[end - 2], window[end - 1]) else { return .bad(.checksum) }
    return fieldsFill(window, 4..<(end - 2)) ? .frame(end) : .bad(.length)
  }

  /// What follows the bytes of a packet: their running sum, and the running sum of that.
  @inline(__always)
  package static func sums(_ bytes: some Sequence<UInt8>) -> (UInt8, UInt8) {
    var first: UInt8 = 0, second: UInt8 = 0
    for byte in bytes {
      first &+= byte
      second &+= first
    }
    return (first, second)
  }

  private static func fieldsFill(_ bytes: UnsafeRawBufferPointer, _ data: Range<Int>) -> Bool {
    var place = data.lowerBound
    while place < data.upperBound, bytes[place] >= 2 { place += Int(bytes[place]) }
    return place == data.upperBound
  }

  static func append(set: UInt8, _ fields: [(descriptor: UInt8, data: [UInt8])], to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += preamble + [set, UInt8(fields.reduce(0) { $0 + $1.data.count + 2 })]
    for field in fields { bytes += [UInt8(field.data.count + 2), field.descriptor] + field.data }
    let (first, second) = sums(bytes[start...])
    bytes += [first, second]
  }
}

/// Inertial packets of MicroStrain devices into samples. Field may come in packets of its own; other sets are counted.
///
/// z points down: a level resting sensor reads about -9.8 m/s² there. Nothing is turned.
public struct MIPReader: FrameReader {
  public static let longestFrame = MIPPacket.longest
  /// A packet at 115200 baud is through by then: a corrupt length must not hold good packets back [ns].
  public static let patience: Int64 = 30_000_000

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  private var clock = SegmentedClock()
  private var events = EventList()

  public init() {}

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict { MIPPacket.judge(window) }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let set = frame[2]
    guard set == MIPPacket.inertialSet else { return hear(frame) }
    var content = MIPContent()
    Self.eachField(frame) { content.take($0, $1) }
    statistics.accept(bytes: frame.count, type: UInt32(set), isForeign: !content.hasMotion)
    guard content.hasMotion else { return }
    if sensors.isEmpty { sensors = [DecodedSensor(name: "")] }
    statistics.samples += 1
    let time = content.referenceTime.flatMap { unwrapped($0, arrivalTime) }
    emit(content.sample(time: time, arrivalTime, clock.segment))
  }

  public mutating func takeEvents() -> [DecoderEvent] {
    events.take()
  }

  public func name(ofFrameType type: UInt32) -> String { "set " + String(type, radix: 16, uppercase: true) }

  /// Replies in the command sets 01 and 0C: `F1` says which command was understood.
  private mutating func hear(_ frame: UnsafeRawBufferPointer) {
    statistics.accept(bytes: frame.count, type: UInt32(frame[2]), isForeign: true)
    let set = frame[2]
    guard set < 0x80 else { return }
    var reply: DecoderEvent?
    Self.eachField(frame) { descriptor, data in
      guard descriptor == 0xF1, data.count == 2 else { return }
      let name = MIPCommand.name(set: set, descriptor: data[0])
      reply = data[1] == 0 ? .acknowledge(name) : .message("\(name) refused, error \(data[1])")
    }
    guard let reply else { return }
    statistics.messages += 1
    if case .message = reply { statistics.remarks += 1 }
    events.note(reply)
  }

  @inline(__always)
  private static func eachField(
    _ frame: UnsafeRawBufferPointer, _ take: (UInt8, UnsafeRawBufferPointer) -> Void
  ) {
    var place = 4
    while place < frame.count - 2 {
      let end = place + Int(frame[place])
      take(frame[place + 1], UnsafeRawBufferPointer(rebasing: frame[(place + 2)..<end]))
      place = end
    }
  }

  private mutating func unwrapped(_ stamp: Int64, _ arrival: Int64) -> Int64? {
    clock.read(stamp, arrival: arrival, isProven: true, counting: &statistics, noting: &events)
  }
}

/// What one inertial packet said.
struct MIPContent {
  /// [ns]
  var referenceTime: Int64?
  /// From the packet before [s].
  private var step: Double?
  private var force: Vector3?
  private var rate: Vector3?
  private var field: Vector3?
  private var orientation: DeviceOrientation?
  /// Turn [rad] and change of speed [m/s] over the step.
  private var turn: Vector3?
  private var speed: Vector3?

  private static let gauss = 100.0

  var hasMotion: Bool {
    force != nil || rate != nil || field != nil || orientation != nil || turn != nil || speed != nil
  }

  mutating func take(_ descriptor: UInt8, _ data: UnsafeRawBufferPointer) {
    switch (descriptor, data.count) {
    case (0x04, 12): force = vector(data) * .standardGravity
    case (0x05, 12): rate = vector(data)
    case (0x06, 12): field = vector(data) * Self.gauss
    case (0x07, 12): turn = vector(data)
    case (0x08, 12): speed = vector(data) * .standardGravity
    case (0x0A, 16):
      let xyz = vector(UnsafeRawBufferPointer(rebasing: data[4...]))
      orientation = DeviceOrientation(
        Quaternion(Double(data.bigFloat(at: 0)), xyz.x, xyz.y, xyz.z), frame: .northEastDown)
    case (0x0C, 12):
      let angles = vector(data)
      guard orientation == nil else { return }
      orientation = DeviceOrientation(roll: angles.x, pitch: angles.y, yaw: angles.z, frame: .northEastDown)
    case (0xD5, 8): referenceTime = Int64(exactly: data.big(UInt64.self, at: 0))
    case (0xD6, 8): step = Double(data.big(UInt64.self, at: 0)) * 1e-9
    default: break
    }
  }

  private func vector(_ data: UnsafeRawBufferPointer) -> Vector3 {
    Vector3(Double(data.bigFloat(at: 0)), Double(data.bigFloat(at: 4)), Double(data.bigFloat(at: 8)))
  }

  /// Where only increments were sent, rate and force are their means over the step.
  func sample(time: Int64?, _ arrival: Int64, _ segment: Int) -> DecodedSample {
    let isStepKnown = (step ?? 0) > 0
    let meanRate = isStepKnown ? turn.map { $0 / (step ?? 1) } : nil
    let meanForce = isStepKnown ? speed.map { $0 / (step ?? 1) } : nil
    let raw = RawSample(
      deviceTime: time, arrivalTime: arrival, gyroscope: rate ?? meanRate ?? .missing,
      accelerometer: force ?? meanForce ?? .missing, magnetometer: field)
    return DecodedSample(sensor: 0, sample: raw, segment: segment, orientation: orientation)
  }
}
