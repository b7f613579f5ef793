import Inertial

/// What cannot be read from the frames of a WitMotion sensor; nil: as the sensor answers, or as usual.
public struct WitMotionConfiguration: Hashable, Sendable {
  /// Full scale of the gyroscope [rad/s].
  public var angularRate: Double?
  /// Full scale of the accelerometer [m/s²].
  public var specificForce: Double?
  /// Registers that a Modbus host asks for: the first, and how many.
  public var firstRegister = 0x34
  public var registerCount = 12
  /// Modbus addresses and where their sensors sit; empty: as they answer.
  public var sensors: [DecodedSensor] = []
  /// Types of the frames that a simulated 11-byte sensor sends, rising.
  public var content: [UInt8] = [
    WitMotion.FrameType.force, WitMotion.FrameType.angularRate, WitMotion.FrameType.angle,
  ]

  public init() {}

  /// Reads `{"ranges":{"gyr":2000,"acc":16},"registers":{"start":52,"count":12},
  /// "sensors":{"50":"thigh"},"content":["50","51"]}`, in deg/s and g; other keys are left to others.
  public init(json: String) throws(WitMotionConfigurationError) {
    guard !json.isEmpty else { return }
    guard let value = DescriptionValue(parsing: Array(json.utf8)), value.entries != nil else {
      throw .notJSON
    }
    angularRate = try Self.range(value, "gyr").map { $0.degreesToRadians }
    specificForce = try Self.range(value, "acc").map { $0 * .standardGravity }
    if let registers = value["registers"] {
      guard let start = registers["start"]?.integer, 0...0xFF ~= start else {
        throw .value("registers.start")
      }
      guard let count = registers["count"]?.integer, 1...125 ~= count else { throw .value("registers.count") }
      (firstRegister, registerCount) = (Int(start), Int(count))
    }
    for entry in value["sensors"]?.entries ?? [] {
      guard UInt8(entry.key, radix: 16) != nil else { throw .value("sensors." + entry.key) }
      sensors.append(
        DecodedSensor(name: entry.key.uppercased(), segment: entry.value.text.flatMap { .init(rawValue: $0) })
      )
    }
    if let list = value["content"]?.list {
      let types = list.compactMap { $0.text.flatMap { UInt8($0, radix: 16) } }
      guard types.count == list.count, types.allSatisfy({ WitMotionReader.carriesMotion($0) }) else {
        throw .value("content")
      }
      content = types.sorted()
    }
  }

  private static func range(
    _ value: DescriptionValue, _ key: String
  ) throws(WitMotionConfigurationError) -> Double? {
    guard let range = value["ranges"]?[key] else { return nil }
    guard let number = range.number, number > 0 else { throw .value("ranges." + key) }
    return number
  }
}

/// Why a configuration cannot be read.
public enum WitMotionConfigurationError: Error, Hashable, Sendable {
  case notJSON
  /// The key whose value makes no sense.
  case value(String)
}

extension WitMotionRanges {
  init(stated: WitMotionConfiguration) {
    self.init()
    if let rate = stated.angularRate { angularRate = rate }
    if let force = stated.specificForce { specificForce = force }
  }

  /// Takes the ranges that the sensor answered; what is stated wins, and a contradiction is said.
  mutating func take(
    _ values: [Int16], from first: Int, _ stated: WitMotionConfiguration, _ events: inout EventList
  ) {
    func answer(_ register: UInt8, _ scales: [Double], _ stated: Double?, _ name: String) -> Double? {
      let place = Int(register) - first
      guard values.indices.contains(place), scales.indices.contains(Int(values[place])) else { return nil }
      let scale = scales[Int(values[place])]
      guard let stated else { return scale }
      if abs(stated - scale) > 1e-6 * scale { events.note(.contradiction(name)) }
      return nil
    }
    let rates = Self.angularRates, forces = Self.specificForces
    if let rate = answer(WitMotion.Register.rateRange, rates, stated.angularRate, "ranges.gyr") {
      angularRate = rate
    }
    if let force = answer(WitMotion.Register.forceRange, forces, stated.specificForce, "ranges.acc") {
      specificForce = force
    }
  }
}
