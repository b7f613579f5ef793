import Glibc
import IMUProtocols

/// A raw log as what it is: records with host times, for a replay.
public enum RawLogFile {
  /// Whether a regular file begins like a raw log. A port is not opened for it.
  public static func isRawLog(_ path: String) -> Bool {
    guard CaptureFile.isCapture(path), let head = try? FileHead(path: path) else { return false }
    return RawLog.isRawLog(head.bytes)
  }

  /// What reads a port of a log. Throws for a protocol that this program does not have.
  public static func decoder(
    of port: RawLogHeader.Port, _ path: String
  ) throws(RecordingError) -> any SerialDecoder {
    if let decoder = SerialDecoders.make(port.decoder, configuration: port.configuration) { return decoder }
    guard SerialProtocol.named(port.decoder) == nil else {
      throw .damagedContainer(
        file: path, format: "raw log", detail: .badElement(byte: RawLog.magic.count + 6))
    }
    throw .unknownProtocol(file: path, name: port.decoder, known: SerialDecoders.names)
  }

  /// Enough of the first records of a port to tell what speaks there.
  static func window(of log: RawLogDecoder, port: Int) -> [RawLogRecord] {
    var log = log, window: [RawLogRecord] = [], count = 0
    while count < 1 << 14, let record = log.next() {
      guard case .received(let bytes) = record.content, Int(record.port) == port else { continue }
      window.append(record)
      count += bytes.count
    }
    return window
  }

  /// All of it, ready to be gone through. Throws when the header cannot be read; a torn end is no error.
  public static func records(of path: String) throws(RecordingError) -> RawLogDecoder {
    try RawLogReader.open(try InputFile.allBytes(of: path), path)
  }
}
