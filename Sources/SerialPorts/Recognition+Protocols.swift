import IMUProtocols

extension Recognition {
  /// By all protocols of this package.
  public static let ofKnownProtocols: Recognizer = { received, baud in
    let detection = ProtocolDetection(received, baud: baud)
    return Recognition(
      protocolName: detection.match?.entry.name, rate: detection.match?.rate, evidence: detection.sentence,
      proposal: detection.proposal)
  }
}
