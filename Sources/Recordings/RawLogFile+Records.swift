import Glibc
import IMUProtocols

/// A raw log as what it is: records with host times, for a replay.
public enum RawLogFile {
  /// Whether a regular file begins like a raw log. A port is not opened for it.
  public static func isRawLog(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    guard let head = try? FileHead(path: path) else { return false }
    return RawLog.isRawLog(head.bytes)
  }

  /// All of it, ready to be gone through. Throws when the header cannot be read; a torn end is no error.
  public static func records(of path: String) throws(RecordingError) -> RawLogDecoder {
    try RawLogReader.open(try InputFile.allBytes(of: path), path)
  }
}
