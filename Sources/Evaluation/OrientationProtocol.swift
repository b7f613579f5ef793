import Inertial

/// What one recording scored. Degrees; root mean squares over the rows that count.
public struct OrientationScore: Hashable, Sendable {
  /// nil for a 6D result, whose heading is free.
  public var total: Double?
  public var heading: Double?
  public var inclination: Double
  /// Total with one constant heading taken off: tells a field offset from drift. Uses the reference.
  public var totalWithoutMeanHeading: Double?
  public var meanHeading: Double?
  /// Rows that count, and how many of them have no reference.
  public var samples: Int
  public var withoutReference: Int
}

public enum OrientationScoreError: Error, Hashable, Sendable {
  /// An estimate that is not finite, anywhere, counted or not.
  case notFinite(rows: Int, first: Int)
  /// No row that counts has a reference.
  case nothingToScore
  /// Estimate, reference and mask differ in length.
  case unequalLength
}

/// The evaluation protocol of orientations: no alignment, no offset removed, no row left out but those that
/// the recording itself leaves out. Laidig et al., Data 6(7):72, 2021, doi 10.3390/data6070072.
public enum OrientationProtocol {
  /// - Parameters:
  ///   - reference: not finite where hidden; a length that is not near 1 is no orientation either.
  ///   - counts: false for a row that is not scored.
  ///   - hasHeading: false for a 6D estimate.
  public static func score(
    _ estimate: [Quaternion], reference: [Quaternion], counts: [Bool], hasHeading: Bool
  ) throws(OrientationScoreError) -> OrientationScore {
    guard estimate.count == reference.count, estimate.count == counts.count else { throw .unequalLength }
    let broken = estimate.indices.filter { !estimate[$0].isFinite || estimate[$0].squaredNorm == 0 }
    if let first = broken.first { throw .notFinite(rows: broken.count, first: first) }

    let wanted = estimate.indices.filter { counts[$0] }
    let errors = wanted.compactMap { row -> Quaternion? in
      guard reference[row].isAttitude else { return nil }
      return (estimate[row] * reference[row].conjugate).normalized
    }
    if errors.isEmpty { throw .nothingToScore }
    let angles = errors.map { ErrorAngles($0) }
    var score = OrientationScore(
      inclination: rootMeanSquare(angles.map(\.inclination)), samples: wanted.count,
      withoutReference: wanted.count - errors.count)
    guard hasHeading else { return score }
    score.total = rootMeanSquare(angles.map(\.total))
    score.heading = rootMeanSquare(angles.map(\.heading))
    let mean = meanHeading(errors)
    let back = Quaternion(axis: .unitZ, angle: -mean)
    score.totalWithoutMeanHeading = rootMeanSquare(errors.map { ErrorAngles(back * $0).total })
    score.meanHeading = mean.radiansToDegrees
    return score
  }

  /// Circular mean of the turns about the vertical [rad].
  private static func meanHeading(_ errors: [Quaternion]) -> Double {
    var sine = 0.0, cosine = 0.0
    for e in errors {
      let heading = e.twist(about: .unitZ)
      sine += Double.sin(heading)
      cosine += Double.cos(heading)
    }
    return Double.atan2(sine, cosine)
  }

  private static func rootMeanSquare(_ angles: [Double]) -> Double {
    let sum = angles.reduce(0) { $0 + $1 * $1 }
    return Double.sqrt(sum / Double(angles.count)).radiansToDegrees
  }
}
