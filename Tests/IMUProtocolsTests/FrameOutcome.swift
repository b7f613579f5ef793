import Inertial

@testable import IMUProtocols

/// What a decoder made of one frame, asked for by the names and units of a vector file.
struct FrameOutcome {
  var sample: DecodedSample?
  var sensor = ""
  var fieldUnit = FieldUnit.microtesla
  /// A register reply.
  var first: UInt16?
  var values: [Int16] = []

  init() {}

  init(sample: DecodedSample, sensor: String, fieldUnit: FieldUnit) {
    self.sample = sample
    self.sensor = sensor
    self.fieldUnit = fieldUnit
  }

  /// What the registers hold, as a sample where they hold motion.
  init(first: UInt16, values: [Int16]) {
    self.first = first
    self.values = values
    fieldUnit = .arbitrary
    var block = WitMotionBlock()
    if block.takeRegisters(from: Int(first), count: values.count, WitMotionRanges(), value: { values[$0] }) {
      let raw = block.raw(time: nil, arrivalTime: 0)
      sample = DecodedSample(sensor: 0, sample: raw, orientation: block.orientation)
    }
  }

  /// nil when the decoder gives no such quantity.
  func value(_ field: FrameVector.Field) -> FrameVector.Value? {
    let name = field.name
    if let vector = vectorValue(name, field.unit) { return .number(vector) }
    if FrameNames.times.contains(name) { return time(field) }
    if FrameNames.counters.contains(name) { return (sample?.counter).map { .integer(Int64($0)) } }
    if FrameNames.identifiers.contains(name) { return identifier(field) }
    if FrameNames.registers.contains(name) { return first.map { .integer(Int64($0)) } }
    return orientation(name) ?? calendar(name) ?? register(name)
  }

  /// `acc_x`, `gyr_y_dps`, `mag_z_raw`: in the unit that the vector states.
  private func vectorValue(_ name: String, _ unit: String) -> Double? {
    guard let (quantity, axis, _) = FrameNames.vector(name), let raw = sample?.sample else { return nil }
    let vector = [raw.accelerometer, raw.gyroscope, raw.magnetometer ?? .missing][quantity]
    guard vector.isFinite, let scale = FrameNames.scale(unit, quantity) else { return nil }
    return vector[axis] / scale
  }

  private func time(_ field: FrameVector.Field) -> FrameVector.Value? {
    guard let time = sample?.sample.deviceTime else { return nil }
    if case .text = field.value {
      let t = CalendarStamp(nanoseconds: time)
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
      return .text("\(two(t.hour)):\(two(t.minute)):\(two(t.second)).\(two(t.millisecond / 10))")
    }
    guard let unit = FrameNames.nanoseconds(field.unit) else { return nil }
    if let whole = Int64(exactly: unit), time % whole == 0 { return .integer(time / whole) }
    return .number(Double(time) / unit)
  }

  /// The sensor as a name, as a number in its name, or as the code of the one letter in it.
  private func identifier(_ field: FrameVector.Field) -> FrameVector.Value? {
    guard sample != nil, case .integer(let wanted) = field.value else { return .text(sensor) }
    if sensor.isEmpty { return nil }
    let readings = [
      Int64(sensor), Int64(sensor, radix: 16), sensor.count == 1 ? sensor.utf8.first.map { Int64($0) } : nil,
    ]
    return .integer(readings.compactMap { $0 }.first { $0 == wanted } ?? -1)
  }

  private func orientation(_ name: String) -> FrameVector.Value? {
    guard let orientation = sample?.orientation else { return nil }
    let q = orientation.quaternion
    switch name {
    case "q_w": return .number(q.w)
    case "q_x": return .number(q.x)
    case "q_y": return .number(q.y)
    case "q_z": return .number(q.z)
    case "roll": return (orientation.angles?.x).map { .number($0.radiansToDegrees) }
    case "pitch": return (orientation.angles?.y).map { .number($0.radiansToDegrees) }
    case "yaw": return (orientation.angles?.z).map { .number($0.radiansToDegrees) }
    default: return nil
    }
  }

  private func calendar(_ name: String) -> FrameVector.Value? {
    guard FrameNames.calendar.contains(name), let time = sample?.sample.deviceTime else { return nil }
    let t = CalendarStamp(nanoseconds: time)
    let values = [t.year, t.month, t.day, t.hour, t.minute, t.second, t.millisecond]
    return FrameNames.calendar.firstIndex(of: name).map { .integer(Int64(values[$0])) }
  }

