import Inertial

/// WitMotion sensors on one Modbus line, answering a poll of all of them.
public struct WitMotionModbusEncoder: SerialEncoder {
  public let sensors: [DecodedSensor]
  public var content: SampleContent { [.force, .rate, .field, .orientation] }
  private let addresses: [UInt8]
  private let counts: WitMotionCounts
  private let first: Int
  private let count: Int

  /// Sensors without an address in their name count from 50 on.
  public init(
    configuration: WitMotionConfiguration = WitMotionConfiguration(),
    sensors: [DecodedSensor] = [DecodedSensor(name: "50")]
  ) {
    self.sensors = sensors
    addresses = sensors.enumerated().map { place, sensor in
      UInt8(sensor.name, radix: 16).flatMap { WitMotionModbusRequest.addresses.contains($0) ? $0 : nil }
        ?? 0x50 + UInt8(truncatingIfNeeded: place % 48)
    }
    counts = WitMotionCounts(ranges: WitMotionRanges(stated: configuration))
    (first, count) = (configuration.firstRegister, configuration.registerCount)
  }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for sample in row where addresses.indices.contains(sample.sensor) {
      Self.append(address: addresses[sample.sensor], count: count, to: &bytes) {
        value(of: first + $0, sample)
      }
    }
  }

  /// The reply to a read of `count` registers.
  public static func append(
    address: UInt8, count: Int, to bytes: inout [UInt8], value: (Int) -> Int16
  ) {
    let start = bytes.count
    bytes.append(address)
    bytes.append(WitMotionModbusRequest.readFunction)
    bytes.append(UInt8(2 * count))
    for place in 0..<count { bytes.appendBig(value(place)) }
    bytes.appendLittle(CRC16.modbus.sum(bytes[start...]))
  }

  private func value(of register: Int, _ sample: DecodedSample) -> Int16 {
    let groups: [(UInt8, WitMotionBlock.Counts)] = [
      (WitMotion.Register.force, counts.force(sample.sample)),
      (WitMotion.Register.angularRate, counts.rate(sample.sample)),
      (WitMotion.Register.field, counts.field(sample.sample)),
      (WitMotion.Register.angle, counts.angles(sample)),
    ]
    for (start, counts) in groups {
      switch register - Int(start) {
      case 0: return counts.0
      case 1: return counts.1
      case 2: return counts.2
      default: continue
      }
    }
    return 0
  }
}
