import Inertial
import KneeJoint

/// How far a range may be off by chance, and how far two must differ to mean something.
public struct ErrorBand: Hashable, Sendable {
  /// Standard error of measurement [rad]: the scatter of one range over sensors, mountings and noise.
  public var standardError: Double

  /// Smallest detectable change [rad]: two measurements of one leg that differ by less may differ by chance
  /// (95 %, Weir, J Strength Cond Res 19:231, 2005).
  public var smallestChange: Double { Self.smallestChange(ofError: standardError) }

  /// The same for any standard error, in its unit.
  public static func smallestChange(ofError standardError: Double) -> Double {
    ofDifference * rootTwo * standardError
  }

  /// Smallest difference of two legs that chance does not explain [rad].
  public func smallestDifference(to other: ErrorBand) -> Double {
    let squares: Double = standardError * standardError + other.standardError * other.standardError
    return Self.ofDifference * Double.sqrt(squares)
  }

  private static let ofDifference = 1.96
  private static let rootTwo = 2.0.squareRoot()

  /// The scatter that is always there, and what the flags of a result add to it.
  init(_ usual: Double, range: Double, flags: [QualityFlag]) {
    var added: [QualityFlag.Code: Double] = [:]
    for flag in flags where flag.effect != .note || [.thighStill, .lostSamples].contains(flag.code) {
      let more = Self.addition(flag, range: range)
      added[flag.code] = max(added[flag.code] ?? 0, more)
    }
    let squares = added.values.sorted().reduce(usual * usual) { $0 + $1 * $1 }
    standardError = Double.sqrt(squares)
  }

  /// What a doubt adds to the standard error [rad]: sensitivities of this method to the fault that the flag names.
  private static func addition(_ flag: QualityFlag, range: Double) -> Double {
    let degree = Double.pi / 180
    switch flag.code {
    // The thigh's own turn is not in the angle; half of its extent is the typical part that belongs there.
    case .thighStill: return 0.5 * (flag.value.map { min(abs($0), 0.1 * range) } ?? 0.1 * range)
    // 20 % lost adds up to half a degree, a delay of 20 ms one degree.
    case .lostSamples: return 0.5 * degree
    case .syncUnknown, .forceScale, .orientationUnsettled: return 1 * degree
    // A clipped gyroscope 2 degrees, a strap that slips by 15 degrees 1.2 to 2.7.
    case .saturated, .strapSlip, .headingUnobservable, .axisUnobservable: return 2 * degree
    // A knee is only roughly a hinge; what the hinge does not explain is partly in the angle.
    case .notAHinge, .tooSlow, .offAxis, .axisMismatch: return 4 * degree
    default: return 0
    }
  }
}

extension KneeMeasurement {
  /// Band of the range; nil where there is no range.
  public var errorBand: ErrorBand? {
    range.map { ErrorBand(Self.standardErrorOfMeasurement, range: $0.range, flags: flags) }
  }
}
