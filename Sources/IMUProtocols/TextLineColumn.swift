import Inertial

/// What one column of a text line means, from its name.
enum TextLineColumn: Hashable, Sendable {
  case time
  /// Time of day, "09:12:44.10".
  case timeOfDay
  /// Counts samples, as sent.
  case counter
  case identifier
  /// One component of a quantity of one sensor; `sensor` is the suffix, empty without one.
  case component(Group, axis: Int, sensor: String)
  /// Component 0...3 of a quaternion by number: which one it is, the unit `quat` says.
  case quaternionNumber(Int, sensor: String)
  /// Unknown: must not be empty.
  case text
  /// "_": anything.
  case ignored

  /// A quantity that takes several columns.
  enum Group: Int, Hashable, Sendable, CaseIterable {
    case acceleration, angularRate, magneticField, quaternion, angles

    /// Names of the components, in the order in which a row keeps them.
    var names: [String] {
      switch self {
      case .acceleration: ["ax", "ay", "az"]
      case .angularRate: ["gx", "gy", "gz"]
      case .magneticField: ["mx", "my", "mz"]
      case .quaternion: ["qw", "qx", "qy", "qz"]
      case .angles: ["roll", "pitch", "yaw"]
      }
    }

    /// Where the first component stands among the values of a sensor.
    var offset: Int {
      switch self {
      case .acceleration: 0
      case .angularRate: 3
      case .magneticField: 6
      case .quaternion: 9
      case .angles: 13
      }
    }

    /// Values that a row keeps of a sensor.
    static let valueCount = 16
  }

  /// Quantities that a line or a sample holds.
  struct GroupSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ group: Group) { rawValue = 1 << UInt8(group.rawValue) }

    func has(_ group: Group) -> Bool { contains(GroupSet(group)) }
  }

  enum UnitGroup: Hashable, Sendable {
    case time, acceleration, angularRate, magneticField, quaternion, angles
  }

  static let maximumCount = 64
  static let maximumSensors = 8

  /// Matched without case: `t time t_us millis`, `id`, `ax aX accX AccelX acc_x`, `gx gyroX`, `mx`, `qw`, `q0`,
  /// `yaw`, with the suffix `1` `2` or `@T` `@S` for wide rows.
  init(name: String) {
    let lower = name.trimmingBlanks().lowercased()
    switch lower {
    case "_": self = .ignored
    case "rtctime": self = .timeOfDay
    case "counter", "count", "seq", "packet", "n", "index": self = .counter
    case "id", "sensor": self = .identifier
    case _ where Self.isTime(lower): self = .time
    default: self = Self.quantity(lower) ?? .text
    }
  }

  /// Whether a column of this name tells the order of the rows.
  static func counts(_ name: String) -> Bool { [.counter, .time].contains(TextLineColumn(name: name)) }

  /// Roles of all columns of a line: `q1` is a component of a quaternion beside `q0`, and else no column that means
  /// anything.
  static func roles(of names: [String], quaternionOrder: TextLineConfiguration.QuaternionOrder?) -> [Self] {
    let roles = names.map(Self.init(name:))
    return roles.map { role in
      guard case .quaternionNumber(let number, let sensor) = role else { return role }
      let hasAll = (0..<4).allSatisfy { roles.contains(.quaternionNumber($0, sensor: sensor)) }
      guard hasAll, let quaternionOrder else { return hasAll ? role : .text }
      let axis = quaternionOrder == .wxyz ? number : (number + 1) % 4
      return .component(.quaternion, axis: axis, sensor: sensor)
    }
  }

  static func isTime(_ name: String) -> Bool {
    timeUnits[name] != nil || ["t", "time", "timestamp"].contains(name)
  }

  /// The unit that the name of a time column states, by lower-case name.
  static let timeUnits: [String: TextLineConfiguration.TimeUnit] = [
    "t_us": .microseconds, "time_us": .microseconds, "timestamp_us": .microseconds, "micros": .microseconds,
    "t_ms": .milliseconds, "time_ms": .milliseconds, "timestamp_ms": .milliseconds, "millis": .milliseconds,
    "t_s": .seconds, "time_s": .seconds, "timestamp_s": .seconds, "seconds": .seconds,
  ]

  /// Which unit a key of `units` sets: a group name or the name of one of its columns.
  static func unitGroup(_ key: String) -> UnitGroup? {
    switch key.lowercased() {
    case "acc": return .acceleration
    case "gyr": return .angularRate
    case "mag": return .magneticField
    case "quat": return .quaternion
    case "angle": return .angles
    case let lower where isTime(lower): return .time
    default:
      guard case .component(let group, _, _) = TextLineColumn(name: key) else { return nil }
      return switch group {
      case .acceleration: .acceleration
      case .angularRate: .angularRate
      case .magneticField: .magneticField
      case .quaternion: .quaternion
      case .angles: .angles
      }
    }
  }

  private static func quantity(_ name: String) -> TextLineColumn? {
    if let number = quaternionNumber(name) { return .quaternionNumber(number, sensor: "") }
    let (base, sensor) = split(name)
    if !sensor.isEmpty, let number = quaternionNumber(base) {
      return .quaternionNumber(number, sensor: sensor)
    }
    return component(base).map { .component($0.0, axis: $0.1, sensor: sensor) }
  }

  /// Parts a name into base and sensor suffix: "ax@t" and "ax1" name a sensor; a lone digit is no base.
  private static func split(_ name: String) -> (base: String, sensor: String) {
    if let at = name.lastIndex(of: "@") {
      return (String(name[..<at]), String(name[name.index(after: at)...]).uppercased())
    }
    guard let last = name.last, last == "1" || last == "2", name.count > 1 else { return (name, "") }
    return (String(name.dropLast().hasSuffix("_") ? name.dropLast(2) : name.dropLast()), String(last))
  }

  private static func quaternionNumber(_ base: String) -> Int? {
    ["q0", "q1", "q2", "q3"].firstIndex(of: base)
  }

  private static func component(_ base: String) -> (Group, Int)? {
    for group in [Group.quaternion, .angles] {
      if let axis = group.names.firstIndex(of: base) { return (group, axis) }
    }
    guard let letter = base.last, let axis = ["w", "x", "y", "z"].firstIndex(of: letter) else { return nil }
    var stem = base.dropLast()
    if stem.last == "_" { stem.removeLast() }
    if ["q", "quat"].contains(stem) { return (.quaternion, axis) }
    guard axis > 0 else { return nil }
    switch stem {
    case "a", "acc", "accel": return (.acceleration, axis - 1)
    case "g", "gyr", "gyro": return (.angularRate, axis - 1)
    case "m", "mag": return (.magneticField, axis - 1)
    default: return nil
    }
  }
}
