import Inertial

/// Reads the MAT files of the BROAD data set, version 5.
struct MatReader: RecordingReader {
  let format = "BROAD MAT"

  func recognise(_ head: FileHead) -> [String]? {
    MatEnvelope.isMatlab5(head.bytes) ? ["header says MATLAB 5.0 MAT-file"] : nil
  }

  func read(_ head: FileHead, evidence: [String]) throws(RecordingError) -> RawRecording {
    let file = try MatFile(path: head.path, size: head.size, names: BroadVariables.names)
    return try BroadVariables(path: head.path, format: format, evidence: evidence).recording(file)
  }
}
