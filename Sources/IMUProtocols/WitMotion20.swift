import Inertial

/// WitMotion 20-byte framing: acceleration, rate and angles in one frame without a sum (serial.md 4.2).
///
/// A frame counts only when the two bytes behind it are a header again, so its sample comes with the start of the next
/// one; the last frame before a cut is never confirmed.
public struct WitMotion20Reader: FrameReader {
  public static let frameLength = 20
  public static let longestFrame = frameLength + 2
  private static let sample: UInt8 = 0x61
  private static let reply: UInt8 = 0x71

  public let sensors = [DecodedSensor(name: "")]
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { false }
  public var fieldUnit: FieldUnit { .arbitrary }
  /// As stated, as the sensor answered, or as usual.
  public private(set) var ranges: WitMotionRanges
  private let stated: WitMotionConfiguration
  private var events = EventList()

  public init(configuration: WitMotionConfiguration = WitMotionConfiguration()) {
    stated = configuration
    ranges = WitMotionRanges(stated: configuration)
  }

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard window[0] == 0x55 else { return .none }
    guard window.count >= 2 else { return .needs(2) }
    guard Self.isType(window[1]) else { return .none }
    guard window.count >= Self.longestFrame else { return .needs(Self.longestFrame) }
    let isHeader = window[Self.frameLength] == 0x55 && Self.isType(window[Self.frameLength + 1])
    return isHeader ? .frame(Self.frameLength) : .bad(.unconfirmed)
  }

  private static func isType(_ byte: UInt8) -> Bool { byte == sample || byte == reply }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let isReply = frame[1] == Self.reply
    statistics.accept(bytes: frame.count, type: UInt32(frame[1]), isForeign: isReply)
    if isReply { return takeReply(frame) }
    var block = WitMotionBlock()
    block.takeForce(Self.counts(frame, at: 2), ranges)
    block.takeRate(Self.counts(frame, at: 8), ranges)
    block.takeAngles(Self.counts(frame, at: 14))
    statistics.samples += 1
    emit(
      DecodedSample(
        sensor: 0, sample: block.raw(time: nil, arrivalTime: arrivalTime), orientation: block.orientation,
        marks: block.marks))
  }

  private static func counts(_ frame: UnsafeRawBufferPointer, at place: Int) -> WitMotionBlock.Counts {
    (
      frame.little(Int16.self, at: place), frame.little(Int16.self, at: place + 2),
      frame.little(Int16.self, at: place + 4)
    )
  }

  private mutating func takeReply(_ frame: UnsafeRawBufferPointer) {
    let first = frame.little(UInt16.self, at: 2)
    let values = (0..<8).map { frame.little(Int16.self, at: 4 + 2 * $0) }
    events.note(.registers(first: first, values: values))
    ranges.take(values, from: Int(first), stated, &events)
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }
  public func name(ofFrameType type: UInt32) -> String { WitMotion.name(ofFrameType: type) }
}

/// WitMotion 20-byte frames.
public typealias WitMotion20Decoder = FramedDecoder<WitMotion20Reader>

/// A WitMotion sensor with the 20-byte framing.
public struct WitMotion20Encoder: SerialEncoder {
  public let sensors: [DecodedSensor]
  public var content: SampleContent { [.force, .rate, .orientation] }
  private let counts: WitMotionCounts

  public init(
    configuration: WitMotionConfiguration = WitMotionConfiguration(), sensor: DecodedSensor = .init(name: "")
  ) {
    sensors = [sensor]
    counts = WitMotionCounts(ranges: WitMotionRanges(stated: configuration))
  }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for sample in row where sample.sensor == 0 {
      bytes.append(0x55)
      bytes.append(0x61)
      Self.append(counts.force(sample.sample), to: &bytes)
      Self.append(counts.rate(sample.sample), to: &bytes)
      Self.append(counts.angles(sample), to: &bytes)
    }
  }

  /// The reply to a register read: eight registers from `first` on.
  public static func appendReply(first: UInt16, _ values: [Int16], to bytes: inout [UInt8]) {
    bytes.append(0x55)
    bytes.append(0x71)
    bytes.appendLittle(first)
    for place in 0..<8 { bytes.appendLittle(place < values.count ? values[place] : 0) }
  }

  private static func append(_ counts: WitMotionBlock.Counts, to bytes: inout [UInt8]) {
    bytes.appendLittle(counts.0)
    bytes.appendLittle(counts.1)
    bytes.appendLittle(counts.2)
  }
}
