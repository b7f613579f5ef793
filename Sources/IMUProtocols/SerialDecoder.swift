import Inertial

/// Bytes of one port in, samples in SI out: a value that owns no port and keeps no global state.
///
/// The result depends on the bytes and their arrival times alone, never on how the bytes were split into chunks
/// (only arrival times move with the split). Damaged input is counted and left out; no input stops a decoder.
/// Any type may conform, also outside this package.
public protocol SerialDecoder: Sendable {
  /// The sensors seen or configured so far; `DecodedSample.sensor` counts in this list. It only grows.
  var sensors: [DecodedSensor] { get }
  /// What was counted since the start.
  var statistics: DecoderStatistics { get }
  /// The last damaged frames with their reasons, for display.
  var rejected: RejectedFrames { get }
  /// Bytes between two frames that cannot be inside one: where a stream may start after a cut. nil when the
  /// framing finds its own start.
  var frameEnd: UInt8? { get }
  /// True when every frame carries a check that lets next to no damage through, so that values need no test of
  /// plausibility.
  var isChecked: Bool { get }
  /// Stated by the source [Hz]; nil when it states none.
  var nominalRate: Double? { get }
  /// What the numbers of `RawSample.magnetometer` are.
  var fieldUnit: FieldUnit { get }
  /// After so many values `DecodedSample.counter` starts again: 256. nil where no counter is sent, or it has 32 bits.
  var counterValues: Int64? { get }
  /// Samples of each sensor after every start of the device whose values are not to be trusted.
  var unsettledSamples: Int { get }
  /// True where each sensor is a device of its own on a shared wire, whose clock started when it did.
  var hasClockPerSensor: Bool { get }

  /// True for the bytes before the first frame end after an opening, the end included, that cannot be a part of a frame:
  /// nothing was cut off.
  func isWhole(firstFrame bytes: UnsafeRawBufferPointer) -> Bool
  /// Takes the bytes that arrived at host monotonic time `arrivalTime` [ns].
  mutating func push(_ bytes: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void)
  /// End of input, or a cut in it: settles or drops what is still undecided.
  mutating func finish(emit: (DecodedSample) -> Void)
  /// What the device said beside its samples since the last call.
  mutating func takeEvents() -> [DecoderEvent]
  /// Hears what the host sends to the device: some replies do not say what was asked.
  mutating func observe(sent bytes: [UInt8])
  func name(ofFrameType type: UInt32) -> String
}

extension SerialDecoder {
  public var fieldUnit: FieldUnit { .microtesla }
  public var counterValues: Int64? { nil }
  public var unsettledSamples: Int { 0 }
  public var hasClockPerSensor: Bool { false }

  public func isWhole(firstFrame bytes: UnsafeRawBufferPointer) -> Bool { false }

  public mutating func observe(sent bytes: [UInt8]) {}

  /// The words for a frame type that `DecoderStatistics.types` counted; its number unless a decoder knows better.
  public func name(ofFrameType type: UInt32) -> String { "type " + String(type, radix: 16, uppercase: true) }

  public mutating func push(_ bytes: [UInt8], arrivalTime: Int64, emit: (DecodedSample) -> Void) {
    bytes.withUnsafeBytes { push($0, arrivalTime: arrivalTime, emit: emit) }
  }
}

/// How a device names one of its sensors, and where it sits when that is known.
public struct DecodedSensor: Hashable, Sendable {
  /// The id or column suffix as sent: "T", "2"; empty for the only sensor of a port.
  public var name: String
  public var segment: BodySegment?

  public init(name: String, segment: BodySegment? = nil) {
    self.name = name
    self.segment = segment
  }
}

extension BodySegment {
  /// Where a sensor of this name sits: "T", "thigh", "S", "shank" and "shin" in any case; nil for every other name.
  static func ofSensor(named name: String) -> BodySegment? {
    switch name.lowercased() {
    case "t", "thigh": .thigh
    case "s", "shank", "shin": .shank
    default: nil
    }
  }
}

/// What a device says beside its samples.
public enum DecoderEvent: Hashable, Sendable {
  /// Column names as sent.
  case header(String)
  /// The board's description of itself, as sent.
  case description(String)
  /// Text that is neither a sample nor damaged: a boot banner, "FIFO overflow!". Samples may be missing here.
  case message(String)
  /// A reply to a register read: its first register and the values.
  case registers(first: UInt16, values: [Int16])
  /// A reply to a command, in the protocol's own words: "GoToMeasurementAck".
  case acknowledge(String)
  /// The device clock started again; time goes on by host time.
  case restart(segment: Int)
  /// Columns without which there is no motion: "gx", "gy", "gz".
  case columnsMissing([String])
  /// Quantities whose unit nobody states ("acc", "gyr", "t"). Their values are not delivered: a unit is never guessed.
  case unitsMissing([String])
  /// A sensor id that is not among the configured ones, at its first appearance.
  case unknownSensor(String)
  /// The board contradicts the configuration, which wins; names the key.
  case contradiction(String)
}
