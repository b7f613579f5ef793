/// A protocol by its name: what detection, `--protocol`, raw logs and simulated devices share.
///
/// Someone else's decoder needs no entry here: it conforms to `SerialDecoder` and is handed to a `SensorStream`.
public struct SerialProtocol: Sendable {
  /// Name in options and raw logs: "witmotion".
  public let name: String
  /// For people: "WitMotion 11-byte".
  public let title: String
  /// Usual line speeds [baud], the most likely first; empty: any.
  public let bauds: [Int]
  /// A gentle question that a silent device of this kind answers; nil for none.
  public let wakeUp: [UInt8]?
  /// Commands that make the device send, and that end it, each with its own acknowledge if it has one.
  public let start: [[UInt8]]
  public let stop: [[UInt8]]
  /// Least share of the bytes that must lie in good frames before the protocol counts as found.
  public let leastCoverage: Double
  /// Other names that a person may use: "razor".
  public let aliases: [String]
  /// Keys of a device file that only this decoder reads, beside those of every protocol.
  public let configurationKeys: [String]
  /// Which types of frames speak for this protocol, where several share one decoder; nil: all.
  public let ownsFrameType: (@Sendable (UInt32) -> Bool)?
  /// What its users should know about its numbers; nil for nothing.
  public let caution: String?
  /// Throws for a configuration that the decoder cannot read; an empty one is none.
  public let makeDecoder: @Sendable (_ configuration: String) throws -> any SerialDecoder
  /// nil when the settings name something that the device cannot do.
  public let makeEncoder: @Sendable (EncoderSettings) -> (any SerialEncoder)?

  public init(
    name: String, title: String, bauds: [Int] = [115_200], wakeUp: [UInt8]? = nil, start: [[UInt8]] = [],
    stop: [[UInt8]] = [], leastCoverage: Double = 0.5, aliases: [String] = [],
    configurationKeys: [String] = [],
    ownsFrameType: (@Sendable (UInt32) -> Bool)? = nil, caution: String? = nil,
    makeDecoder: @escaping @Sendable (_ configuration: String) throws -> any SerialDecoder,
    makeEncoder: @escaping @Sendable (EncoderSettings) -> (any SerialEncoder)?
  ) {
    self.name = name
    self.title = title
    self.bauds = bauds
    self.wakeUp = wakeUp
    self.start = start
    self.stop = stop
    self.leastCoverage = leastCoverage
    self.aliases = aliases
    self.configurationKeys = configurationKeys
    self.ownsFrameType = ownsFrameType
    self.caution = caution
    self.makeDecoder = makeDecoder
    self.makeEncoder = makeEncoder
  }

  /// Every protocol of this package, one line each; the entries stand beside their decoders.
  public static let all: [SerialProtocol] = [
    .text, .razorText, .i2cdevText, .motionCal, .openLogArtemis,
    .witMotion, .witMotion20, .witMotionModbus, .rvc,
    .ximu3ASCII, .ximu3Binary, .xsens, .mip, .openIMU, .vectorNavText, .vectorNavBinary,
  ]

  /// By its name, or by another name of it.
  public static func named(_ name: String) -> SerialProtocol? {
    all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
  }
}
