import Goniometry
import Inertial

/// The range of motion of one simulated leg, as the instrument gave it and as it was. Degrees.
public struct RangeTrial: Sendable {
  /// Counted as the error where the instrument gave no number.
  public static let refusedError = 20.0
  /// Above it an error must carry a flag; below the other a warning is a false alarm.
  public static let largeError = 3.0, smallError = 1.0

  public var seed: UInt64
  /// Groups of the statistics that it belongs to.
  public var motion: String
  public var faults: [String]
  public var truth: Double
  /// nil: refused.
  public var range: Double?
  /// Flags of effect warn or stop, each code once.
  public var doubts: [QualityFlag.Code]
  /// Why there is no number, where the recording could not serve at all.
  public var failure: GoniometerError?

  /// - Parameter flexion: the truth, one a row [deg].
  public init(
    _ recording: RawRecording, flexion: [Double], seed: UInt64, motion: String, faults: [String],
    goniometer: Goniometer
  ) {
    self.seed = seed
    self.motion = motion
    self.faults = faults
    truth = (flexion.max() ?? .nan) - (flexion.min() ?? .nan)
    doubts = []
    do throws(GoniometerError) {
      guard let knee = try goniometer.measure(recording).measurements.first else { return }
      range = knee.isStopped ? nil : knee.range?.range.radiansToDegrees
      for flag in knee.flags where flag.effect != .note && !doubts.contains(flag.code) {
        doubts.append(flag.code)
      }
    } catch {
      failure = error
    }
  }

  public init(
    seed: UInt64, motion: String, faults: [String], truth: Double, range: Double?,
    doubts: [QualityFlag.Code]
  ) {
    self.seed = seed
    self.motion = motion
    self.faults = faults
    self.truth = truth
    self.range = range
    self.doubts = doubts
  }

  /// Absolute error of the range.
  public var error: Double { range.map { abs($0 - truth) } ?? Self.refusedError }
  public var isRefused: Bool { range == nil }
  /// The user is told that the number may be wrong, or why there is none.
  public var isDoubted: Bool { !doubts.isEmpty || failure != nil }
  var isLarge: Bool { error > Self.largeError }
  var isSmall: Bool { error < Self.smallError }
}
