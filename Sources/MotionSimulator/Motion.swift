/// What the simulated person does. Each motion begins with about three still seconds in the pose named here and
/// ends still in the same pose.
public enum Motion: String, CaseIterable, Sendable {
  /// Sitting on an edge, knee bent about 90 degrees: extend to nearly straight and return.
  case seatedExtension = "seated-extension"
  /// Standing straight: bend the knees and rise.
  case squats
  /// Standing straight: a flight up, a turn on the landing, a flight down.
  case stairs
  /// Standing straight: level walking with half turns.
  case walking
  /// Sitting: rise to stand, stand, sit down.
  case sitToStand = "sit-to-stand"
  /// Lying with the leg straight: draw the heel towards the seat and back.
  case heelSlides = "heel-slides"
  /// Standing straight: runs of a few strides with a sharp change of direction, and back.
  case cutting
  /// Standing on a low box: step off, land on both feet deep in the knees, rise, step back up.
  case dropLanding = "drop-landing"
}
