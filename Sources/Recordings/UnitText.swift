import Inertial

/// Units as headings write them.
enum UnitText {
  /// Unit of a vector column; the quantity decides between g and gauss. nil when the text names none.
  static func unit(_ text: String, of quantity: PhysicalUnit.Quantity) -> PhysicalUnit? {
    let plain = plain(text)
    switch quantity {
    case .specificForce: return forces[plain]
    case .angularRate: return rates[plain]
    case .magneticField: return fields[plain]
    }
  }

  /// Power of ten that turns the unit of a time column into ns; nil when the text is no unit of time.
  static func nanosecondScale(_ text: String) -> Int? { times[plain(text)] }

  /// Any unit at all: used to find a row of units below the heading.
  static func isUnit(_ text: String) -> Bool {
    let plain = plain(text)
    return forces[plain] ?? rates[plain] ?? fields[plain] != nil || times[plain] != nil
      || others.contains(plain)
  }

  /// Lower case, without blanks, powers and brackets: "m/(s^2)", "m s^-2" and "m/s²" all become one of two words.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case " ", "^", "(", ")", "[", "]", "{", "}", "*", ".", "·", "_": continue
      case "²": plain += "2"
      case "µ", "μ": plain += "u"
      case "°": plain += "deg"
      case "⁻", "−": plain += "-"
      case "¹": plain += "1"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  private static let forces: [String: PhysicalUnit] = table([
    (.metrePerSecondSquared, "m/s2 m/s/s ms-2 mps2 ms2 m/sec2 m/sec/sec meter/s2 meters/s2 metre/s2"),
    (.standardGravity, "g gs g0 gn"), (.milliGravity, "mg mgs milli-g millig"),
  ])
  private static let rates: [String: PhysicalUnit] = table([
    (.radianPerSecond, "rad/s rads-1 rads rad/sec radps radian/s radians/s rps radpersec"),
    (.degreePerSecond, "deg/s degs-1 degs deg/sec dps degps degree/s degrees/s degrees/sec degpersec"),
    (.millidegreePerSecond, "mdps mdeg/s mdegs"),
  ])
  private static let fields: [String: PhysicalUnit] = table([
    (.microtesla, "ut microt microtesla utesla"), (.millitesla, "mt millitesla"),
    (.nanotesla, "nt nanotesla"),
    (.gauss, "g gauss gs"), (.milligauss, "mg mgauss milligauss"),
  ])
  private static let times: [String: Int] = [
    "s": 9, "sec": 9, "secs": 9, "second": 9, "seconds": 9, "ms": 6, "msec": 6, "millis": 6,
    "milliseconds": 6,
    "us": 3, "usec": 3, "micros": 3, "microseconds": 3, "ns": 0, "nsec": 0, "nanoseconds": 0,
  ]
  private static let others: Set<String> = [
    "nounits", "au", "localflux", "-", "n/a", "degc", "c", "kpa", "hpa", "pa", "v", "mv", "deg", "rad", "hz",
    "%",
  ]

  private static func table(_ lines: [(PhysicalUnit, String)]) -> [String: PhysicalUnit] {
    var units: [String: PhysicalUnit] = [:]
    for (unit, names) in lines {
      for name in names.split(separator: " ") { units[String(name)] = unit }
    }
    return units
  }
}
