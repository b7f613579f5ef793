import Inertial

/// How a phone-like device sits on the shin: which edge is up while the shin is vertical.
///
/// Device axes: x right, y top, z out of the screen.
public enum DeviceOrientation: String, Hashable, Sendable, CaseIterable {
  /// Top edge up.
  case portrait
  /// Bottom edge up.
  case portraitUpsideDown
  /// Left edge up.
  case landscapeLeft
  /// Right edge up.
  case landscapeRight

  /// Reads a name; plain `landscape` means left edge up.
  public init?(name: String) {
    if name == "landscape" { self = .landscapeLeft } else { self.init(rawValue: name) }
  }

  /// The edge that gravity points away from at the first sample.
  /// - Parameter up: up direction in device axes.
  public init(up: Vector3) {
    if abs(up.y) >= abs(up.x) {
      self = up.y >= 0 ? .portrait : .portraitUpsideDown
    } else {
      self = up.x <= 0 ? .landscapeLeft : .landscapeRight
    }
  }

  /// Axis that a knee turns such a device about.
  public var nominalAxis: Vector3 {
    switch self {
    case .portrait, .portraitUpsideDown: .unitX
    case .landscapeLeft, .landscapeRight: .unitY
    }
  }

  /// Device axis that points up the shin, towards the knee.
  public var towardsKnee: Vector3 {
    switch self {
    case .portrait: .unitY
    case .portraitUpsideDown: -.unitY
    case .landscapeLeft: -.unitX
    case .landscapeRight: .unitX
    }
  }

  /// The device stands on its head: values are mirrored, so that a vertical shin reads 0.
  var isReversed: Bool { self == .portraitUpsideDown || self == .landscapeRight }
}
