import Inertial
import JSONText

@testable import IMUProtocols

/// Joins one protocol of the vector files to its decoder and its commands.
///
/// Who writes a decoder adds its line to the table of its family: `text`, `witMotion` or `laboratory`.
struct FrameAdapter: Sendable {
  /// What may stand in front of a frame.
  enum Noise: Sendable {
    case open
    /// Closed with this byte: lines and SLIP.
    case closed(UInt8)
    /// Left out for framings without a header of their own.
    case none
  }

  /// A decoder for the vector's `config`.
  var make: @Sendable (FrameVector) throws -> any SerialDecoder
  var noise = Noise.open
  /// The next header confirms a frame: the last copy gives nothing.
  var needsNext = false
  /// No single flipped bit may change a value.
  var isChecked = false
  /// The command that `to_device` vectors describe; nil where there is no encoder.
  var command: (@Sendable (FrameVector) -> [UInt8]?)?
  /// Counter and time of a good frame without motion, where the protocol sends them.
  var foreign: (@Sendable (any SerialDecoder) -> DecodedSample?)?

  static let all: [String: FrameAdapter] =
    text.merging(witMotion) { $1 }.merging(laboratory) { $1 }

  /// The decoder of the registry by its name, with the vector's `config` as its configuration.
  static func registered(
    _ name: String, noise: Noise = .open, needsNext: Bool = false, isChecked: Bool = false,
    command: (@Sendable (FrameVector) -> [UInt8]?)? = nil
  ) -> FrameAdapter {
    FrameAdapter(
      make: { try SerialProtocol.named(name)!.makeDecoder($0.config?.compactText ?? "") }, noise: noise,
      needsNext: needsNext, isChecked: isChecked, command: command)
  }

  /// Feeds the pieces and ends the input.
  func run(_ vector: FrameVector, _ pieces: [ArraySlice<UInt8>]) throws -> FrameResult {
    var decoder = try make(vector)
    var result = FrameResult()
    var samples: [DecodedSample] = []
    for piece in pieces { decoder.push(Array(piece), arrivalTime: 0) { samples.append($0) } }
    decoder.finish { samples.append($0) }
    result.samples = samples
    result.outcomes = samples.map {
      FrameOutcome(sample: $0, sensor: decoder.sensors[$0.sensor].name, fieldUnit: decoder.fieldUnit)
    }
    for event in decoder.takeEvents() { result.take(event) }
    if result.outcomes.isEmpty {
      var outcome = FrameOutcome()
      outcome.sample = foreign?(decoder)
      result.outcomes = Array(repeating: outcome, count: decoder.statistics.foreignFrames)
    }
    result.rejected = decoder.statistics.rejected
    return result
  }
}

/// What one feeding of a decoder gave.
struct FrameResult {
  var samples: [DecodedSample] = []
  /// One for each sample, else for each register reply, else for each good frame without motion.
  var outcomes: [FrameOutcome] = []
  var headers: [String] = []
  var messages = 0
  /// Replies to commands; a vector may call one a message.
  var acknowledges = 0
  var rejected = 0

  fileprivate mutating func take(_ event: DecoderEvent) {
    switch event {
    case .header(let text): headers.append(text)
    case .message: messages += 1
    case .acknowledge: acknowledges += 1
    case .registers(let first, let values): outcomes.append(FrameOutcome(first: first, values: values))
    default: break
    }
  }
}
