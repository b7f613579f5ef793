import Care
import Glibc
import Recordings

/// The files that a run writes, looked at together before any work: no two may be one, and none may be an input or the store.
enum OutputPaths {
  /// Flags whose value is a file that is written.
  private static let flags = ["angles", "plot", "out", "record"]

  static func check(_ call: Invocation, inputs: [String]) throws {
    let store = call.request.text("store").map { [storePath($0)] } ?? []
    // A number, `last` or `none` is no file, and no harm as a name.
    let read = inputs + call.request.list("calibration") + call.request.list("device")
    let kept = (read + store + store.flatMap { [$0 + "-wal", $0 + "-shm"] }).map(resolved)
    var taken: [String: String] = [:]
    for flag in flags {
      guard let path = call.request.text(flag), !RecordingFolder.isFolder(path) else { continue }
      if path == "-" {
        try checkStandardOutput(flag, call)
        continue
      }
      let place = resolved(path)
      if kept.contains(place) {
        throw Failure(
          "outputIsInput", "`--\(flag)` would write over an input or the store", exit: .cannotCreate,
          field: flag,
          file: path, hint: "name another file")
      }
      if let other = taken.updateValue(flag, forKey: place) {
        throw Failure(
          "sameOutput", "`--\(other)` and `--\(flag)` name one file", exit: .cannotCreate, field: flag,
          file: path,
          hint: "name two files")
      }
    }
  }

  /// Standard output carries exactly one JSON value when JSON is asked for.
  private static func checkStandardOutput(_ flag: String, _ call: Invocation) throws {
    guard call.console.style != .text else { return }
    throw UsageError.contradiction(
      "`--\(flag) -` and JSON would both go to standard output", hint: "name a file for --\(flag)")
  }

  private static func storePath(_ address: String) -> String {
    address.hasPrefix("sqlite:") ? String(address.dropFirst(7)) : address
  }

  /// The path without links, also of a file that does not exist yet.
  private static func resolved(_ path: String) -> String {
    if let whole = realpath(path, nil) {
      defer { free(whole) }
      return String(cString: whole)
    }
    let cut = path.lastIndex(of: "/")
    let folder = cut.map { String(path[..<$0]) } ?? "."
    guard let resolved = realpath(folder.isEmpty ? "/" : folder, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved) + "/" + (cut.map { String(path[path.index(after: $0)...]) } ?? path)
  }
}
