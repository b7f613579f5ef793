import DecimalText
import IMUProtocols
import JSONText

/// A frame that was left out, in words and as JSON.
struct RejectedFrame {
  private let entry: RejectedFrames.Entry
  /// Since the first bytes of its port [s].
  private let seconds: Double

  /// `start`: host time of the first bytes [ns].
  init(_ entry: RejectedFrames.Entry, since start: Int64) {
    self.entry = entry
    seconds = Double(entry.arrivalTime &- start) * 1e-9
  }

  private static let bytesShown = 24

  private var hexadecimal: String {
    entry.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }

  /// The bytes without the line end, when they are text.
  private var text: String? {
    var bytes = entry.bytes[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// "left out after 3.214 s, with a wrong checksum: 55 51 0B"
  var words: String {
    let time = DecimalText.fixed(seconds, decimals: 3)
    let bytes: String
    if let text {
      bytes = "`\(text.prefix(3 * Self.bytesShown))\(text.count > 3 * Self.bytesShown ? "..." : "")`"
    } else {
      let isLong = entry.bytes.count > Self.bytesShown
      bytes = hexadecimal.prefix(3 * Self.bytesShown - 1) + (isLong ? " ..." : "")
    }
    return "left out after \(time) s, \(entry.reason.words): \(bytes)"
  }

  var json: JSONObject {
    [
      "reason": .string(entry.reason.rawValue), "time_s": .fixed(seconds, decimals: 6),
      "bytes": .string(hexadecimal), "text": .optional(text),
    ]
  }
}
