/// The frames of one instant of the 11-byte framing, as they come in.
struct WitMotionGroup: Sendable {
  /// Bit n stands for type 0x50 + n.
  private(set) var types: UInt16 = 0
  private(set) var lastType: UInt8 = 0
  /// Host time of the first byte [ns].
  private(set) var arrivalTime: Int64 = 0
  /// Device clock [ns since 1970], when the group holds it.
  var stamp: Int64?
  var block = WitMotionBlock()

  var isEmpty: Bool { types == 0 }

  static func bit(_ type: UInt8) -> UInt16 { 1 << UInt16(type & 0xF) }

  mutating func note(_ type: UInt8, arrivalTime: Int64) {
    if isEmpty { self.arrivalTime = arrivalTime }
    types |= Self.bit(type)
    lastType = type
  }
}

/// Which types make a group, once the groups of a port have shown it.
///
/// Before that a group ends when the order of types wraps, which is one period late.
struct WitMotionShape: Sendable {
  /// Types of a whole group; 0 until known.
  private(set) var types: UInt16 = 0
  private var candidate: UInt16 = 0
  private var seen = 0

  /// Equal groups in a row that settle the shape.
  private static let proof = 3

  /// A group that has ended.
  mutating func learn(_ group: UInt16) {
    if group == types { return seen = 0 }
    seen = group == candidate ? seen + 1 : 1
    candidate = group
    if seen >= Self.proof { types = group }
  }

  /// A type that the known shape does not have came behind a group taken for whole.
  mutating func forget() { self = WitMotionShape() }

  /// The type that follows `type` on an undamaged port; nil while the shape is unknown.
  func type(after type: UInt8) -> UInt8? {
    guard types != 0 else { return nil }
    let later = types & ~(WitMotionGroup.bit(type) &* 2 &- 1)
    return 0x50 + UInt8((later == 0 ? types : later).trailingZeroBitCount)
  }

  /// Frames of a whole group that lie between two of its types.
  func typesBetween(_ a: UInt8, _ b: UInt8) -> Int {
    guard a < b else { return 0 }
    let upTo = WitMotionGroup.bit(a) &* 2 &- 1
    return (types & (WitMotionGroup.bit(b) - 1) & ~upTo).nonzeroBitCount
  }
}
