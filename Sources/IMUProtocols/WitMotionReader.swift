import Inertial

/// WitMotion 11-byte framing: groups of frames of one instant become one sample (serial.md 4.1).
///
/// A group ends when the order of types wraps. Once a few groups had the same types, a group is given with its last
/// frame. The sum is one byte, so a frame must also be followed by a header, unless it stands where one is due, has the
/// type that is due, and holds nothing that looks like a header: then its sample does not wait.
public struct WitMotionReader: FrameReader {
  public static let frameLength = 11
  public static let longestFrame = frameLength + 1

  public let sensors = [DecodedSensor(name: "")]
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  public var fieldUnit: FieldUnit { .arbitrary }
  /// As stated, as the sensor answered, or as usual.
  public private(set) var ranges: WitMotionRanges

  private let stated: WitMotionConfiguration
  private var group = WitMotionGroup()
  private var shape = WitMotionShape()
  private var clock = SegmentedClock()
  /// Type of the last frame of a group, and the bytes skipped until then.
  private var last: (type: UInt8, skipped: Int)?
  /// Register that the host asked for last: the reply does not name it.
  private var asked: UInt8?
  private var events = EventList()

  public init(configuration: WitMotionConfiguration = WitMotionConfiguration()) {
    stated = configuration
    ranges = WitMotionRanges(stated: configuration)
  }

  // MARK: Which bytes are a frame

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    judge(window, isEnd: false)
  }

  public func judgeLast(_ window: UnsafeRawBufferPointer) -> FrameVerdict { judge(window, isEnd: true) }

  private func judge(_ window: UnsafeRawBufferPointer, isEnd: Bool) -> FrameVerdict {
    guard window[0] == 0x55 else { return .none }
    guard window.count >= 2 else { return .needs(2) }
    guard window[1] & 0xF0 == 0x50 else { return .none }
    let length = Self.frameLength
    guard window.count >= length else { return .needs(length) }
    guard window.sum(0..<length - 1) == window[length - 1] else { return .bad(.checksum) }
    if isDue(window) { return .frame(length) }
    guard window.count > length else { return isEnd ? .frame(length) : .needs(length + 1) }
    return window[length] == 0x55 ? .frame(length) : .bad(.unconfirmed)
  }

  /// The frame stands behind the last one, has the type that follows, and no header begins in it: after a lost byte
  /// one does.
  private func isDue(_ frame: UnsafeRawBufferPointer) -> Bool {
    guard let last, last.skipped == statistics.bytesSkipped, shape.type(after: last.type) == frame[1] else {
      return false
    }
    for i in 2..<Self.frameLength - 1 where frame[i] == 0x55 && frame[i + 1] & 0xF0 == 0x50 { return false }
    return frame[Self.frameLength - 1] != 0x55
  }

  // MARK: What a frame says

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let type = frame[1]
    let isMotion = Self.carriesMotion(type)
    statistics.accept(bytes: frame.count, type: UInt32(type), isForeign: !isMotion)
    if isMotion {
      gather(frame, type, arrivalTime, emit)
    } else if type == WitMotion.FrameType.registers {
      takeReply(frame)
    }
  }

  static func carriesMotion(_ type: UInt8) -> Bool {
    WitMotion.FrameType.clock...WitMotion.FrameType.field ~= type || type == WitMotion.FrameType.quaternion
  }

  private mutating func gather(
    _ frame: UnsafeRawBufferPointer, _ type: UInt8, _ arrivalTime: Int64, _ emit: (DecodedSample) -> Void
  ) {
    if beginsGroup(type) { give(emit) }
    // A group that was given as whole goes on: it was not.
    if group.isEmpty, let last, type > last.type, shape.types & WitMotionGroup.bit(type) == 0 {
      shape.forget()
    }
    group.note(type, arrivalTime: arrivalTime)
    last = (type, statistics.bytesSkipped)
    takeValues(frame, type)
    if group.types == shape.types { give(emit) }
  }

  /// The order of types wraps, or more bytes were lost since the last frame than this group has frames between.
  private func beginsGroup(_ type: UInt8) -> Bool {
    guard !group.isEmpty, let last else { return false }
    if type <= group.lastType { return true }
    guard shape.types != 0 else { return false }
    let lost = statistics.bytesSkipped - last.skipped
    return lost > Self.frameLength * (shape.typesBetween(last.type, type) + 1) - 1
  }

  private mutating func takeValues(_ frame: UnsafeRawBufferPointer, _ type: UInt8) {
    let a = frame.little(Int16.self, at: 2), b = frame.little(Int16.self, at: 4)
    let c = frame.little(Int16.self, at: 6), d = frame.little(Int16.self, at: 8)
    switch type {
    case WitMotion.FrameType.clock: group.stamp = Self.stamp(frame)
    case WitMotion.FrameType.force: group.block.takeForce((a, b, c), ranges)
    case WitMotion.FrameType.angularRate: group.block.takeRate((a, b, c), ranges)
    case WitMotion.FrameType.angle: group.block.takeAngles((a, b, c))
    case WitMotion.FrameType.field: group.block.takeField((a, b, c))
    default: group.block.takeQuaternion(a, (b, c, d))
    }
  }

  private static func stamp(_ frame: UnsafeRawBufferPointer) -> Int64? {
    let stamp = CalendarStamp(
      year: 2000 + Int(frame[2]), month: Int(frame[3]), day: Int(frame[4]), hour: Int(frame[5]),
      minute: Int(frame[6]), second: Int(frame[7]), millisecond: Int(frame.little(UInt16.self, at: 8)))
    return stamp.isPossible ? stamp.nanoseconds : nil
  }

  private mutating func give(_ emit: (DecodedSample) -> Void) {
    if group.isEmpty { return }
    shape.learn(group.types)
    let time = group.stamp.flatMap { deviceTime($0) }
    let raw = group.block.raw(time: time, arrivalTime: group.arrivalTime)
    statistics.samples += 1
    emit(
      DecodedSample(
        sensor: 0, sample: raw, segment: clock.segment, orientation: group.block.orientation,
        marks: group.block.marks))
    group = WitMotionGroup()
  }

  private mutating func deviceTime(_ stamp: Int64) -> Int64? {
    clock.read(
      stamp, arrival: group.arrivalTime, isProven: true, counting: &statistics, noting: &events)
  }

  public mutating func settle(emit: (DecodedSample) -> Void) {
    give(emit)
    last = nil
  }

  // MARK: Replies

  public mutating func observe(sent bytes: [UInt8]) {
    if let register = WitMotionCommand.registerRead(by: bytes) { asked = register }
  }

  private mutating func takeReply(_ frame: UnsafeRawBufferPointer) {
    guard let first = asked else { return }
    let values = (0..<4).map { frame.little(Int16.self, at: 2 + 2 * $0) }
    events.note(.registers(first: UInt16(first), values: values))
    ranges.take(values, from: Int(first), stated, &events)
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }

  public func name(ofFrameType type: UInt32) -> String { WitMotion.name(ofFrameType: type) }
}

/// WitMotion 11-byte frames.
public typealias WitMotionDecoder = FramedDecoder<WitMotionReader>
