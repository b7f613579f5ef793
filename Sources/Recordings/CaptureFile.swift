/// The bytes of a file as they are: what a port sent, caught by another program.
public enum CaptureFile {
  public static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    let bytes = try InputFile.allBytes(of: path)
    if bytes.isEmpty { throw .noBytes(file: path) }
    return bytes
  }
}
