import Inertial

/// Binary messages of VectorNav devices into samples: groups of fields chosen by masks, one sum over all (serial.md 4.8).
public struct VectorNavBinaryReader: FrameReader {
  public static let longestFrame = 2 + 2 * 6 + VectorNavLayout.lengths.reduce(0) { $0 + $1.reduce(0, +) } + 2

  public private(set) var sensors: [DecodedSensor] = []
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  private var clock = SegmentedClock()
  private var events = EventList()

  public init() {}

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard window[0] == VectorNavLayout.preamble else { return .none }
    guard window.count >= 2 else { return .needs(2) }
    guard let header = VectorNavLayout.headerLength(window[1]) else { return .none }
    guard window.count >= header else { return .needs(header) }
    guard let payload = VectorNavLayout.payloadLength(window) else { return .bad(.unknownType) }
    let end = header + payload + 2
    guard window.count >= end else { return .needs(end) }
    // Over the sum itself the sum is 0.
    let sum = CRC16.xmodem.sum(UnsafeRawBufferPointer(rebasing: window[1..<end]))
    return sum == 0 ? .frame(end) : .bad(.checksum)
  }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    var content = VectorNavContent()
    VectorNavLayout.eachField(frame) { content.take($0, $1, frame, at: $2) }
    statistics.accept(bytes: frame.count, type: UInt32(frame[1]), isForeign: !content.hasMotion)
    guard content.hasMotion else { return }
    if sensors.isEmpty { sensors = [DecodedSensor(name: "")] }
    statistics.samples += 1
    let time = content.startupTime.flatMap { unwrapped($0, arrivalTime) }
    let raw = RawSample(
      deviceTime: time, arrivalTime: arrivalTime, gyroscope: content.rate ?? content.rawRate ?? .missing,
      accelerometer: content.force ?? content.rawForce ?? .missing,
      magnetometer: content.field ?? content.rawField)
    emit(DecodedSample(sensor: 0, sample: raw, segment: clock.segment, orientation: content.orientation))
  }

  public mutating func takeEvents() -> [DecoderEvent] {
    events.take()
  }

  /// "groups 5": the group byte.
  public func name(ofFrameType type: UInt32) -> String {
    "groups " + String(type, radix: 16, uppercase: true)
  }

  private mutating func unwrapped(_ stamp: Int64, _ arrival: Int64) -> Int64? {
    clock.read(stamp, arrival: arrival, isProven: true, counting: &statistics, noting: &events)
  }
}

/// Which fields a binary message holds, and where.
enum VectorNavLayout {
  static let preamble: UInt8 = 0xFA

  /// Bytes of each field by group and bit of its mask.
  static let lengths: [[Int]] = [
    [8, 8, 8, 12, 16, 12, 24, 12, 12, 24, 20, 28, 2, 4, 8],
    [8, 8, 8, 2, 8, 8, 8, 4, 4, 1],
    [2, 12, 12, 12, 4, 4, 16, 12, 12, 12, 12, 2, 40],
    [8, 8, 2, 1, 1, 24, 24, 12, 12, 12, 4, 4, 2, 28],
    [2, 12, 16, 36, 12, 12, 12, 12, 12, 12, 28, 24],
    [2, 24, 24, 12, 12, 12, 12, 12, 12, 4, 4, 68, 64],
  ]

  /// Preamble, groups and masks; nil when a group is unknown or there is none.
  static func headerLength(_ groups: UInt8) -> Int? {
    groups == 0 || groups >> UInt8(lengths.count) != 0 ? nil : 2 + 2 * groups.nonzeroBitCount
  }

  /// nil when a mask names unknown fields, or none.
  static func payloadLength(_ frame: UnsafeRawBufferPointer) -> Int? {
    var length = 0, place = 2
    for group in lengths.indices where frame[1] >> UInt8(group) & 1 != 0 {
      let mask = frame.little(UInt16.self, at: place)
      guard mask != 0, mask >> UInt16(lengths[group].count) == 0 else { return nil }
      for bit in lengths[group].indices where mask >> UInt16(bit) & 1 != 0 { length += lengths[group][bit] }
      place += 2
    }
    return length
  }

  /// Group (from 1), bit and offset of each field of a whole frame.
  @inline(__always)
  static func eachField(_ frame: UnsafeRawBufferPointer, _ take: (Int, Int, Int) -> Void) {
    var mask = 2, place = 2 + 2 * frame[1].nonzeroBitCount
    for group in lengths.indices where frame[1] >> UInt8(group) & 1 != 0 {
      let bits = frame.little(UInt16.self, at: mask)
      for bit in lengths[group].indices where bits >> UInt16(bit) & 1 != 0 {
        take(group + 1, bit, place)
        place += lengths[group][bit]
      }
      mask += 2
    }
  }
}

/// What one binary message said. Values before the device's own compensation serve where the others are not sent.
struct VectorNavContent {
  /// [ns]
  var startupTime: Int64?
  var rate: Vector3?
  var force: Vector3?
  var field: Vector3?
  var rawRate: Vector3?
  var rawForce: Vector3?
  var rawField: Vector3?
  var orientation: DeviceOrientation?