  /// `reg_51`, `register_3A`: one register by its number.
  private func register(_ name: String) -> FrameVector.Value? {
    guard let first, FrameNames.isRegister(name), let number = Int(name.split(separator: "_")[1], radix: 16)
    else { return nil }
    let place = number - Int(first)
    return values.indices.contains(place) ? .integer(Int64(values[place])) : nil
  }
}

/// The names and units of the vector files.
enum FrameNames {
  static let times = [
    "timestamp", "time", "time_startup", "reference_time", "time_stamp", "sample_time_fine", "time_counter",
    "osc_time",
  ]
  static let counters = ["counter", "index", "packet_counter", "packet_count"]
  static let identifiers = ["id", "address", "sensor_id", "channel"]
  static let registers = ["register", "start_register", "first_register"]
  static let calendar = ["year", "month", "day", "hour", "minute", "second", "millisecond"]
  private static let quantities = ["acc", "gyr", "mag"]

  static func isRegister(_ name: String) -> Bool {
    let parts = name.split(separator: "_")
    return parts.count == 2 && ["reg", "register"].contains(parts[0]) && Int(parts[1], radix: 16) != nil
  }

  /// Quantity, axis and what follows: "raw" of `mag_x_raw`; nil for any other name.
  static func vector(_ name: String) -> (quantity: Int, axis: Int, suffix: String)? {
    let parts = name.split(separator: "_", maxSplits: 2).map(String.init)
    guard parts.count >= 2, let quantity = quantities.firstIndex(of: parts[0]),
      let axis = ["x", "y", "z"].firstIndex(of: parts[1])
    else { return nil }
    return (quantity, axis, parts.count > 2 ? parts[2] : "")
  }

  /// What one unit is in m/s², rad/s or as the decoder gives the field; nil for a unit nobody knows.
  static func scale(_ unit: String, _ quantity: Int) -> Double? {
    let g = Double.standardGravity, degree = Double.pi / 180
    switch unit {
    case "m/s^2", "m/s2", "rad/s", "uT", "LSB", "a.u.", "": return 1
    case "g": return g
    case "mg": return g / 1000
    case "deg/s": return degree
    case "mdps": return degree / 1000
    case "Gauss", "G": return 100
    case "mGauss", "mG": return 0.1
    default: return counts(unit)
    }
  }

  /// "LSB 8192/g", "LSB 16/dps", "LSB 0.1 uT".
  private static func counts(_ unit: String) -> Double? {
    let words = unit.split(separator: " ")
    guard words.count >= 2, words[0] == "LSB" else { return nil }
    let parts = words[1].split(separator: "/")
    guard let number = Double(parts[0]) else { return nil }
    switch parts.count > 1 ? parts[1] : words.last ?? "" {
    case "g": return .standardGravity / number
    case "dps": return .pi / 180 / number
    case "uT": return number
    default: return nil
    }
  }

  /// ns in a unit of time, also in one like "1e-4 s" or "1/32768 s".
  static func nanoseconds(_ unit: String) -> Double? {
    let words = unit.split(separator: " ")
    if let plain = ["ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9][String(words.first ?? "")] { return plain }
    guard words.count >= 2, words[1] == "s" else { return nil }
    let parts = words[0].split(separator: "/").compactMap { Double($0) }
    return parts.first.map { 1e9 * $0 / (parts.count > 1 ? parts[1] : 1) }
  }

  /// Must be given by every decoder: motion, orientation, time, counters, ids and register values. A native value is
  /// owed only where its SI value is not listed.
  static func isOwed(_ field: FrameVector.Field, in vector: FrameVector) -> Bool {
    let name = field.name
    if let (quantity, axis, suffix) = Self.vector(name) {
      let base = quantities[quantity] + "_" + ["x", "y", "z"][axis]
      return suffix.isEmpty
        || (scale(field.unit, quantity) != nil && !vector.fields.contains { $0.name == base })
    }
    if name == "address", case .text = field.value { return false }
    if times.contains(name) || counters.contains(name) || identifiers.contains(name) { return true }
    if registers.contains(name) || calendar.contains(name) || isRegister(name) { return true }
    return ["q_w", "q_x", "q_y", "q_z", "roll", "pitch", "yaw"].contains(name)
  }
}
