import Inertial

/// Samples into the bytes that a device would send: the other direction of a `SerialDecoder`.
public protocol SerialEncoder: Sendable {
  /// The sensors of the port, in the order of `DecodedSample.sensor`.
  var sensors: [DecodedSensor] { get }
  /// What reaches the other end.
  var content: SampleContent { get }

  /// The samples taken at one instant, at most one a sensor. Device time, counter and units are made as the device has
  /// them; numbers are rounded to its steps and held at its rails.
  mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8])
  /// What the device says about itself after power-on and now and then; most say nothing.
  mutating func appendDescription(to bytes: inout [UInt8])
}

extension SerialEncoder {
  public mutating func appendDescription(to bytes: inout [UInt8]) {}
}

/// The quantities that a protocol carries.
public struct SampleContent: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let rate = SampleContent(rawValue: 1 << 0)
  public static let force = SampleContent(rawValue: 1 << 1)
  public static let field = SampleContent(rawValue: 1 << 2)
  public static let orientation = SampleContent(rawValue: 1 << 3)
  public static let deviceTime = SampleContent(rawValue: 1 << 4)
  public static let counter = SampleContent(rawValue: 1 << 5)
}

/// What an encoder must know of the device that it plays.
public struct EncoderSettings: Hashable, Sendable {
  /// One entry for a port with one sensor (empty name), else their ids.
  public var sensors: [DecodedSensor]
  /// Rows of each sensor a second [Hz].
  public var rate: Double
  /// The configuration of the decoder at the other end, in its own words; empty for none.
  public var configuration: String

  public init(
    sensors: [DecodedSensor] = [DecodedSensor(name: "")], rate: Double = 100, configuration: String = ""
  ) {
    self.sensors = sensors
    self.rate = rate
    self.configuration = configuration
  }
}
