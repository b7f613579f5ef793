import Assessment
import Goniometry
import Inertial
import JSONText
import Recordings

/// Where `process` and `stream` write curves: `--angles` and `--plot` name a file, or a folder for several measurements.
struct MeasurementOutputs {
  private let angles: String?
  private let plot: String?
  private let force: Bool
  private let isDry: Bool
  private let inputs: [String]
  private let usesFolders: Bool

  /// Finds out before the work what would fail after it.
  /// - Parameter inputs: files that must not be written over; nil where the recordings are those files.
  init(_ request: Request, recordings: [String], inputs: [String]? = nil) throws {
    angles = request.text("angles")
    plot = request.text("plot")
    force = request.has("force")
    isDry = request.has("dry-run")
    self.inputs = inputs ?? recordings
    usesFolders = recordings.count > 1
    for path in [angles, plot].compactMap(\.self) where path != "-" {
      if usesFolders, !RecordingFolder.isFolder(path) {
        throw Failure(
          "noFolder", "several recordings need a folder to write to", exit: .cannotCreate, file: path,
          hint: "make the folder first: mkdir -p \(path)")
      }
      if !RecordingFolder.isFolder(path) {
        try Destination(path: path, force: force, inputs: self.inputs).check()
      }
    }
    if usesFolders, angles != nil || plot != nil { try checkNames(recordings) }
  }

  /// Writes the curves of one recording and says what was written.
  func write(_ input: MeasuredInput) throws -> [WrittenFile] {
    let several = input.measured.measurements.count > 1
    return try input.measured.measurements.flatMap { knee -> [WrittenFile] in
      let name = BenchFolder.trialName(input.name) + (several ? "_\(knee.side.rawValue)" : "")
      var written: [WrittenFile] = []
      if let angles {
        written.append(
          try put(target(angles, name + ".csv", several), rows: knee.time.count) {
            output throws(RecordingError) in
            try AngleFile.append(time: knee.time, flexion: knee.angle, to: &output)
          })
      }
      if let plot {
        let picture = knee.plot(title: BenchFolder.trialName(input.name)).svg()
        written.append(
          try put(target(plot, name + ".svg", several), rows: knee.time.count) {
            output throws(RecordingError) in
            try output.append(picture)
          })
      }
      return written
    }
  }

  private func put(
    _ target: Destination, rows: Int, _ body: (inout OutputBuffer) throws(RecordingError) -> Void
  ) throws -> WrittenFile {
    try target.check()
    let bytes = isDry ? try target.measure(body) : try target.write(body)
    return WrittenFile(path: target.path, bytes: bytes, rows: rows)
  }

  private func target(_ path: String, _ name: String, _ several: Bool) throws -> Destination {
    let isFolder = RecordingFolder.isFolder(path)
    if several, !isFolder {
      throw Failure(
        "noFolder", "several measurements need a folder to write to", exit: .cannotCreate, file: path,
        hint: "make the folder first: mkdir -p \(path)")
    }
    return Destination(path: isFolder ? "\(path)/\(name)" : path, force: force, inputs: inputs)
  }

  /// Two recordings of one name would write over each other.
  private func checkNames(_ recordings: [String]) throws {
    let byName = Dictionary(grouping: recordings, by: BenchFolder.trialName)
    if let twins = byName.values.first(where: { $0.count > 1 }) {
      throw Failure(
        "sameName", "\(twins.joined(separator: " and ")) would be written to one file", exit: .cannotCreate,
        hint: "process them one by one")
    }
  }
}
