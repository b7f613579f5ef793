import IMUProtocols
import Inertial
import JSONText

/// What one feeding of a decoder gave, in the words of a vector file.
struct FrameResult {
  /// One entry a sample.
  var samples: [[String: FrameVector.Value]] = []
  var headers: [String] = []
  var messages = 0
  var rejected = 0
}

/// Joins one protocol of the vector files to its decoder.
struct FrameAdapter: Sendable {
  var make: @Sendable (FrameVector) throws -> any SerialDecoder
  /// Bytes that close noise in front of a frame; nil for framings without a header of their own.
  var noiseEnd: UInt8?

  /// Protocols with a decoder.
  static let all: [String: FrameAdapter] = [
    "diy_csv": FrameAdapter(
      make: { TextLineDecoder(configuration: try textConfiguration($0)) }, noiseEnd: 0x0A)
  ]

  /// Columns without stated units are in those of the configuration example of the specification.
  private static func textConfiguration(_ vector: FrameVector) throws -> TextLineConfiguration {
    guard let config = vector.config else { return TextLineConfiguration() }
    var configuration = try TextLineConfiguration(json: config.compactText)
    configuration.acceleration = configuration.acceleration ?? .metrePerSecondSquared
    configuration.angularRate = configuration.angularRate ?? .radianPerSecond
    configuration.magneticField = configuration.magneticField ?? .microtesla
    configuration.timeUnit = configuration.timeUnit ?? .microseconds
    return configuration
  }

  /// Feeds the pieces and ends the input.
  func run(_ vector: FrameVector, _ pieces: [ArraySlice<UInt8>]) throws -> FrameResult {
    var decoder = try make(vector)
    var result = FrameResult()
    var decoded: [DecodedSample] = []
    for piece in pieces { decoder.push(Array(piece), arrivalTime: 0) { decoded.append($0) } }
    decoder.finish { decoded.append($0) }
    result.samples = decoded.map { Self.values($0, decoder.sensors) }
    for event in decoder.takeEvents() {
      switch event {
      case .header(let text): result.headers.append(text)
      case .message: result.messages += 1
      default: break
      }
    }
    result.rejected = decoder.statistics.rejected
    return result
  }

  private static func values(_ decoded: DecodedSample, _ sensors: [DecodedSensor]) -> [String: FrameVector
    .Value]
  {
    var values: [String: FrameVector.Value] = ["id": .text(sensors[decoded.sensor].name)]
    let sample = decoded.sample
    if let time = sample.deviceTime { values["timestamp"] = .number(Double(time)) }
    let vectors = [
      ("acc", sample.accelerometer), ("gyr", sample.gyroscope), ("mag", sample.magnetometer ?? .missing),
    ]
    for (name, vector) in vectors where vector.isFinite {
      for (axis, letter) in ["x", "y", "z"].enumerated() {
        values[name + "_" + letter] = .number(vector[axis])
      }
    }
    return values
  }
}
