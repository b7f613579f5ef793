/// Why a frame, line or sample gave no value.
public enum RejectionReason: String, Hashable, Sendable, CaseIterable {
  // the frame
  case checksum, length, escape, unknownType, unconfirmed, fieldCount, emptyField, notANumber
  case unprintable, tooLong, incomplete, description
  // its meaning
  case unknownSensor, columnName, columnsUnknown, unitsUnknown
  // plausibility of frames that carry no check
  case clockStep, outOfRange, spike, norm

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
  /// Those of them behind which samples may be missing: the events `.message`.
  public var remarks = 0
  /// Restarts of the device clock.
  public var restarts = 0
  /// Bytes of the frames that passed every check.
  public private(set) var bytesInFrames = 0
  /// Good frames that began where the good frame before them ended.
  public private(set) var adjacentFrames = 0
  /// Good frames of types that carry no motion, and their bytes.
  public private(set) var foreignFrames = 0
  public private(set) var foreignBytes = 0
  /// Good frames by type, the number that the protocol gives it; types beyond 32 count as `otherType`.
  public var types: [(type: UInt32, count: Int)] { zip(typeNumbers, typeCounts).map { ($0, $1) } }
  public static let otherType = UInt32.max
  private var typeNumbers: [UInt32] = []
  private var typeCounts: [Int] = []
  private var skippedBeforeLast = -1
  private var rejections = [Int](repeating: 0, count: RejectionReason.allCases.count)

  public init() {}

  /// Share of the bytes that good frames of types without motion take, 0...1.
  public var foreignShare: Double { bytes == 0 ? 0 : Double(foreignBytes) / Double(bytes) }

  /// A good frame of so many bytes.
  public mutating func accept(bytes count: Int, type: UInt32, isForeign: Bool = false) {
    frames += 1
    bytesInFrames += count
    if skippedBeforeLast == bytesSkipped { adjacentFrames += 1 }
    skippedBeforeLast = bytesSkipped
    if isForeign {
      foreignFrames += 1
      foreignBytes += count
    }
    countType(type)
  }

  private mutating func countType(_ type: UInt32) {
    if let place = typeNumbers.firstIndex(of: type) { return typeCounts[place] += 1 }
    let kept = typeNumbers.count < 32 ? type : Self.otherType
    if let place = typeNumbers.firstIndex(of: kept) { return typeCounts[place] += 1 }
    typeNumbers.append(kept)
    typeCounts.append(1)
  }

  /// Rejected frames with this reason.
  public func rejected(_ reason: RejectionReason) -> Int { rejections[reason.index] }

  /// Rejected frames of all reasons.
  public private(set) var rejected = 0
  /// Those of them for an impossible time.
  private(set) var clockSteps = 0

  /// Only the reasons that occurred, in their declared order.
  public var rejectedByReason: [(reason: RejectionReason, count: Int)] {
    RejectionReason.allCases.map { ($0, rejected($0)) }.filter { $0.1 > 0 }
  }

  /// Why the last rejected frame was.
  public private(set) var lastRejection: RejectionReason?

  public mutating func reject(_ reason: RejectionReason, bytes: Int = 0) {
    lastRejection = reason
    rejections[reason.index] += 1
    rejected += 1
    if reason == .clockStep { clockSteps += 1 }
    bytesSkipped += bytes
  }
}
