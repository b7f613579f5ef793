import Evaluation
import Foundation
import Inertial
import Recordings

/// Other people's methods over recordings of ours: a folder of tables, a Python program that measures them, its results.
///
/// The program is `Benchmarks/peers/measure.py`, its environment `build/peers` (`make peers`).
struct PeerRun {
  static let methods = ["vqf-offline", "vqf-online", "mekf-acc", "map-acc"]
  static let python = "build/peers/bin/python", script = "Benchmarks/peers/measure.py"

  private let folder: URL
  private let console: Console

  /// nil, with a line that says what to do, where the peers are not installed.
  init?(_ console: Console) throws {
    self.console = console
    for path in [Self.python, Self.script] where access(path, R_OK) != 0 {
      console.note("no peers: \(path) is not here; in the folder of the repository: make peers")
      return nil
    }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("flexion-peers-\(getpid())")
    for name in ["in", "lean", "out"] {
      try FileManager.default.createDirectory(at: part(name), withIntermediateDirectories: true)
    }
  }

  private func part(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func remove() { try? FileManager.default.removeItem(at: folder) }

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
    let child = try ChildProcess(
      [Self.python, Self.script, part("in").path, part("lean").path, part("out").path],
      errors: part("stderr.txt").path)
    let start = WallClock.monotonic()
    while !child.hasEnded, WallClock.monotonic() - start < limit {
      try await Task.sleep(for: .milliseconds(200))
      progress(finished)
    }
    if child.hasEnded {
      guard child.status != 0 else { return }
      let words = (try? String(contentsOf: part("stderr.txt"), encoding: .utf8))?.split(separator: "\n").last
      console.note("the peers failed: \(words ?? "")")
    } else {
      child.kill()
      console.note("the peers were stopped after \(Int(limit)) s (--peer-limit)")
    }
  }

  private var finished: Int {
    Self.methods.reduce(0) { sum, method in
      let names = try? FileManager.default.contentsOfDirectory(atPath: part("out/" + method).path)
      return sum + (names ?? []).count { $0.hasSuffix(".angle.csv") || $0.hasSuffix(".failed") }
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
