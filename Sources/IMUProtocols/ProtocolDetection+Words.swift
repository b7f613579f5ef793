import DecimalText
import Inertial

// What was found, in a sentence: the evidence of a match, or why there is none.
extension ProtocolDetection {
  /// "WitMotion 11-byte, 115200, acc+gyro+angle, 100.2 Hz, 0 bad sums in 98 frames", or the report of a stream that
  /// nobody knows.
  public var sentence: String { match.map { evidence(of: $0) } ?? report }

  /// Every number that speaks for a match.
  public func evidence(of match: DetectionCandidate) -> String {
    var parts = [match.entry.title]
    if let baud { parts.append("\(baud)") }
    if !match.content.words.isEmpty { parts.append(match.content.words) }
    if match.sensors.count > 1 { parts.append("sensors " + match.sensors.map(\.name).joined(separator: " ")) }
    if let rate = match.rate { parts.append("\(DecimalText.fixed(rate, decimals: 1)) Hz") }
    let isSummed = match.badSums == match.rejected
    parts.append("\(match.rejected) \(isSummed ? "bad sums" : "damaged") in \(match.frames) frames")
    return parts.joined(separator: ", ")
  }

  /// Bytes a second, what kind of bytes, the nearest protocol and why it failed.
  private var report: String {
    if bytes == 0 { return "no bytes" + (baud.map { " at \($0)" } ?? "") }
    var parts = ["no known protocol" + (baud.map { " at \($0)" } ?? "")]
    parts.append(speed.map { "\($0) bytes/s" } ?? "\(bytes) bytes")
    parts.append("\(Self.percent(printableShare)) text")
    if extremeShare >= 0.1 { parts.append("\(Self.percent(extremeShare)) of 00 and FF") }
    var sentence = parts.joined(separator: ", ")
    if isTooFast { sentence += "; the device is slower than the port" }
    if let nearest { sentence += "; " + nearest }
    return sentence
  }

  /// "nearest is WitMotion 11-byte: 2 good frames where 3 are needed"; nil when nothing is near.
  public var nearest: String? {
    guard let first = candidates.first, let shortfall = first.shortfall, first.beginnings + first.frames > 0
    else { return nil }
    return "nearest is \(first.entry.title): \(shortfall.words)"
  }

  /// Whole bytes a second; nil when the bytes came at one moment.
  public var speed: Int? {
    duration > 0 ? Int((Double(bytes) * 1e9 / Double(duration)).rounded()) : nil
  }

  /// Mostly 00 and FF: the device sends slower than the port reads.
  public var isTooFast: Bool { extremeShare > 0.5 }

  static func percent(_ share: Double) -> String { DecimalText.fixed(share * 100, decimals: 0) + " %" }
}

extension DetectionCandidate.Shortfall {
  /// Behind "nearest is WitMotion 11-byte:".
  public var words: String {
    switch self {
    case .noFrame(let beginnings): "\(beginnings) beginnings of a frame, none of them good"
    case .fewFrames(let frames):
      "\(frames == 1 ? "1 good frame" : "\(frames) good frames") where \(ProtocolDetection.leastFrames) are needed"
    case .scattered(let frames): "no two of its \(frames) frames stand back to back"
    case .coverage(let share, let needed):
      "\(ProtocolDetection.percent(share)) of the bytes lie in good frames, \(ProtocolDetection.percent(needed)) are needed"
    }
  }
}

extension SampleContent {
  /// "acc+gyro+mag+angle", without what is not there.
  var words: String {
    let names: [(SampleContent, String)] = [
      (.force, "acc"), (.rate, "gyro"), (.field, "mag"), (.orientation, "angle"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
