import Glibc

/// The bytes of a file as they are: what a port sent, caught by another program.
public enum CaptureFile {
  /// Whether a path names a regular file. A port is not opened for it.
  public static func isCapture(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  public static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    let bytes = try InputFile.allBytes(of: path)
    if bytes.isEmpty { throw .noBytes(file: path) }
    return bytes
  }
}
