import IMUProtocols
import Inertial

/// A board with two sensors on one port, thigh and shank, that prints text lines while a simulated leg moves.
///
/// It first says what it sends (`#flexion {...}`, twice, because whoever opens a port drops the line that is under
/// way, then every second for late readers), then prints rows `t,id,ax,ay,az,gx,gy,gz` with `micros()` stamps
/// of 32 bits. It owns no port and no clock: the caller asks for the bytes up to a time.
public struct SimulatedDevice: Sendable {
  /// The board reads its second chip this much after the first [s].
  private static let secondChipDelay = 0.002
  private static let describeEvery = 1.0

  public let configuration: TextLineConfiguration
  /// Rows of each sensor a second.
  public let rate: Double
  private let encoder: TextLineEncoder
  private let leg: LegModel
  private let clockStart: Int64
  private var tracks: [SensorTrack]
  private var wire: DeviceWire
  private var nextRow = 0
  private var nextDescription = 0.0

  /// - Parameters:
  ///   - duration: s of motion; afterwards the person is still and the board goes on.
  ///   - faults: what happens to the bytes on their way.
  public init(
    motion: Motion = .squats, side: BodySide = .right, rate: Double = 100, duration: Double = 3600,
    seed: UInt64,
    errors: SensorErrors = .realistic, mounting: SensorMounting = .arbitrary, faults: DeviceFaults = .none
  ) {
    precondition(rate > 0, "a rate above zero")
    self.rate = rate
    configuration = Self.configuration(rate: rate)
    guard var encoder = TextLineEncoder(configuration: configuration) else {
      preconditionFailure("columns and units are stated")
    }
    encoder.decimals = [3, 4, 1]
    self.encoder = encoder
    leg = LegModel(motion: motion, side: side, duration: duration, seed: seed, mounting: mounting)
    tracks = [(BodySegment.thigh, 0.0), (.shank, Self.secondChipDelay)].map { segment, shift in
      SensorTrack(
        segment: segment, errors: errors, period: 1 / rate,
        shift: shift - (segment == .shank ? errors.shankDelay : 0),
        field: nil, seed: seed)
    }
    var random = SplitMix64(seed: seed, for: .device)
    // The counter wraps within the first minute: a reader that cannot unwrap is found out at once.
    clockStart = Int64((4_294.967_296 - random.uniform(in: 15...45)) * 1e6) * 1000
    wire = DeviceWire(faults: faults, random: random)
  }

  private static func configuration(rate: Double) -> TextLineConfiguration {
    var c = TextLineConfiguration()
    c.columns = ["t", "id", "ax", "ay", "az", "gx", "gy", "gz"]
    c.timeUnit = .microseconds
    c.acceleration = .metrePerSecondSquared
    c.angularRate = .radianPerSecond
    c.nominalRate = rate
    c.sensors = [.init(name: "T", segment: .thigh), .init(name: "S", segment: .shank)]
    c.firmware = "simulated 1"
    return c
  }

  /// What the board sends up to `time`, in seconds since its start and not below that of the call before.
  public mutating func bytes(until time: Double) -> [UInt8] {
    var sent: [UInt8] = []
    wire.start(&sent)
    while Double(nextRow) / rate + Self.secondChipDelay <= time {
      let now = Double(nextRow) / rate
      var lines: [UInt8] = []
      if now >= nextDescription { describe(now, to: &lines) }
      appendRows(at: now, to: &lines)
      wire.send(lines, at: now, to: &sent)
      nextRow += 1
    }
    return sent
  }

  private mutating func describe(_ now: Double, to lines: inout [UInt8]) {
    encoder.appendDescription(to: &lines)
    if now == 0 { encoder.appendDescription(to: &lines) }
    nextDescription = now + Self.describeEvery
  }

  private mutating func appendRows(at now: Double, to lines: inout [UInt8]) {
    for index in tracks.indices {
      guard let sample = tracks[index].sample(leg, at: now).sample else { continue }
      let stamp = deviceTime(at: now + (index == 0 ? 0 : Self.secondChipDelay))
      let raw = RawSample(
        deviceTime: stamp, arrivalTime: stamp, gyroscope: sample.gyroscope,
        accelerometer: sample.accelerometer ?? .missing)
      encoder.append(raw, sensor: configuration.sensors[index].name, time: stamp, to: &lines)
    }
  }

  /// Knee flexion of the bones [deg] at `time` seconds since the start of the board.
  public func truth(at time: Double) -> Double { leg.flexion(at: time).radiansToDegrees }

  /// Device time [ns, not wrapped] at `time` seconds since the start; the stamps in the rows are this in
  /// microseconds modulo 2^32.
  public func deviceTime(at time: Double) -> Int64 { clockStart + Int64((time * 1e6).rounded()) * 1000 }
}
