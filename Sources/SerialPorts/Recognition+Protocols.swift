import IMUProtocols

extension Recognition {
  /// By the decoders of a list of protocols: who finds good frames in most of the bytes.
  public static func among(
    _ protocols: [SerialProtocol], _ chunks: [(bytes: [UInt8], time: Int64)]
  ) -> Recognition {
    let candidates = protocols.compactMap { Candidate($0, chunks) }.sorted { $0.coverage > $1.coverage }
    guard let best = candidates.first else { return Recognition(protocolName: nil, evidence: "no protocol") }
    guard let match = candidates.first(where: \.isMatch) else {
      return Recognition(protocolName: nil, evidence: "nearest is \(best.text)")
    }
    return Recognition(protocolName: match.name, rate: match.rate, evidence: match.text)
  }

  private struct Candidate {
    let name: String
    let coverage: Double
    let isMatch: Bool
    let rate: Double?
    let text: String

    init?(_ spoken: SerialProtocol, _ chunks: [(bytes: [UInt8], time: Int64)]) {
      guard var decoder = try? spoken.makeDecoder("") else { return nil }
      for chunk in chunks { decoder.push(chunk.bytes, arrivalTime: chunk.time) { _ in } }
      let counted = decoder.statistics
      name = spoken.name
      coverage = Double(counted.bytesInFrames) / Double(max(1, counted.bytes))
      isMatch = counted.frames >= 3 && counted.adjacentFrames >= 1 && coverage >= spoken.leastCoverage
      let span = Double((chunks.last?.time ?? 0) - (chunks.first?.time ?? 0)) * 1e-9
      rate = span > 0.1 ? Double(counted.samples) / Double(max(1, decoder.sensors.count)) / span : nil
      let percent = Int((coverage * 100).rounded())
      text =
        "\(spoken.title), \(counted.frames) good frames in \(percent) % of the bytes, \(counted.rejected) bad"
    }
  }
}
