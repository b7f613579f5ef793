import Inertial
import Recordings

/// One recording as the user named it: a file, or with `--together` all files.
struct NamedRecording {
  var name: String
  /// Path by which the raw input can be found again.
  var path: String
  var source: any RawSource

  static func all(_ files: [String], together: Bool) -> [NamedRecording] {
    guard together, files.count > 1 else {
      return files.map { NamedRecording(name: $0, path: absolute($0), source: RecordingFile(path: $0)) }
    }
    let joined = JoinedRecording(paths: files)
    let paths = files.map(absolute).joined(separator: "+")
    return [NamedRecording(name: joined.name, path: paths, source: joined)]
  }
}
