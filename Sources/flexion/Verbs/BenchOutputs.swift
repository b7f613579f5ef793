import Recordings

/// The files of a bench: `--out` takes its table as CSV, `--plot` its picture. Both are checked before the work.
struct BenchOutputs {
  private let table: Destination?
  private let picture: Destination?

  /// - Parameter inputs: files that the bench reads; none is ever written over.
  /// - Throws: for an output that is an input, exists, or is named twice; for a picture that would be no SVG.
  init(_ call: Invocation, inputs: [String] = []) throws {
    let request = call.request
    let read = inputs + inputs.map(BenchFolder.truthPath)
    try OutputPaths.check(call, inputs: read)
    func target(_ flag: String) throws(RecordingError) -> Destination? {
      guard let path = request.text(flag) else { return nil }
      let target = Destination(path: path, force: request.has("force"), inputs: read)
      try target.check()
      return target
    }
    if let path = request.text("plot"), let ending = Self.foreignEnding(path) {
      throw UsageError.invalidValue(
        flag: "plot", value: path, expected: "a name in .svg; .\(ending) is another format")
    }
    table = try target("out")
    picture = try target("plot")
  }

  /// The ending of a name that promises another format than SVG; nil for none.
  private static func foreignEnding(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending == "svg" ? nil : ending
  }

  func write(
    table rows: ResultTable, picture svg: @autoclosure () -> String = ""
  ) throws(RecordingError) {
    try table?.write { output throws(RecordingError) in try output.append(rows.csv) }
    if let picture {
      let svg = svg()
      try picture.write { output throws(RecordingError) in try output.append(svg) }
    }
  }
}
