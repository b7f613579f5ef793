/// What keeps this room from giving a number.
public enum KneeJointError: Error, Hashable, Sendable {
  /// There is no sample at all. Never a stiff knee.
  case noSamples
  /// Series that belong together have different lengths.
  case unequalLengths([Int])
  /// Fewer usable moving samples than the axes need. Peak rate seen [rad/s].
  case tooLittleMotion(samples: Int, peakRate: Double)
  /// The least-squares solver ended without a finite solution; its code.
  case noSolution(code: Int32)
}
