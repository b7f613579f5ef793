import Glibc
import Inertial
import Recordings
import SampleConditioning
import SerialPorts

/// The recordings of a bench: those of a folder, or the shipped ones.
struct BenchFolder {
  let path: String
  let files: [String]
  private let names: [String: String]

  /// - Throws: `RecordingError` for a folder that is missing or holds no recording, `Failure` for a file.
  init(_ request: Request) throws {
    path = request.arguments.first ?? "recordings"
    if !RecordingFolder.isFolder(path), access(path, F_OK) == 0 {
      throw Failure(
        "isFile", "is a file, and a bench takes a folder", exit: .noInput, file: path, hint: "name its folder"
      )
    }
    files = try RecordingFolder.recordings(in: path)
    names = Self.names(files, below: path)
  }

  /// Name of the trial of a file: no two of a folder have the same.
  func name(_ file: String) -> String { names[file] ?? Self.trialName(file) }

  /// Reads one after the other; one that cannot be read is named, counted as failed, and left out.
  ///
  /// - Throws: the first cause where not one file can be used, and when a stop signal came that is watched for.
  func read(
    _ console: Console, _ meter: ProgressMeter? = nil, _ body: (String, RawRecording) throws -> Void
  ) throws -> [ExitCode] {
    var failures: [Failure] = []
    for file in files {
      if let stop = Failure.stopped { throw stop }
      do { try body(file, try Self.recording(file)) } catch {
        let failure = Faults.failure(error).naming(file)
        meter?.finish(failed: 1)
        // The only one ends the run and is told there.
        if files.count > 1 { console.fail(failure) }
        failures.append(failure)
      }
    }
    guard failures.count < files.count || failures.isEmpty else {
      throw Self.none(of: files.count, failures[0], exit: .worst(failures.map(\.exit)))
    }
    return failures.map(\.exit)
  }

  /// - Throws: also for a stated rate that no sensor has: neither samples as they are nor repaired ones have a time then.
  private static func recording(_ file: String) throws -> RawRecording {
    let recording = try RecordingFile(path: file).recording()
    for sensor in recording.sensors {
      if case .rows(let rate?) = sensor.clock, !SampleClock.rates.contains(rate) {
        throw ConditioningError.invalidRate(rate)
      }
    }
    return recording
  }

  private static func none(of count: Int, _ first: Failure, exit: ExitCode) -> Failure {
    guard count > 1 else { return first }
    var failure = first
    failure.message = "not one of \(count) recordings can be used; the first: \(first.message)"
    failure.exit = exit
    return failure
  }

  /// The file without its folders and ending; of several such the path below the folder, with ending where needed.
  static func names(_ files: [String], below folder: String) -> [String: String] {
    let below = files.map { file in
      String(file.dropFirst(file.hasPrefix(folder) ? folder.count : 0).drop { $0 == "/" })
    }
    let spellings = [below.map(trialName), below.map(withoutEnding), below]
    let counts = spellings.map { $0.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    return files.indices.reduce(into: [:]) { names, k in
      let unique = spellings.indices.first { counts[$0][spellings[$0][k]] == 1 } ?? spellings.count - 1
      names[files[k]] = spellings[unique][k]
    }
  }

  /// Name of a trial: the file without its folders and its ending.
  static func trialName(_ file: String) -> String {
    withoutEnding(file.split(separator: "/").last.map(String.init) ?? file)
  }

  private static func withoutEnding(_ path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }

  /// walk.csv has its truth in walk.truth.csv.
  static func truthPath(_ file: String) -> String {
    (file.hasSuffix(".csv") ? String(file.dropLast(4)) : file) + ".truth.csv"
  }
}

extension Failure {
  /// The end of a run that a stop signal broke off; nil while none came.
  static var stopped: Failure? {
    StopSignal.received.map { Failure("stopped", "stopped by signal \($0)", exit: .ofStopSignal) }
  }
}