  private static let gauss = 100.0

  var hasMotion: Bool {
    rate != nil || force != nil || field != nil || rawRate != nil || rawForce != nil || rawField != nil
      || orientation != nil
  }

  mutating func take(_ group: Int, _ bit: Int, _ frame: UnsafeRawBufferPointer, at place: Int) {
    switch (group, bit) {
    case (1, 0): startupTime = Int64(exactly: frame.little(UInt64.self, at: place))
    case (2, 0): startupTime = startupTime ?? Int64(exactly: frame.little(UInt64.self, at: place))
    case (1, 3), (5, 1): takeAngles(Self.vector(frame, place))
    case (1, 4), (5, 2):
      let xyz = Self.vector(frame, place)
      orientation = DeviceOrientation(
        Quaternion(Double(frame.littleFloat(at: place + 12)), xyz.x, xyz.y, xyz.z), frame: .northEastDown)
    case (1, 5), (3, 10): rate = Self.vector(frame, place)
    case (1, 8), (3, 9): force = Self.vector(frame, place)
    case (1, 9):
      rawForce = Self.vector(frame, place)
      rawRate = Self.vector(frame, place + 12)
    case (1, 10), (3, 8): field = Self.vector(frame, place) * Self.gauss
    case (3, 1): rawField = Self.vector(frame, place) * Self.gauss
    case (3, 2): rawForce = Self.vector(frame, place)
    case (3, 3): rawRate = Self.vector(frame, place)
    default: break
    }
  }

  /// Yaw, pitch, roll [deg].
  private mutating func takeAngles(_ v: Vector3) {
    guard orientation == nil else { return }
    let degree = Double.pi / 180
    orientation = DeviceOrientation(
      roll: v.z * degree, pitch: v.y * degree, yaw: v.x * degree, frame: .northEastDown)
  }

  private static func vector(_ frame: UnsafeRawBufferPointer, _ place: Int) -> Vector3 {
    Vector3(
      Double(frame.littleFloat(at: place)), Double(frame.littleFloat(at: place + 4)),
      Double(frame.littleFloat(at: place + 8)))
  }
}

/// Samples as binary messages: time and orientation in group 1, field, force and rate in group 3.
public struct VectorNavBinaryEncoder: SerialEncoder {
  public let sensors = [DecodedSensor(name: "")]
  public var content: SampleContent { [.rate, .force, .field, .orientation, .deviceTime] }
  private static let forceRail = 16 * Double.standardGravity
  private static let rateRail = 2000 * Double.pi / 180

  public init() {}

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row {
      let sample = decoded.sample
      var first: UInt16 = 1, third: UInt16 = 0
      var payload: [UInt8] = []
      payload.appendLittle(UInt64(bitPattern: sample.deviceTime ?? sample.arrivalTime))
      if let q = decoded.orientation?.quaternion {
        first |= 1 << 4
        for number in [q.x, q.y, q.z, q.w] { payload.appendLittle(Float(number).bitPattern) }
      }
      Self.add(8, (sample.magnetometer ?? .missing) / 100, rail: .infinity, &third, &payload)
      Self.add(9, sample.accelerometer, rail: Self.forceRail, &third, &payload)
      Self.add(10, sample.gyroscope, rail: Self.rateRail, &third, &payload)
      var frame: [UInt8] = [third == 0 ? 1 : 5]
      frame.appendLittle(first)
      if third != 0 { frame.appendLittle(third) }
      frame += payload
      frame.appendBig(CRC16.xmodem.sum(frame[...]))
      bytes.append(VectorNavLayout.preamble)
      bytes += frame
    }
  }

  private static func add(
    _ bit: UInt16, _ v: Vector3, rail: Double, _ mask: inout UInt16, _ payload: inout [UInt8]
  ) {
    guard v.isFinite else { return }
    mask |= 1 << bit
    for axis in 0..<3 { payload.appendLittle(Float(min(rail, max(-rail, v[axis]))).bitPattern) }
  }
}

extension SerialProtocol {
  static let vectorNavText = SerialProtocol(
    name: "vectornav_ascii", title: "VectorNav text", bauds: [115_200, 921_600, 460_800, 230_400],
    wakeUp: VectorNavCommand.readRegister(1).bytes, leastCoverage: 0.7, aliases: ["vn-ascii"],
    makeDecoder: { _ in FramedDecoder(VectorNavTextReader()) },
    makeEncoder: { $0.sensors.count == 1 ? VectorNavTextEncoder() : nil })
  static let vectorNavBinary = SerialProtocol(
    name: "vectornav_binary", title: "VectorNav binary", bauds: [115_200, 921_600, 460_800, 230_400],
    wakeUp: VectorNavCommand.readRegister(1).bytes,
    makeDecoder: { _ in FramedDecoder(VectorNavBinaryReader()) },
    makeEncoder: { $0.sensors.count == 1 ? VectorNavBinaryEncoder() : nil })
}
