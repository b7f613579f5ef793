import Evaluation
import Inertial
import Recordings

/// The recordings of a folder that `bench knee` can score or judge.
enum KneeBenchFolder {
  /// Two sensors with a reference: an angle to be scored, or only orientations, of a joint that is no hinge.
  static func inputs(_ folder: BenchFolder, _ console: Console) throws -> (
    inputs: [KneeBenchInput], unread: [ExitCode]
  ) {
    var inputs: [KneeBenchInput] = []
    let unread = try folder.read(console) { file, recording in
      let scored = withTruth(recording, beside: file)
      guard scored.angleReference != nil || scored.reference?.orientation.count == 2 else { return }
      inputs.append(KneeBenchInput(trial: trial(file, scored), recording: scored))
    }
    return (inputs, unread)
  }

  /// A simulated recording carries its truth in a file of its own; one row of truth a row of the first sensor.
  private static func withTruth(_ recording: RawRecording, beside file: String) -> RawRecording {
    guard recording.reference?.flexionDegrees == nil, let rows = recording.sensors.first?.rows,
      let truth = try? AngleFile.read(BenchFolder.truthPath(file)), truth.flexionDegrees.count == rows
    else { return recording }
    var scored = recording
    scored.reference = ReferenceColumns(
      orientation: recording.reference?.orientation ?? [:], flexionDegrees: truth.flexionDegrees,
      valid: Array(repeating: true, count: rows))
    return scored
  }

  /// The rules of the protocol: on a rig no side is flexion; a person, real or simulated, stands still for 3 s.
  private static func trial(_ file: String, _ recording: RawRecording) -> KneeTrial {
    let name = BenchFolder.trialName(file)
    let isRig = recording.side == nil && !(recording.reference?.orientation.isEmpty ?? true)
    return isRig
      ? KneeTrial(name: name, sign: .any, zeroWindow: 0...0.9, scoreFrom: 1)
      : KneeTrial(name: name, sign: .flexion, zeroWindow: 2...3, scoreFrom: 3)
  }
}
