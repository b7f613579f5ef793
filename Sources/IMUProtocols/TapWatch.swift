import Inertial

/// Keeps what both sensors of a leg felt at the start of a stream, while they were bumped together: the same live and in
/// replay, because only the times of the samples and the marks of the log count.
public struct TapWatch: Sendable {
  /// How long taps are waited for from the first sample on, unless the measured part begins before [ns].
  public static let longest: Int64 = 12_000_000_000
  /// Sensors beyond these are not watched: memory stays bounded.
  private static let mostSensors = 32

  private var tracks: [TapOffset.Track] = []
  private var zero: Int64?
  /// Nothing more is taken.
  public private(set) var isOver = false

  public init() {}

  /// A sample of a `StreamSet`.
  public mutating func push(_ decoded: DecodedSample) {
    let time = decoded.sample.deviceTime ?? decoded.sample.arrivalTime
    zero = zero ?? time
    if let zero, time &- zero > Self.longest { isOver = true }
    guard !isOver, decoded.sensor < Self.mostSensors, decoded.sample.accelerometer.isFinite else { return }
    while tracks.count <= decoded.sensor { tracks.append([]) }
    tracks[decoded.sensor].append((time, decoded.sample.accelerometer))
  }

  /// The measured part begins: what moves from here on is the leg.
  public mutating func close() { isOver = true }

  /// Which sensors of a stream are compared: thigh and shank, else the first two.
  public func pair(of sensors: [PlacedSensor]) -> (first: Int, second: Int)? {
    if let thigh = sensors.firstIndex(where: { $0.segment == .thigh }),
      let shank = sensors.firstIndex(where: { $0.segment == .shank })
    {
      return (thigh, shank)
    }
    return sensors.count == 2 ? (0, 1) : nil
  }

  /// The time of the second sensor of the pair minus that of the first; nil when no bump stands out in both.
  public func offset(of sensors: [PlacedSensor]) -> TapOffset? {
    guard let (first, second) = pair(of: sensors), tracks.indices.contains(max(first, second)) else {
      return nil
    }
    return TapOffset.measure(tracks[first], tracks[second])
  }
}
