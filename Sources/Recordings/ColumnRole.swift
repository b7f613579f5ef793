import Inertial

/// What a column of a table is for.
enum ColumnRole: Hashable {
  case ignored
  /// Power of ten to ns; nil when the heading states no unit.
  case time(scale: Int?)
  case vector(label: String, quantity: PhysicalUnit.Quantity, axis: Int, unit: PhysicalUnit?)
  /// Component w, x, y, z of the optical orientation of a sensor.
  case referenceOrientation(label: String, component: Int)
  case referenceFlexion
  case referenceValid
  /// The name of the sensor that a row belongs to: a column headed `sensor` and nothing else.
  case sensorName
  /// Acceleration from which gravity was removed: named in a refusal, never used.
  case accelerationWithoutGravity

  init(_ heading: ColumnHeading) {
    let words = heading.words
    if heading.text.trimmed.lowercased() == "sensor" {
      self = .sensorName
    } else if words.first?.text == "ref" || words.first?.text == "reference" {
      self = Self.reference(Array(words.dropFirst()))
    } else if let vector = Self.vector(words, unit: heading.unit) {
      self = vector
    } else {
      self = Self.time(words.map(\.text), unit: heading.unit) ?? .ignored
    }
  }

  private static func reference(_ words: [ColumnHeading.Word]) -> ColumnRole {
    let texts = words.map(\.text)
    if texts == ["flexion"] || texts == ["flexion", "deg"] { return .referenceFlexion }
    if texts == ["valid"] { return .referenceValid }
    guard words.count >= 2, let component = ["qw", "qx", "qy", "qz"].firstIndex(of: texts.last!) else {
      return .ignored
    }
    return .referenceOrientation(label: ColumnHeading.name(words.dropLast()), component: component)
  }

  // MARK: Vectors

  private static func vector(_ words: [ColumnHeading.Word], unit: String?) -> ColumnRole? {
    guard let axisPlace = words.lastIndex(where: { ["x", "y", "z"].contains($0.text) }) else { return nil }
    let axis = ["x", "y", "z"].firstIndex(of: words[axisPlace].text)!
    var rest = words
    rest.remove(at: axisPlace)
    let single = axisPlace > 0 && words[axisPlace - 1].text.count == 1
    guard
      let quantity = takeQuantity(&rest, before: axisPlace, unit: unit, isLetter: single)
        ?? bareQuantity(rest, unit: unit)
    else { return nil }
    if rest.contains(where: { foreignWords.contains($0.text) }) { return .ignored }
    if quantity == .specificForce, rest.contains(where: { gravityWords.contains($0.text) }) {
      return .accelerationWithoutGravity
    }
    rest.removeAll { emptyWords.contains($0.text) }
    return .vector(
      label: ColumnHeading.name(rest), quantity: quantity, axis: axis,
      unit: unit.flatMap { UnitText.unit($0, of: quantity) })
  }

  /// Removes the words that name the quantity. A single letter counts only right before the axis, as in "ax".
  private static func takeQuantity(
    _ words: inout [ColumnHeading.Word], before axisPlace: Int, unit: String?, isLetter: Bool
  ) -> PhysicalUnit.Quantity? {
    for (quantity, phrases) in quantities {
      var found = false
      for phrase in phrases {
        while let place = words.map(\.text).firstIndex(ofPhrase: phrase) {
          words.removeSubrange(place..<place + phrase.count)
          found = true
        }
      }
      if found { return quantity }
    }
    guard isLetter, axisPlace - 1 < words.count, let quantity = letters[words[axisPlace - 1].text] else {
      return nil
    }
    // "gx (m/s^2)" contradicts itself, "ax (V)" is something else: neither is taken by its letter alone.
    guard unit.map({ UnitText.unit($0, of: quantity) != nil || !UnitText.isUnit($0) }) ?? true else {
      return nil
    }
    words.remove(at: axisPlace - 1)
    return quantity
  }

  /// A column called only "X" or "x-axis" is what its unit says.
  private static func bareQuantity(_ words: [ColumnHeading.Word], unit: String?) -> PhysicalUnit.Quantity? {
    guard words.allSatisfy({ $0.text == "axis" }), let unit else { return nil }
    return [.specificForce, .angularRate, .magneticField].first { UnitText.unit(unit, of: $0) != nil }
  }

  private static let quantities: [(PhysicalUnit.Quantity, [[String]])] = [
    (
      .angularRate,
      phrases("gyroscope,gyros,gyro,gyr,angular velocity,angular rate,rotation rate,omega,angvel")
    ),
    (.specificForce, phrases("accelerometer,acceleration,accel,acc,specific force,g force,gf")),
    (.magneticField, phrases("magnetometer,magnetic field,magn,mag")),
  ]
  private static let letters: [String: PhysicalUnit.Quantity] = [
    "a": .specificForce, "g": .angularRate, "w": .angularRate, "m": .magneticField,
  ]
  /// Words that make a column something else than the signal of a sensor.
  private static let foreignWords: Set<String> = [
    "uncal", "uncalibrated", "bias", "delta", "dv", "dq", "quat", "quaternion", "euler", "mat", "matrix",
    "std", "var",
    "variance", "clip", "count", "integral", "angle", "offset",
  ]
  private static let gravityWords: Set<String> = ["linear", "lin", "user", "free", "gravity", "grav"]
  /// Words that say nothing about which sensor it is.
  private static let emptyWords: Set<String> = [
    "cal", "calibrated", "axis", "sensor", "data", "value", "s", "rs",
  ]

  private static func phrases(_ text: String) -> [[String]] {
    text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
  }

  // MARK: Time

  private static func time(_ words: [String], unit: String?) -> ColumnRole? {
    let isTime = words.contains { ["time", "timestamp", "epoch", "epoc", "elapsed"].contains($0) }
    guard isTime || ["t", "seconds"].contains(words.joined(separator: " ")) else { return nil }
    guard !words.contains(where: notDeviceTime.contains) else { return nil }
    if words == ["seconds"] || words == ["seconds", "elapsed"] { return .time(scale: 9) }
    guard let unit else { return .time(scale: nil) }
    return UnitText.nanosecondScale(unit).map { .time(scale: $0) }
  }

  private static let notDeviceTime: Set<String> = ["zone", "utc", "date", "txt", "text", "sync"]
}

extension [String] {
  /// Where these words stand one after the other.
  func firstIndex(ofPhrase phrase: [String]) -> Int? {
    guard count >= phrase.count else { return nil }
    return (0...count - phrase.count).first { self[$0..<$0 + phrase.count].elementsEqual(phrase) }
  }
}
