import Inertial

/// Quantities into counts, as a WitMotion sensor rounds them.
struct WitMotionCounts: Sendable {
  var ranges: WitMotionRanges

  func force(_ sample: RawSample) -> WitMotionBlock.Counts {
    Self.counts(sample.accelerometer * (32768 / ranges.specificForce))
  }
  func rate(_ sample: RawSample) -> WitMotionBlock.Counts {
    Self.counts(sample.gyroscope * (32768 / ranges.angularRate))
  }
  func field(_ sample: RawSample) -> WitMotionBlock.Counts { Self.counts(sample.magnetometer ?? .missing) }

  /// Roll, pitch, yaw; zero where the sample has no orientation.
  func angles(_ sample: DecodedSample) -> WitMotionBlock.Counts {
    guard let orientation = sample.orientation else { return (0, 0, 0) }
    return Self.counts((orientation.angles ?? orientation.quaternion.rollPitchYaw) * (32768 / .pi))
  }

  static func counts(_ v: Vector3) -> WitMotionBlock.Counts {
    (Int16(steps: v.x), Int16(steps: v.y), Int16(steps: v.z))
  }
}

extension Quaternion {
  /// Roll, pitch, yaw [rad]: turns about x, then y, then z of the earth; roll is 0 with x straight up or down.
  var rollPitchYaw: Vector3 {
    let sine: Double = 2 * (w * y - z * x)
    if abs(sine) >= 1 - 1e-12 {
      return Vector3(0, sine < 0 ? -.pi / 2 : .pi / 2, -2 * (sine < 0 ? -1 : 1) * Double.atan2(x, w))
    }
    let rollSine: Double = 2 * (w * x + y * z), rollCosine: Double = 1 - 2 * (x * x + y * y)
    let yawSine: Double = 2 * (w * z + x * y), yawCosine: Double = 1 - 2 * (y * y + z * z)
    return Vector3(
      Double.atan2(rollSine, rollCosine), Double.asin(sine), Double.atan2(yawSine, yawCosine))
  }
}

/// A WitMotion sensor with the 11-byte framing.
public struct WitMotionEncoder: SerialEncoder {
  public let sensors: [DecodedSensor]
  /// Types of the frames of a group, rising.
  public let types: [UInt8]
  private let counts: WitMotionCounts
  /// Raw fourth number of most frames: temperature x 100.
  private static let temperature: Int16 = 2500
  /// A clock that was never set counts from here [ns since 1970].
  private static let firstDay = CalendarStamp(year: 2024, month: 1, day: 1).nanoseconds

  public init(
    configuration: WitMotionConfiguration = WitMotionConfiguration(), sensor: DecodedSensor = .init(name: "")
  ) {
    sensors = [sensor]
    types = configuration.content
    counts = WitMotionCounts(ranges: WitMotionRanges(stated: configuration))
  }

  public var content: SampleContent {
    var content: SampleContent = []
    for type in types {
      switch type {
      case WitMotion.FrameType.clock: content.insert(.deviceTime)
      case WitMotion.FrameType.force: content.insert(.force)
      case WitMotion.FrameType.angularRate: content.insert(.rate)
      case WitMotion.FrameType.field: content.insert(.field)
      default: content.insert(.orientation)
      }
    }
    return content
  }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for sample in row where sample.sensor == 0 {
      for type in types { append(sample, type, to: &bytes) }
    }
  }

  private func append(_ sample: DecodedSample, _ type: UInt8, to bytes: inout [UInt8]) {
    let raw = sample.sample
    switch type {
    case WitMotion.FrameType.clock: Self.appendClock(raw.deviceTime ?? raw.arrivalTime, to: &bytes)
    case WitMotion.FrameType.force: Self.append(type, counts.force(raw), Self.temperature, to: &bytes)
    case WitMotion.FrameType.angularRate: Self.append(type, counts.rate(raw), Self.temperature, to: &bytes)
    case WitMotion.FrameType.angle: Self.append(type, counts.angles(sample), 0x1234, to: &bytes)
    case WitMotion.FrameType.field: Self.append(type, counts.field(raw), Self.temperature, to: &bytes)
    default:
      let q = sample.orientation?.quaternion ?? .identity
      let xyz = WitMotionCounts.counts(Vector3(q.x, q.y, q.z) * 32768)
      Self.append(type, (Int16(steps: q.w * 32768), xyz.0, xyz.1), xyz.2, to: &bytes)
    }
  }

  /// One frame of four numbers: also foreign types and register replies.
  public static func append(
    _ type: UInt8, _ values: (Int16, Int16, Int16), _ last: Int16, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(0x55)
    bytes.append(type)
    bytes.appendLittle(values.0)
    bytes.appendLittle(values.1)
    bytes.appendLittle(values.2)
    bytes.appendLittle(last)
    bytes.append(bytes.sum(from: start))
  }

  private static func appendClock(_ time: Int64, to bytes: inout [UInt8]) {
    let stamp = CalendarStamp(nanoseconds: time >= firstDay ? time : firstDay + max(0, time))
    let start = bytes.count
    bytes.append(0x55)
    bytes.append(WitMotion.FrameType.clock)
    for part in [stamp.year - 2000, stamp.month, stamp.day, stamp.hour, stamp.minute, stamp.second] {
      bytes.append(UInt8(truncatingIfNeeded: part))
    }
    bytes.appendLittle(UInt16(stamp.millisecond))
    bytes.append(bytes.sum(from: start))
  }
}
