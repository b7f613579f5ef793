import Inertial

/// A recording in a file. The kind is found in the content, not in the name.
public struct RecordingFile: RawSource {
  public let path: String

  public init(path: String) { self.path = path }

  /// The name without its folders.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// SHA-256 of the bytes, lower-case hexadecimal.
  public func digest() throws -> String { try FileDigest.sha256(of: path) }

  public func read() throws -> RawRecording { try recording() }

  /// What the file says, nothing repaired. The error names file, line or byte, and what was expected.
  public func recording() throws(RecordingError) -> RawRecording {
    let head = try FileHead(path: path)
    guard !head.bytes.isEmpty else { throw .noBytes(file: path) }
    for reader in RecordingReaders.all {
      if let evidence = reader.recognise(head) { return try reader.read(head, evidence: evidence) }
    }
    throw Self.refusal(head)
  }

  private static func refusal(_ head: FileHead) -> RecordingError {
    if let kind = head.bytes.withUnsafeBytes(KnownContent.recognise) {
      return .otherContent(file: head.path, kind: kind)
    }
    if let byte = TextEncoding.firstBinaryByte(head.bytes) {
      return .binaryContent(file: head.path, byte: byte)
    }
    let text = TextEncoding.of(head.bytes).decode(head.bytes)
    let (line, beginning) = TextLines.firstWords(text)
    return .noHeading(file: head.path, line: line, beginning: beginning)
  }
}
