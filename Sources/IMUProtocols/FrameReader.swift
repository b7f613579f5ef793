/// What a framing says about the front of a window of bytes.
public enum FrameVerdict: Hashable, Sendable {
  /// No frame begins here.
  case none
  /// So many bytes, counted from here, decide it.
  case needs(Int)
  /// A whole frame of so many bytes that passed its check.
  case frame(Int)
  /// It begins like a frame and is none: the scan goes on one byte further.
  case bad(RejectionReason)
  /// A damaged frame of so many bytes whose end is certain, as with lines: the scan goes on behind it.
  case damaged(Int, RejectionReason)
}

/// The meaning of one binary protocol: which bytes are a frame, and what a frame says.
///
/// `FramedDecoder` makes a whole `SerialDecoder` of it: buffering, coming back after false headers, counting.
public protocol FrameReader: Sendable {
  /// No frame is longer, nor needs more bytes to be decided [bytes].
  static var longestFrame: Int { get }
  /// From the first byte of an incomplete frame until the first whole frame inside it wins [ns].
  static var patience: Int64 { get }
  var sensors: [DecodedSensor] { get }
  var statistics: DecoderStatistics { get set }
  /// See `SerialDecoder.frameEnd`; nil unless said otherwise.
  var frameEnd: UInt8? { get }
  var isChecked: Bool { get }
  var nominalRate: Double? { get }
  var fieldUnit: FieldUnit { get }
  /// See `SerialDecoder`; nil and 0 unless said otherwise.
  var counterValues: Int64? { get }
  var unsettledSamples: Int { get }
  /// See `SerialDecoder`; false unless said otherwise.
  var hasClockPerSensor: Bool { get }

  /// Judges the front of `window`, which is never empty; `isAll`: nothing behind it has arrived yet.
  func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict
  /// The same at the end of input, where nothing more will come; as `judge` unless said otherwise.
  func judgeLast(_ window: UnsafeRawBufferPointer) -> FrameVerdict
  /// Takes a frame that `judge` found; its first byte arrived at host time `arrivalTime` [ns]. Counts it with
  /// `statistics.accept`.
  mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void)
  /// End of input: what was gathered and not given yet.
  mutating func settle(emit: (DecodedSample) -> Void)
  mutating func takeEvents() -> [DecoderEvent]
  /// See `SerialDecoder.observe(sent:)`.
  mutating func observe(sent bytes: [UInt8])
  func name(ofFrameType type: UInt32) -> String
}

extension FrameReader {
  public static var patience: Int64 { 100_000_000 }
  public var frameEnd: UInt8? { nil }
  public var nominalRate: Double? { nil }
  public var fieldUnit: FieldUnit { .microtesla }
  public var counterValues: Int64? { nil }
  public var unsettledSamples: Int { 0 }
  public var hasClockPerSensor: Bool { false }
  public func judgeLast(_ window: UnsafeRawBufferPointer) -> FrameVerdict { judge(window, isAll: true) }
  public mutating func settle(emit: (DecodedSample) -> Void) {}
  public mutating func observe(sent bytes: [UInt8]) {}
  public mutating func takeEvents() -> [DecoderEvent] { [] }
  public func name(ofFrameType type: UInt32) -> String {
    "type " + String(type, radix: 16, uppercase: true)
  }
}

/// A decoder made of a `FrameReader`: bytes of any split in, the samples of its frames out.
public struct FramedDecoder<Reader: FrameReader>: SerialDecoder {
  public private(set) var reader: Reader
  public private(set) var rejected = RejectedFrames()
  private var scanner = FrameScanner(longestFrame: Reader.longestFrame, patience: Reader.patience)

  public init(_ reader: Reader) { self.reader = reader }

  public var sensors: [DecodedSensor] { reader.sensors }
  public var statistics: DecoderStatistics { reader.statistics }
  public var frameEnd: UInt8? { reader.frameEnd }
  public var isChecked: Bool { reader.isChecked }
  public var nominalRate: Double? { reader.nominalRate }
  public var fieldUnit: FieldUnit { reader.fieldUnit }
  public var counterValues: Int64? { reader.counterValues }
  public var unsettledSamples: Int { reader.unsettledSamples }
  public var hasClockPerSensor: Bool { reader.hasClockPerSensor }

  public mutating func push(
    _ bytes: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    reader.statistics.bytes += bytes.count
    scanner.push(bytes, arrivalTime: arrivalTime, into: &reader, &rejected, emit)
  }

  public mutating func finish(emit: (DecodedSample) -> Void) {
    scanner.finish(into: &reader, &rejected, emit)
    let incidents = reader.statistics.incidents
    reader.settle { emit($0.behind(incidents)) }
  }

  public mutating func takeEvents() -> [DecoderEvent] { reader.takeEvents() }
  public mutating func observe(sent bytes: [UInt8]) { reader.observe(sent: bytes) }
  public func name(ofFrameType type: UInt32) -> String { reader.name(ofFrameType: type) }
}
