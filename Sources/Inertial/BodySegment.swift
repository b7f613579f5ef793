/// Where a sensor sits on the leg.
public enum BodySegment: String, Hashable, Sendable, CaseIterable { case thigh, shank }

/// Which leg. `unspecified` is computed and kept, but never attached to an event.
public enum BodySide: String, Hashable, Sendable, CaseIterable { case left, right, unspecified }

/// What a source says about the place of a sensor; nil where it says nothing.
public struct SensorPlacement: Hashable, Sendable {
  public var segment: BodySegment?
  public var side: BodySide?
  /// Where the placement was read: "column thigh_acc_x", "file name", "flag --map".
  public var because: String

  public init(segment: BodySegment?, side: BodySide?, because: String) {
    self.segment = segment
    self.side = side
    self.because = because
  }
}
