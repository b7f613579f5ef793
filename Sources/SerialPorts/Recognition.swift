import IMUProtocols

/// What was made of the bytes that a port sent.
public struct Recognition: Hashable, Sendable {
  /// Name of the protocol, as `SerialProtocol` has it; nil when none fits.
  public var protocolName: String?
  /// Samples of one sensor a second [Hz].
  public var rate: Double?
  /// "WitMotion 11-byte, acc+gyro+angle, 100.2 Hz, 0 bad sums in 98 frames"; without a match, which protocol
  /// came nearest and why it failed.
  public var evidence: String
  /// Rows of numbers whose columns nobody states: what they look like, to be confirmed.
  public var proposal: ColumnProposal?

  public init(
    protocolName: String?, rate: Double? = nil, evidence: String, proposal: ColumnProposal? = nil
  ) {
    self.protocolName = protocolName
    self.rate = rate
    self.evidence = evidence
    self.proposal = proposal
  }

  public var isMatch: Bool { protocolName != nil }
}

/// Judges what a port sent within one stretch at one speed [baud]; nil where there is no speed.
public typealias Recognizer = @Sendable (_ received: [RawLogRecord], _ baud: Int?) -> Recognition

/// One stretch of listening at one speed.
public struct ListeningTrial: Hashable, Sendable {
  /// [baud]; nil where there is no speed.
  public var baud: Int?
  /// The wake-up that was sent before; nil for mere listening.
  public var wakeUp: String?
  public var bytes = 0
  /// [s]
  public var seconds = 0.0
  /// From the first chunk to the last [s].
  public var dataSeconds = 0.0
  /// Shares of all bytes, 0...1: printable ASCII, TAB and line ends; 00 and FF, which abound where the device is slower
  /// than the port.
  public var printableShare = 0.0
  public var edgeShare = 0.0
  public var recognition: Recognition?

  /// A device that speaks more slowly than the port listens fills it with 00 and FF.
  public var isTooFast: Bool { bytes > 32 && edgeShare > 0.5 }

  init(baud: Int?, wakeUp: String? = nil) {
    self.baud = baud
    self.wakeUp = wakeUp
  }

  mutating func count(_ chunks: [RawLogRecord]) {
    var printable = 0, edges = 0
    bytes = chunks.reduce(0) { $0 + $1.receivedCount }
    dataSeconds = Double((chunks.last?.time ?? 0) - (chunks.first?.time ?? 0)) * 1e-9
    for chunk in chunks {
      guard case .received(let received) = chunk.content else { continue }
      for byte in received {
        if byte == 0 || byte == 0xFF { edges += 1 }
        if (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D { printable += 1 }
      }
    }
    printableShare = bytes == 0 ? 0 : Double(printable) / Double(bytes)
    edgeShare = bytes == 0 ? 0 : Double(edges) / Double(bytes)
  }
}

/// What came of looking for the protocol and the speed of a port.
public struct DetectionReport: Hashable, Sendable {
  public var trials: [ListeningTrial] = []
  /// [s]
  public var seconds = 0.0
  /// Said before whatever else came: the entry of the memory that was right, or that was not.
  public var remembered: String?

  public init() {}

  /// The trial that found it.
  public var match: ListeningTrial? { trials.last.flatMap { $0.recognition?.isMatch == true ? $0 : nil } }
  public var bytes: Int { trials.reduce(0) { $0 + $1.bytes } }
  public var isSilent: Bool { bytes == 0 }
  /// Speeds in the order in which they were tried [baud].
  public var baudsTried: [Int] {
    trials.reduce(into: []) { bauds, trial in
      if let baud = trial.baud, !bauds.contains(baud) { bauds.append(baud) }
    }
  }
  /// Without a match, the stretch that came nearest: the largest share of text or the last with bytes.
  public var nearest: ListeningTrial? {
    trials.filter { $0.bytes > 0 }.max { $0.edgeShare > $1.edgeShare }
  }
}

extension RawLogRecord {
  /// How many bytes were received with it.
  var receivedCount: Int { if case .received(let bytes) = content { bytes.count } else { 0 } }
}
