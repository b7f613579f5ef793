import Inertial

/// Reads HDF5 files with the variables of the BROAD data set; MATLAB's version 7.3 is HDF5.
struct HDF5Reader: RecordingReader {
  let format = "BROAD HDF5"

  func recognise(_ head: FileHead) -> [String]? {
    HDF5File.isHDF5(head.bytes) ? ["signature of HDF5"] : nil
  }

  func read(_ head: FileHead, evidence: [String]) throws(RecordingError) -> RawRecording {
    let file = try HDF5File(path: head.path, size: head.size)
    return try BroadVariables(path: head.path, format: format, evidence: evidence).recording(file)
  }
}
