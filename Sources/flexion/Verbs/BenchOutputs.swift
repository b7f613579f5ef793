import Recordings

/// The files of a bench: `--out` takes its table as CSV, `--plot` its picture. Both are checked before the work.
struct BenchOutputs {
  private let table: Destination?
  private let picture: Destination?

  init(_ request: Request) throws(RecordingError) {
    func target(_ flag: String) throws(RecordingError) -> Destination? {
      guard let path = request.text(flag) else { return nil }
      let target = Destination(path: path, force: request.has("force"), inputs: [])
      try target.check()
      return target
    }
    table = try target("out")
    picture = try target("plot")
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
