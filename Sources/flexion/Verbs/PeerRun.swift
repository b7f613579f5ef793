import Evaluation
import Foundation
import Inertial
import Recordings

/// Other people's methods over recordings of a knee: a folder of tables, a Python program that measures them, its results.
struct PeerRun {
  static let methods = ["vqf-offline", "vqf-online", "mekf-acc", "map-acc"]

  private let program: PeerProgram

  /// nil, with a line that says what to do, where the peers are not installed.
  init?(_ console: Console) throws {
    guard let program = try PeerProgram("measure.py", folders: ["in", "lean", "out"], console) else {
      return nil
    }
    self.program = program
  }

  private func part(_ name: String) -> URL { program.part(name) }

  func remove() { program.remove() }

  /// Hands over a recording; sensors on different clocks are left out, since the peers know one clock only.
  ///
  /// - Parameter onlyLean: only its orientations are asked for.
  func add(_ recording: RawRecording, named name: String, onlyLean: Bool) throws {
    var plain = recording
    plain.reference = nil
    guard plain.sensors.count == 2, plain.sensors[0].rows == plain.sensors[1].rows else { return }
    try SampleFile.write(plain, to: part("\(onlyLean ? "lean" : "in")/\(name).csv").path, force: true)
  }

  /// Runs the program for at most so long [s]; what it has finished by then counts.
  ///
  /// - Parameter progress: number of results so far, several times a second.
  func run(limit: Double, progress: (Int) -> Void) async throws {
    try await program.run(limit: limit) {
      progress(program.results(endingIn: ".angle.csv") + program.results(endingIn: ".failed"))
    }
  }

  /// nil where the method gave none.
  func angle(_ method: String, _ name: String) -> AngleSeries? {
    guard let file = try? AngleFile.read(part("out/\(method)/\(name).angle.csv").path) else { return nil }
    return AngleSeries(time: file.time, degrees: file.flexionDegrees)
  }

  /// Orientation of a sensor by VQF offline; nil where there is none.
  func orientation(_ name: String, _ segment: BodySegment) -> OrientationCurve? {
    let path = part("out/vqf-offline/\(name).\(segment.rawValue).csv")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return nil }
    var curve = OrientationCurve(time: [], earthFromSensor: [])
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",").compactMap { Double($0) }
      guard cells.count == 5 else { return nil }
      curve.time.append(cells[0])
      curve.earthFromSensor.append(Quaternion(cells[1], cells[2], cells[3], cells[4]))
    }
    return curve
  }
}
