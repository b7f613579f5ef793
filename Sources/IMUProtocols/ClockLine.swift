import Inertial

/// The line under the points (device time, arrival - device time): what is left of the differences when nothing delays.
///
/// Delays are never negative, so the clock offset is a line that all points lie above and some touch. Among those lines
/// the one with the least area under the points is the edge of their lower hull that spans their mean time (Zhang,
/// Liu, Xia: Clock synchronization algorithms for network measurements, INFOCOM 2002, doi
/// 10.1109/INFCOM.2002.1019257). Half a second of points is kept as its lowest one, 128 s of those; nothing allocates
/// after `init`.
struct ClockLine: Sendable {
  /// Value at time 0 [ns], and rise [ns/ns].
  private(set) var intercept = 0.0
  private(set) var slope = 0.0
  /// How far the lowest points of half seconds lie above the line, on average [ns].
  private(set) var spread = 0.0
  private(set) var hasPoints = false

  /// Lowest points of closed slots, a ring.
  private var times: [Double]
  private var values: [Double]
  private var first = 0
  private var count = 0
  private var hull: [Int]
  private var slot = Slot()
  /// Slots in a row that stayed above the line.
  private var highSlots = 0
  /// The slope that a short stretch is drawn towards: 0, or that of the stretch before a restart.
  private var usualSlope = 0.0

  private struct Slot: Sendable {
    var number = Int.min
    var time = 0.0
    var value = 0.0
    var height = Double.infinity
  }

  static let slotLength = 500_000_000.0
  private static let capacity = 256
  private static let window = 128e9
  /// Slots of 20 s that all lie higher than this mean that the clock made a step.
  private static let slotsOfStep = 40
  private static let step = 5e6
  /// Lowest points further above the line than this were held up, and say nothing about the slope.
  private static let held = 20e6
  /// Uncertainty of a lowest point at the best of ports.
  private static let noise = 50_000.0
  /// Resonators without a crystal are off by up to 1 %, RC oscillators and fitted periods by more.
  private static let steepest = 0.1

  init() {
    times = [Double](repeating: 0, count: Self.capacity)
    values = [Double](repeating: 0, count: Self.capacity)
    hull = [Int](repeating: 0, count: Self.capacity)
  }

  func value(at time: Double) -> Double { intercept + slope * time }

  /// A new stretch: the clock is the same crystal with another zero.
  mutating func restart() {
    usualSlope = slope
    (first, count, highSlots) = (0, 0, 0)
    slot = Slot()
    hasPoints = false
  }

  mutating func append(time: Double, value: Double) {
    // Rows that come a little out of order stay in the newest slot.
    let number = max(slot.number, Int(max(-1e15, min(1e15, (time / Self.slotLength).rounded(.down)))))
    if !hasPoints {
      hasPoints = true
      intercept = value - slope * time
    } else if number != slot.number {
      closeSlot()
    }
    let height = value - self.value(at: time)
    if number != slot.number || height < slot.height {
      slot = Slot(number: number, time: time, value: value, height: height)
    }
    // Nothing arrives before it was sent.
    if height < 0 { intercept += height }
  }

  private mutating func closeSlot() {
    let place = (first + count) % Self.capacity
    (times[place], values[place]) = (slot.time, slot.value)
    if count < Self.capacity { count += 1 } else { first = (first + 1) % Self.capacity }
    while count > 1, times[first] < slot.time - Self.window { dropFirst() }
    let height = slot.value - value(at: slot.time)
    highSlots = height > Self.step ? highSlots + 1 : 0
    if height <= Self.held + 5 * spread {
      let bounded = max(0, min(height, 2 * spread + Self.noise))
      spread += (bounded - spread) / Double(min(20, count))
    }
    if highSlots >= Self.slotsOfStep { takeStep() }
    fit()
  }

  private mutating func dropFirst() {
    first = (first + 1) % Self.capacity
    count -= 1
  }

  /// What lies before the step belongs to another offset.
  private mutating func takeStep() {
    while count > Self.slotsOfStep { dropFirst() }
    highSlots = 0
    var lowest = Double.infinity
    for i in 0..<count { lowest = min(lowest, height(i)) }
    intercept += lowest
  }

  private func time(_ i: Int) -> Double { times[(first + i) % Self.capacity] }
  private func point(_ i: Int) -> Double { values[(first + i) % Self.capacity] }
  private func height(_ i: Int) -> Double { point(i) - value(at: time(i)) }

  // MARK: The hull

  private mutating func fit() {
    var size = 0, used = 0
    var sum = 0.0
    let limit = Self.held + 5 * spread
    for i in 0..<count where height(i) <= limit {
      used += 1
      sum += time(i)
      while size > 1, isAbove(hull[size - 1], hull[size - 2], i) { size -= 1 }
      hull[size] = i
      size += 1
    }
    guard size > 1 else { return }
    let edge = edge(spanning: sum / Double(used), size)
    let from = hull[edge], to = hull[edge + 1]
    let run = time(to) - time(from)
    guard run > 0 else { return }
    let span = time(hull[size - 1]) - time(hull[0])
    takeSlope((point(to) - point(from)) / run, over: span, size)
  }

  /// The middle point does not lie below the straight from `a` to `c`.
  private func isAbove(_ b: Int, _ a: Int, _ c: Int) -> Bool {
    let left: Double = (point(b) - point(a)) * (time(c) - time(a))
    let right: Double = (point(c) - point(a)) * (time(b) - time(a))
    return left >= right
  }

  private func edge(spanning middle: Double, _ size: Int) -> Int {
    var edge = 0
    while edge + 2 < size, time(hull[edge + 1]) < middle { edge += 1 }
    return edge
  }

  /// A slope whose rise does not stand out of the spread is not believed yet.
  private mutating func takeSlope(_ found: Double, over span: Double, _ size: Int) {
    let rise = (found - usualSlope) * span
    let noise = spread + Self.noise
    let trust = rise * rise / (rise * rise + noise * noise)
    slope = max(-Self.steepest, min(Self.steepest, usualSlope + (found - usualSlope) * trust))
    intercept = .infinity
    for number in 0..<size {
      intercept = min(intercept, point(hull[number]) - slope * time(hull[number]))
    }
  }
}
