import Inertial

/// Commands of MIP devices.
public enum MIPCommand: Hashable, Sendable {
  case ping, idle, resume
  /// The fields of the inertial set, each at the base rate divided by its number.
  case messageFormat([Output])

  public struct Output: Hashable, Sendable {
    public var descriptor: UInt8
    public var divisor: UInt16

    public init(_ descriptor: UInt8, divisor: UInt16) {
      self.descriptor = descriptor
      self.divisor = divisor
    }
  }

  public var bytes: [UInt8] {
    switch self {
    case .ping: return Self.packet(set: 0x01, field: 0x01)
    case .idle: return Self.packet(set: 0x01, field: 0x02)
    case .resume: return Self.packet(set: 0x01, field: 0x06)
    case .messageFormat(let outputs):
      var data: [UInt8] = [1, MIPPacket.inertialSet, UInt8(outputs.count)]
      for output in outputs {
        data.append(output.descriptor)
        data.appendBig(output.divisor)
      }
      return Self.packet(set: 0x0C, field: 0x0F, data)
    }
  }

  /// A command by its numbers.
  static func packet(set: UInt8, field: UInt8, _ data: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    MIPPacket.append(set: set, [(field, data)], to: &bytes)
    return bytes
  }

  /// What `DecoderEvent.acknowledge` says when the device has understood a command.
  static func name(set: UInt8, descriptor: UInt8) -> String {
    switch (set, descriptor) {
    case (0x01, 0x01): "Ping"
    case (0x01, 0x02): "Idle"
    case (0x01, 0x06): "Resume"
    case (0x0C, 0x0F): "MessageFormat"
    default: "Command \(String(set, radix: 16)) \(String(descriptor, radix: 16))"
    }
  }
}

/// Samples as the inertial packets of a MIP device.
public struct MIPEncoder: SerialEncoder {
  public let sensors = [DecodedSensor(name: "")]
  public var content: SampleContent { [.rate, .force, .field, .orientation, .deviceTime] }
  /// [ns]
  private let step: UInt64
  private static let forceRail = 16.0
  private static let rateRail = 2000 * Double.pi / 180

  /// `rate`: of the rows [Hz].
  public init(rate: Double = 100) { step = UInt64((1e9 / max(rate, 0.1)).rounded()) }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row {
      let sample = decoded.sample
      var fields: [(descriptor: UInt8, data: [UInt8])] = []
      if let time = sample.deviceTime {
        fields += [(0xD5, Self.whole(UInt64(bitPattern: time))), (0xD6, Self.whole(step))]
      }
      Self.add(0x04, sample.accelerometer / .standardGravity, rail: Self.forceRail, to: &fields)
      Self.add(0x05, sample.gyroscope, rail: Self.rateRail, to: &fields)
      Self.add(0x06, (sample.magnetometer ?? .missing) / 100, rail: .infinity, to: &fields)
      if let q = decoded.orientation?.quaternion { fields.append((0x0A, Self.floats([q.w, q.x, q.y, q.z]))) }
      MIPPacket.append(set: MIPPacket.inertialSet, fields, to: &bytes)
    }
  }

  private static func add(
    _ descriptor: UInt8, _ v: Vector3, rail: Double, to fields: inout [(descriptor: UInt8, data: [UInt8])]
  ) {
    guard v.isFinite else { return }
    fields.append((descriptor, floats([v.x, v.y, v.z].map { min(rail, max(-rail, $0)) })))
  }

  private static func floats(_ numbers: [Double]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.appendBig(Float(number).bitPattern) }
    return bytes
  }

  private static func whole(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBig(number)
    return bytes
  }
}

extension SerialProtocol {
  static let mip = SerialProtocol(
    name: "mip", title: "MicroStrain MIP", bauds: [115_200, 921_600, 460_800, 230_400],
    wakeUp: MIPCommand.ping.bytes, start: [MIPCommand.resume.bytes], stop: [MIPCommand.idle.bytes],
    makeDecoder: { _ in FramedDecoder(MIPReader()) },
    makeEncoder: { $0.sensors.count == 1 ? MIPEncoder(rate: $0.rate) : nil })
}
