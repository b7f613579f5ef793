import Goniometry
import Inertial
import KneeJoint

/// A recording with its angle reference, as the bench scores it.
public struct KneeBenchInput: Sendable {
  public var trial: KneeTrial
  public var recording: RawRecording

  public init(trial: KneeTrial, recording: RawRecording) {
    self.trial = trial
    self.recording = recording
  }

  /// What is measured in a row of the bench.
  public func recording(_ variant: RecordingVariant, _ mounting: KneeMounting) -> RawRecording {
    // A rail belongs to the sensor's own axes: first the mounting, then what goes wrong.
    let mounted = recording.mounted(mounting)
    return variant == .asRecorded ? mounted : variant.applied(to: mounted)
  }

  /// What that row is scored against: rows may be gone, the reference stays.
  public func reference(_ variant: RecordingVariant) -> (series: AngleSeries, valid: [Bool])? {
    if case .sceneTurned = variant { return variant.applied(to: recording).angleReference }
    return recording.angleReference
  }
}

/// How the sensors are turned before the bench runs.
public enum KneeMounting: Hashable, Sendable {
  case asRecorded
  /// Each sensor turned by its own random rotation.
  case random(seed: UInt64)
}

/// One trial on the bench.
public struct KneeBenchRow: Sendable {
  public var trial: String
  /// Who measured: this program, or the name of a peer.
  public var method: String
  public var variant: RecordingVariant
  public var mounting: KneeMounting
  /// nil when the trial has no angle reference or gave no angle.
  public var score: KneeScore?
  /// Effect of `notAHinge` where raised.
  public var hingeDoubt: QualityFlag.Effect?
  public var flags: [QualityFlag]
  /// The hinge that was found; nil where there is none.
  public var axes: HingeAxes?
  /// Why there is no angle or no score.
  public var failure: KneeBenchFailure?
}

public enum KneeBenchFailure: Error, Hashable, Sendable {
  case instrument(GoniometerError)
  case scoring(KneeScoreError)
  /// The recording has no angle reference: measured, not scored.
  case noReference
  /// Not two sensors on one leg.
  case notAPair
  /// A peer gave no result, or not in time.
  case noResult
}

extension KneeBenchRow {
  /// The name of this program among the methods.
  public static let ownMethod = "flexion"

  public init(
    _ trial: String, method: String = Self.ownMethod, variant: RecordingVariant = .asRecorded,
    mounting: KneeMounting = .asRecorded
  ) {
    self.trial = trial
    self.method = method
    self.variant = variant
    self.mounting = mounting
    flags = []
  }
}

/// Knee accuracy over recordings with a reference.
public enum KneeBench {
  /// Measures and scores one trial.
  public static func row(
    _ input: KneeBenchInput, variant: RecordingVariant = .asRecorded, mounting: KneeMounting = .asRecorded,
    goniometer: Goniometer
  ) -> KneeBenchRow {
    var row = KneeBenchRow(input.trial.name, variant: variant, mounting: mounting)
    do throws(GoniometerError) {
      let measured = try goniometer.measure(input.recording(variant, mounting))
      guard measured.measurements.count == 1, let knee = measured.measurements.first,
        knee.definition == .jointAngle
      else {
        row.failure = .notAPair
        return row
      }
      row.flags = knee.flags
      row.axes = knee.axes
      row.hingeDoubt = knee.flags.first { $0.code == .notAHinge }?.effect
      let angle = AngleSeries(time: knee.time, degrees: knee.angle.map(\.radiansToDegrees))
      score(angle, input, variant.trial(input.trial), &row)
    } catch {
      row.failure = .instrument(error)
    }
    return row
  }

  /// Scores an angle that a peer measured. A peer knows no side of flexion: the better of both signs counts.
  public static func row(
    _ input: KneeBenchInput, peer: String, angle: AngleSeries, mounting: KneeMounting
  ) -> KneeBenchRow {
    var row = KneeBenchRow(input.trial.name, method: peer, mounting: mounting)
    var trial = input.trial
    trial.sign = .any
    score(angle, input, trial, &row)
    return row
  }

  private static func score(
    _ angle: AngleSeries, _ input: KneeBenchInput, _ trial: KneeTrial, _ row: inout KneeBenchRow
  ) {
    guard let reference = input.reference(row.variant) else {
      row.failure = .noReference
      return
    }
    do throws(KneeScoreError) {
      row.score = try KneeProtocol.score(
        angle, reference: reference.series, valid: reference.valid, trial: trial)
    } catch {
      row.failure = .scoring(error)
    }
  }
}
