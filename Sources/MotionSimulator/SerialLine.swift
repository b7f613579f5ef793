import Inertial

/// The way of bytes from a board's transmitter to the host: the wire with its speed, what happens on it, and the adapter
/// that hands the bytes over.
struct SerialLine: Sendable {
  /// Bytes that the host gets in one piece, and when [s].
  struct Delivery: Hashable, Sendable {
    var time: Double
    var bytes: [UInt8]
  }

  /// Bytes that wait for a busy wire; what does not fit is dropped row by row.
  static let transmitBuffer = 512.0

  /// Speed of the wire [baud]; nil: that of USB, which never fills.
  var baud: Int?
  /// Speed that the host listens at [baud]; nil: the right one.
  var hostBaud: Int?
  /// Rows that found the wire full.
  private(set) var rowsDropped = 0
  /// What was handed over since it was last taken, in order of time.
  var deliveries: [Delivery] = []

  private let faults: DeviceFaults
  private var random: SplitMix64
  /// Sizes of pieces; apart, because bytes are handed over when they are asked for.
  private var cuts: SplitMix64
  private var isFreeAt = 0.0
  /// What the adapter has received and not handed over.
  private var held: [UInt8] = []
  private var nextTick: Double

  init(baud: Int?, faults: DeviceFaults, random: SplitMix64) {
    self.baud = baud
    self.faults = faults
    self.random = random
    cuts = SplitMix64(seed: self.random.next())
    nextTick = 0
    // The timer of the adapter knows nothing of the board's.
    if case .time(let period) = faults.batch { nextTick = period * self.random.uniform() }
  }

  /// Sends `bytes` from `time` [s] on, or as soon as the wire is free. Gives the places in `bytes` that were lost or
  /// changed; nil when all of them were dropped because the wire was full.
  ///
  /// - Parameters:
  ///   - speed: that of these bytes alone [baud].
  ///   - waits: never dropped.
  mutating func send(_ bytes: [UInt8], at time: Double, speed: Int? = nil, waits: Bool = false) -> [Int]? {
    let byteTime = (speed ?? baud).map { 10 / Double($0) } ?? 0
    let start = max(time, isFreeAt)
    if !waits, byteTime > 0, start - time > Self.transmitBuffer * byteTime {
      rowsDropped += 1
      return nil
    }
    isFreeAt = start + Double(bytes.count) * byteTime
    var damaged: [Int] = []
    var arrived = damage(bytes, &damaged)
    if let spoken = speed ?? baud, let heard = hostBaud ?? speed.flatMap({ _ in baud }), heard != spoken {
      arrived = BaudMismatch.resample(arrived, from: spoken, to: heard)
    }
    receive(arrived, from: start, to: isFreeAt)
    return damaged
  }

  private mutating func damage(_ bytes: [UInt8], _ damaged: inout [Int]) -> [UInt8] {
    if faults.byteLoss == 0, faults.bitFlips == 0, faults.rowFlips == 0 { return bytes }
    var arrived: [UInt8] = []
    arrived.reserveCapacity(bytes.count)
    let row = random.uniform() < faults.rowFlips ? Int(random.uniform() * Double(bytes.count * 8)) : -1
    for (place, byte) in bytes.enumerated() {
      if faults.byteLoss > 0, random.uniform() < faults.byteLoss {
        damaged.append(place)
        continue
      }
      var mask: UInt8 = row / 8 == place && row >= 0 ? 1 << UInt8(row % 8) : 0
      if faults.bitFlips > 0, random.uniform() < faults.bitFlips { mask ^= 1 << UInt8(random.next() & 7) }
      if mask != 0 { damaged.append(place) }
      arrived.append(byte ^ mask)
    }
    return arrived
  }

  // MARK: The adapter

  /// Lets the timer of the adapter run until `time`.
  mutating func tick(until time: Double) {
    guard case .time(let period) = faults.batch else { return }
    while nextTick <= time {
      if !held.isEmpty { deliver(held, at: nextTick) }
      held.removeAll(keepingCapacity: true)
      nextTick += period
    }
  }

  /// The port is gone: whatever was on its way is lost.
  mutating func cut(at time: Double) {
    held = []
    deliveries.removeAll { $0.time > time }
    isFreeAt = time
  }

  private mutating func receive(_ bytes: [UInt8], from start: Double, to end: Double) {
    switch faults.batch {
    case nil: deliver(bytes, at: end)
    case .bytes(let size):
      held += bytes
      while held.count >= size {
        deliver(Array(held[..<size]), at: end)
        held.removeFirst(size)
      }
    case .time: receiveByTimer(bytes, from: start, to: end)
    }
  }

  private mutating func receiveByTimer(_ bytes: [UInt8], from start: Double, to end: Double) {
    let byteTime = bytes.isEmpty ? 0 : (end - start) / Double(bytes.count)
    var place = 0
    while place < bytes.count {
      tick(until: start + Double(place + 1) * byteTime)
      let room = byteTime > 0 ? Int(((nextTick - start) / byteTime).rounded(.down)) : bytes.count
      let last = max(place + 1, min(bytes.count, room))
      held += bytes[place..<last]
      place = last
    }
  }

  private mutating func deliver(_ bytes: [UInt8], at time: Double) {
    if bytes.isEmpty { return }
    guard faults.isInPieces else { return deliveries.append(Delivery(time: time, bytes: bytes)) }
    var place = 0
    while place < bytes.count {
      let size = min(bytes.count - place, 1 + Int(cuts.uniform() * 7))
      deliveries.append(Delivery(time: time, bytes: Array(bytes[place..<place + size])))
      place += size
    }
  }
}
