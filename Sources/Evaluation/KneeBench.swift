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
}

/// Knee accuracy over recordings with a reference.
public enum KneeBench {
  /// Measures and scores every trial at every mounting, in order.
  /// - Parameter progress: told before each run, with the trial's name.
  public static func run(
    _ inputs: [KneeBenchInput], mountings: [KneeMounting] = [.asRecorded], goniometer: Goniometer,
    progress: (String) -> Void = { _ in }
  ) -> [KneeBenchRow] {
    var rows: [KneeBenchRow] = []
    for mounting in mountings {
      for input in inputs {
        progress(input.trial.name)
        rows.append(row(input, mounting, goniometer))
      }
    }
    return rows
  }

  private static func row(
    _ input: KneeBenchInput, _ mounting: KneeMounting, _ goniometer: Goniometer
  ) -> KneeBenchRow {
    var row = KneeBenchRow(trial: input.trial.name, mounting: mounting, flags: [])
    do throws(GoniometerError) {
      let measured = try goniometer.measure(input.recording.mounted(mounting))
      guard measured.measurements.count == 1, let knee = measured.measurements.first,
        knee.definition == .jointAngle
      else {
        row.failure = .notAPair
        return row
      }
      row.flags = knee.flags
      row.axes = knee.axes
      row.hingeDoubt = knee.flags.first { $0.code == .notAHinge }?.effect
      score(knee, input, &row)
    } catch {
      row.failure = .instrument(error)
    }
    return row
  }

  private static func score(_ knee: KneeMeasurement, _ input: KneeBenchInput, _ row: inout KneeBenchRow) {
    guard let reference = input.recording.angleReference else {
      row.failure = .noReference
      return
    }
    let estimate = AngleSeries(time: knee.time, degrees: knee.angle.map(\.radiansToDegrees))
    do throws(KneeScoreError) {
      row.score = try KneeProtocol.score(
        estimate, reference: reference.series, valid: reference.valid, trial: input.trial)
    } catch {
      row.failure = .scoring(error)
    }
  }
}

/// The last line of the table: means over the scored rows, as the scorer prints them.
public struct KneeBenchMean: Hashable, Sendable {
  public var rmse, meanFree, firstFiveSeconds, cycleError: Double
  /// Mean size of the overall range error.
  public var rangeError: Double
  /// Largest single error over all rows, and the worst RMSE of one row.
  public var largest, worstRMSE: Double
  public var trials: Int

  /// nil when nothing was scored.
  public init?(_ rows: [KneeBenchRow]) {
    let scores = rows.compactMap(\.score)
    guard !scores.isEmpty else { return nil }
    func mean(_ value: (KneeScore) -> Double) -> Double {
      KneeProtocol.mean(scores.map(value).filter(\.isFinite))
    }
    rmse = mean(\.rmse)
    meanFree = mean(\.meanFree)
    firstFiveSeconds = mean(\.firstFiveSeconds)
    cycleError = mean(\.cycleError)
    rangeError = mean { abs($0.rangeError) }
    largest = scores.map(\.largest).max() ?? .nan
    worstRMSE = scores.map(\.rmse).max() ?? .nan
    trials = scores.count
  }
}
