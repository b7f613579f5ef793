import Foundation
import SerialPorts

/// A Python program of `Benchmarks/peers` at work in a folder of its own, in the environment `build/peers` (`make peers`).
struct PeerProgram {
  static let python = "build/peers/bin/python", scripts = "Benchmarks/peers/"

  private let script: String
  private let folders: [String]
  private let folder: URL
  private let console: Console

  /// nil, with a line that says what to do, where the peers are not installed.
  ///
  /// - Parameter folders: what is made for it, also its arguments in this order; its results belong into the last.
  init?(_ script: String, folders: [String], _ console: Console) throws {
    self.script = Self.scripts + script
    self.folders = folders
    self.console = console
    for path in [Self.python, self.script] where access(path, R_OK) != 0 {
      console.note("no peers: \(path) is not here; in the folder of the repository: make peers")
      return nil
    }
    // From here on there is a folder to remove, whatever ends the run.
    StopSignal.watch()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("flexion-peers-\(getpid())")
    for name in folders {
      try FileManager.default.createDirectory(at: part(name), withIntermediateDirectories: true)
    }
  }

  func part(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs the program for at most so long [s]; what it has finished by then counts.
  ///
  /// - Parameter progress: called several times a second.
  /// - Throws: `Failure` when a stop signal came; then the program and all it started are gone.
  func run(limit: Double, progress: () -> Void) async throws {
    let child = try ChildProcess(
      [Self.python, script] + folders.map { part($0).path }, errors: part("stderr.txt").path)
    defer { child.kill() }
    let start = WallClock.monotonic()
    while !child.hasEnded, WallClock.monotonic() - start < limit {
      try await Task.sleep(for: .milliseconds(200))
      if let stop = Failure.stopped { throw stop }
      progress()
    }
    if child.hasEnded {
      tell(failed: child.status != 0)
    } else {
      child.kill()
      console.note("the peers were stopped after \(Int(limit)) s (--peer-limit)")
    }
  }

  /// Passes on what the program said: why it failed, else which methods it left out.
  private func tell(failed: Bool) {
    let words = (try? String(contentsOf: part("stderr.txt"), encoding: .utf8)) ?? ""
    let lines = words.split(separator: "\n")
    if failed {
      console.note("the peers failed: \(lines.last ?? "")")
    } else {
      for line in lines where line.hasPrefix("left out: ") { console.note("peers \(line)") }
    }
  }

  /// Method and name of the samples that the program began last; nil where it does not say.
  var current: (method: String, samples: String)? {
    let now = try? String(contentsOf: part((folders.last ?? "") + "/progress/now"), encoding: .utf8)
    guard let words = now?.split(separator: ","), words.count == 2 else { return nil }
    return (String(words[0]), String(words[1]))
  }

  /// Number of files of such an ending in the folders of the results, one a method.
  func results(endingIn ending: String) -> Int {
    let files = FileManager.default
    let out = part(folders.last ?? "").path
    return ((try? files.contentsOfDirectory(atPath: out)) ?? []).reduce(0) { sum, method in
      let names = try? files.contentsOfDirectory(atPath: out + "/" + method)
      return sum + (names ?? []).count { $0.hasSuffix(ending) }
    }
  }
}
