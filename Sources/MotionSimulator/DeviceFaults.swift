import Inertial

/// What goes wrong between a board and its reader.
public struct DeviceFaults: Hashable, Sendable {
  /// Random bytes on the wire before the first line.
  public var garbageAtStart = 0
  /// Chance that a byte is lost.
  public var byteLoss = 0.0
  /// Spans in which the board sends nothing [s since its start].
  public var stalls: [ClosedRange<Double>] = []

  public init() {}

  public static let none = DeviceFaults()
}

/// Carries the lines of a board, with its faults.
struct DeviceWire: Sendable {
  private let faults: DeviceFaults
  private var random: SplitMix64
  private var hasStarted = false

  init(faults: DeviceFaults, random: SplitMix64) {
    self.faults = faults
    self.random = random
  }

  mutating func start(_ sent: inout [UInt8]) {
    if hasStarted { return }
    hasStarted = true
    for _ in 0..<faults.garbageAtStart { sent.append(UInt8(truncatingIfNeeded: random.next())) }
  }

  mutating func send(_ bytes: [UInt8], at time: Double, to sent: inout [UInt8]) {
    if faults.stalls.contains(where: { $0.contains(time) }) { return }
    guard faults.byteLoss > 0 else { return sent += bytes }
    for byte in bytes where random.uniform() >= faults.byteLoss { sent.append(byte) }
  }
}
