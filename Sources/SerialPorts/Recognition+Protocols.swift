import IMUProtocols

extension Recognition {
  /// By the decoders of a list of protocols: who finds good frames in most of the bytes.
  public static func among(
    _ protocols: [SerialProtocol], _ chunks: [(bytes: [UInt8], time: Int64)]
  ) -> Recognition {
    let records = chunks.map { RawLogRecord(time: $0.time, .received($0.bytes)) }
    let detection = ProtocolDetection(records, among: protocols)
    return Recognition(
      protocolName: detection.match?.entry.name, rate: detection.match?.rate,
      evidence: detection.match.map { detection.evidence(of: $0) } ?? detection.nearest
        ?? "no protocol is near",
      proposal: detection.proposal)
  }
}
