import Inertial

/// What one column of a text line means, from its name.
enum TextLineColumn: Hashable, Sendable {
  case time
  case identifier
  /// Component 0...2 of a quantity of one sensor; `sensor` is the suffix, empty without one.
  case component(Group, axis: Int, sensor: String)
  /// Orientation columns: must be numbers, not delivered.
  case number
  /// Unknown: must not be empty.
  case text
  /// "_": anything.
  case ignored

  enum Group: Int, Hashable, Sendable, CaseIterable { case acceleration, angularRate, magneticField }
  enum UnitGroup: Hashable, Sendable { case time, acceleration, angularRate, magneticField }

  static let maximumCount = 64
  static let maximumSensors = 8

  /// Matched without case: `t time t_us millis`, `id`, `ax aX accX AccelX acc_x`, `gx gyroX`, `mx`, with the
  /// suffix `1` `2` or `@T` `@S` for wide rows.
  init(name: String) {
    let lower = name.trimmingBlanks().lowercased()
    let (base, sensor) = Self.split(lower)
    switch base {
    case "_": self = .ignored
    case _ where Self.isTime(lower): self = .time
    case "id", "sensor": self = .identifier
    case "qw", "qx", "qy", "qz", "yaw", "pitch", "roll": self = .number
    default:
      guard let (group, axis) = Self.component(base) else {
        self = .text
        return
      }
      self = .component(group, axis: axis, sensor: sensor)
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
    case "acc": .acceleration
    case "gyr": .angularRate
    case "mag": .magneticField
    case let lower where isTime(lower): .time
    default:
      switch TextLineColumn(name: key) {
      case .component(.acceleration, _, _): .acceleration
      case .component(.angularRate, _, _): .angularRate
      case .component(.magneticField, _, _): .magneticField
      default: nil
      }
    }
  }

  /// Parts a name into base and sensor suffix: "ax@t" and "ax1" name a sensor; a lone digit is no base.
  private static func split(_ name: String) -> (base: String, sensor: String) {
    if let at = name.lastIndex(of: "@") {
      return (String(name[..<at]), String(name[name.index(after: at)...]).uppercased())
    }
    guard let last = name.last, last == "1" || last == "2", name.count > 1 else { return (name, "") }
    return (String(name.dropLast().hasSuffix("_") ? name.dropLast(2) : name.dropLast()), String(last))
  }

  private static func component(_ base: String) -> (Group, Int)? {
    guard let letter = base.last, let axis = ["x", "y", "z"].firstIndex(of: letter) else { return nil }
    var stem = base.dropLast()
    if stem.last == "_" { stem.removeLast() }
    switch stem {
    case "a", "acc", "accel": return (.acceleration, axis)
    case "g", "gyr", "gyro": return (.angularRate, axis)
    case "m", "mag": return (.magneticField, axis)
    default: return nil
    }
  }
}
