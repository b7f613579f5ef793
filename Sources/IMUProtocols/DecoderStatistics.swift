/// Why a frame, line or sample gave no value.
public enum RejectionReason: String, Hashable, Sendable, CaseIterable {
  // the frame
  case checksum, fieldCount, emptyField, notANumber, unprintable, tooLong, incomplete, description
  // its meaning
  case unknownSensor, columnName, columnsUnknown, unitsUnknown
  // plausibility of frames that carry no check
  case clockStep, outOfRange, spike

  var index: Int { Self.allCases.firstIndex(of: self)! }
}

/// What a decoder counted since it was made.
public struct DecoderStatistics: Hashable, Sendable {
  public var bytes = 0
  /// Frames or lines that passed every check, with or without a sample.
  public var frames = 0
  public var samples = 0
  /// Bytes of rejected frames and of what lay between frames.
  public var bytesSkipped = 0
  /// Device messages, headers and descriptions.
  public var messages = 0
  /// Restarts of the device clock.
  public var restarts = 0
  private var rejections = [Int](repeating: 0, count: RejectionReason.allCases.count)

  public init() {}

  /// Rejected frames with this reason.
  public func rejected(_ reason: RejectionReason) -> Int { rejections[reason.index] }

  /// Rejected frames of all reasons.
  public var rejected: Int { rejections.reduce(0, +) }

  /// Only the reasons that occurred, in their declared order.
  public var rejectedByReason: [(reason: RejectionReason, count: Int)] {
    RejectionReason.allCases.map { ($0, rejected($0)) }.filter { $0.1 > 0 }
  }

  public mutating func reject(_ reason: RejectionReason, bytes: Int = 0) {
    rejections[reason.index] += 1
    bytesSkipped += bytes
  }
}
