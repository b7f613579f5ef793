/// How often something happened on a port from its start up to a sample.
///
/// Two samples of a sensor that differ here have trouble between them, however the bytes were split into chunks.
@frozen public struct StreamIncidents: Hashable, Sendable {
  /// Frames or lines of the port that were rejected.
  public var rejections: UInt32 = 0
  /// Those of them for an impossible time: sound samples else, so that no time shows what is missing.
  public var clockSteps: UInt32 = 0
  /// Samples of this sensor that were not plausible.
  public var implausible: UInt32 = 0
  /// Messages of the device.
  public var messages: UInt32 = 0
  public var stalls: UInt32 = 0
  /// Losses of the port and returns to it.
  public var losses: UInt32 = 0

  @inlinable public init() {}
}

extension DecoderStatistics {
  /// What the bytes so far tell.
  var incidents: StreamIncidents {
    var incidents = StreamIncidents()
    incidents.rejections = UInt32(truncatingIfNeeded: rejected)
    incidents.clockSteps = UInt32(truncatingIfNeeded: clockSteps)
    incidents.messages = UInt32(truncatingIfNeeded: remarks)
    return incidents
  }
}

extension DecodedSample {
  /// The same sample, behind these incidents and from this frame.
  func behind(_ incidents: StreamIncidents, in frame: FramePlace = FramePlace()) -> DecodedSample {
    var sample = self
    sample.incidents = incidents
    sample.frame = frame
    return sample
  }
}
