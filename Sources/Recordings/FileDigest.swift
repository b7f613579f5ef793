import CNettle

/// SHA-256 of a file, read in pieces.
public enum FileDigest {
  /// 64 lower-case hexadecimal digits.
  public static func sha256(of path: String) throws(RecordingError) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    var input = try InputFile(path: path)
    var room = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try input.read(into: &room), count > 0 {
      nettle_sha256_update(&context, count, room)
    }
    return finished(&context)
  }

  /// 64 lower-case hexadecimal digits, of the text as UTF-8.
  public static func sha256(ofText text: String) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    let bytes = Array(text.utf8)
    nettle_sha256_update(&context, bytes.count, bytes)
    return finished(&context)
  }

  private static func finished(_ context: inout sha256_ctx) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return hexadecimal(digest)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
