/// The last rejected frames with reason and time, in memory that never grows.
public struct RejectedFrames: Sendable {
  public struct Entry: Hashable, Sendable {
    public var reason: RejectionReason
    /// Host time of the first byte [ns].
    public var arrivalTime: Int64
    /// The frame's first bytes.
    public var bytes: [UInt8]
  }

  public static let capacity = 20
  /// Bytes kept of each frame.
  public static let bytesKept = 128

  private var storage = [UInt8](repeating: 0, count: capacity * bytesKept)
  private var lengths = [Int](repeating: 0, count: capacity)
  private var reasons = [RejectionReason](repeating: .checksum, count: capacity)
  private var times = [Int64](repeating: 0, count: capacity)
  private var total = 0

  public init() {}

  /// Oldest first.
  public var entries: [Entry] {
    (max(0, total - Self.capacity)..<total).map { number in
      let slot = number % Self.capacity, start = slot * Self.bytesKept
      return Entry(
        reason: reasons[slot], arrivalTime: times[slot],
        bytes: Array(storage[start..<start + lengths[slot]]))
    }
  }

  public mutating func append(_ bytes: UnsafeRawBufferPointer, _ reason: RejectionReason, at time: Int64) {
    let slot = total % Self.capacity, start = slot * Self.bytesKept
    let length = min(bytes.count, Self.bytesKept)
    for i in 0..<length { storage[start + i] = bytes[i] }
    lengths[slot] = length
    reasons[slot] = reason
    times[slot] = time
    total += 1
  }
}
