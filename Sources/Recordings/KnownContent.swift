/// Content that is recognised by its first bytes and read by none of the readers here.
public enum KnownContent: String, Hashable, Sendable, CaseIterable {
  case zip, gzip, excelBinary, json, xml, pdf, image, executable, axivity, c3d, sqlite

  /// What the first bytes of a file say; nil when they say nothing.
  static func recognise(_ head: UnsafeRawBufferPointer) -> KnownContent? {
    for (kind, signature) in signatures where head.starts(with: signature) { return kind }
    // C3D: the second byte is 0x50 and the first names the parameter block, which is a small number.
    if head.count >= 512, head[1] == 0x50, (2...10).contains(head[0]) { return .c3d }
    return nil
  }

  private static let signatures: [(KnownContent, [UInt8])] = [
    (.zip, [0x50, 0x4B, 0x03, 0x04]), (.zip, [0x50, 0x4B, 0x05, 0x06]), (.gzip, [0x1F, 0x8B]),
    (.excelBinary, [0xD0, 0xCF, 0x11, 0xE0]), (.pdf, Array("%PDF".utf8)),
    (.image, [0x89, 0x50, 0x4E, 0x47]), (.image, [0xFF, 0xD8, 0xFF]),
    (.executable, [0x7F, 0x45, 0x4C, 0x46]),
    (.axivity, [0x4D, 0x44, 0xFC, 0x03]), (.sqlite, Array("SQLite format 3".utf8)), (.json, Array("{".utf8)),
    (.json, Array("[".utf8)), (.xml, Array("<".utf8)),
  ]
}
