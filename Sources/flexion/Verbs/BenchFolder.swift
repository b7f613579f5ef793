import Glibc
import Inertial
import Recordings

/// The recordings of a bench: those of a folder, or the shipped ones.
struct BenchFolder {
  let path: String
  let files: [String]

  /// - Throws: `RecordingError` for a folder that is missing or holds no recording.
  init(_ request: Request) throws {
    path = request.arguments.first ?? "recordings"
    files = try RecordingFolder.recordings(in: path)
  }

  /// Reads one after the other; one that cannot be read is named and left out.
  func read(_ console: Console, _ body: (String, RawRecording) throws -> Void) -> [ExitCode] {
    var codes: [ExitCode] = []
    for file in files {
      do { try body(file, try RecordingFile(path: file).recording()) } catch {
        let failure = Faults.failure(error)
        console.fail(failure)
        codes.append(failure.exit)
      }
    }
    return codes
  }

  /// Name of a trial: the file without its folders and its ending.
  static func trialName(_ file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// walk.csv has its truth in walk.truth.csv.
  static func truthPath(_ file: String) -> String {
    (file.hasSuffix(".csv") ? String(file.dropLast(4)) : file) + ".truth.csv"
  }
}
