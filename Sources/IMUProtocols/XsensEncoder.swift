import Inertial

/// Samples as the MTData2 messages of an Xsens device: counter, SampleTimeFine, then what each sample holds.
///
/// Sensors of one port are devices behind a master, told apart by their bus number ("1", "2").
public struct XsensEncoder: SerialEncoder {
  public let sensors: [DecodedSensor]
  public var content: SampleContent { [.rate, .force, .field, .orientation, .deviceTime, .counter] }
  /// Of every number but counter and time.
  private let format: XsensItem.NumberFormat
  private let buses: [UInt8]
  private var nextCounter: [UInt16]

  /// Rails of an MTi [rad/s], [m/s²].
  private static let rateRail = 2000 * Double.pi / 180
  private static let forceRail = 16 * Double.standardGravity

  public init(sensors: [DecodedSensor] = [DecodedSensor(name: "")]) {
    self.init(sensors: sensors, format: .float32)
  }

  init(sensors: [DecodedSensor] = [DecodedSensor(name: "")], format: XsensItem.NumberFormat) {
    self.sensors = sensors
    self.format = format
    buses = sensors.indices.map {
      sensors.count == 1 ? XsensMessage.ownBus : UInt8(sensors[$0].name) ?? UInt8($0 + 1)
    }
    nextCounter = sensors.map { _ in 0 }
  }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row where buses.indices.contains(decoded.sensor) {
      let counter = decoded.counter.map { UInt16(truncatingIfNeeded: $0) } ?? nextCounter[decoded.sensor]
      nextCounter[decoded.sensor] = counter &+ 1
      XsensMessage.append(
        id: XsensMessage.data, bus: buses[decoded.sensor], data(decoded, counter), to: &bytes)
    }
  }

  private func data(_ decoded: DecodedSample, _ counter: UInt16) -> [UInt8] {
    let sample = decoded.sample
    var data: [UInt8] = [0x10, 0x20, 2]
    data.appendBig(counter)
    if let time = sample.deviceTime {
      data += [0x10, 0x60, 4]
      data.appendBig(UInt32(truncatingIfNeeded: time / 100_000))
    }
    if let orientation = decoded.orientation { append(orientation, to: &data) }
    append(0x4020, sample.accelerometer, rail: Self.forceRail, to: &data)
    append(0x8020, sample.gyroscope, rail: Self.rateRail, to: &data)
    append(0xC020, sample.magnetometer ?? .missing, rail: .infinity, to: &data)
    data += [0xE0, 0x20, 4]
    data.appendBig(status(sample))
    return data
  }

  private func append(_ orientation: DeviceOrientation, to data: inout [UInt8]) {
    let frame: UInt16 =
      switch orientation.frame {
      case .eastNorthUp, .zUp: 0
      case .northEastDown: 4
      case .northWestUp: 8
      }
    let q = orientation.quaternion
    append(0x2010 | frame, [q.w, q.x, q.y, q.z], to: &data)
  }

  private func append(_ quantity: UInt16, _ v: Vector3, rail: Double, to data: inout [UInt8]) {
    guard v.isFinite else { return }
    append(quantity, [v.x, v.y, v.z].map { min(rail, max(-rail, $0)) }, to: &data)
  }

  private func append(_ quantity: UInt16, _ numbers: [Double], to data: inout [UInt8]) {
    data.appendBig(quantity | format.rawValue)
    data.append(UInt8(numbers.count * format.size))
    for number in numbers { XsensItem.append(number, format, to: &data) }
  }

  /// Valid, and which axes stand at their rails.
  private func status(_ sample: RawSample) -> UInt32 {
    var word: UInt32 = 3
    for axis in 0..<3 {
      if abs(sample.accelerometer[axis]) >= Self.forceRail { word |= 1 << UInt32(8 + axis) }
      if abs(sample.gyroscope[axis]) >= Self.rateRail { word |= 1 << UInt32(11 + axis) }
    }
    return word
  }
}
