import Inertial

/// The places that `--map ID=PLACE` gives to sensors: `thigh_r`, `shank_l`, `thigh`, ...
struct PlacementMap {
  private var places: [(sensor: String, placement: SensorPlacement)] = []

  init(_ assignments: [String]) throws {
    for text in assignments {
      // An id may hold the sign itself; a place does not.
      let sign = text.lastIndex(of: "=") ?? text.startIndex
      let sensor = String(text[..<sign])
      let word = String(text[text.index(after: sign)...])
      guard let placement = Self.placement(word) else {
        throw UsageError.invalidValue(
          flag: "map", value: text,
          expected: "ID=PLACE with PLACE one of \(Self.words.joined(separator: ", "))")
      }
      places.append((sensor, placement))
    }
  }

  /// Sets the places; a sensor that the recording does not have is refused.
  func apply(to recording: inout RawRecording, file: String) throws {
    for (sensor, placement) in places {
      guard let index = Self.index(of: sensor, in: recording) else {
        let known = recording.sensors.map(\.id).joined(separator: ", ")
        throw Failure(
          "unknownSensor", "no sensor `\(sensor)`", exit: .dataRefused, field: "map", file: file,
          hint: "the sensors are: \(known)")
      }
      var place = placement
      place.side = place.side ?? recording.sensors[index].placement?.side
      recording.sensors[index].id = sensor
      recording.sensors[index].placement = place
    }
  }

  /// By its id, else by the name on the wire of a sensor that was placed by that name.
  private static func index(of sensor: String, in recording: RawRecording) -> Int? {
    recording.sensors.firstIndex { $0.id == sensor }
      ?? recording.sensors.firstIndex { $0.placement?.because == "sensor id \(sensor)" }
  }

  private static let words = ["thigh", "shank", "thigh_l", "thigh_r", "shank_l", "shank_r"]

  private static func placement(_ word: String) -> SensorPlacement? {
    guard words.contains(word) else { return nil }
    let side: BodySide? = word.hasSuffix("_l") ? .left : word.hasSuffix("_r") ? .right : nil
    return SensorPlacement(
      segment: word.hasPrefix("thigh") ? .thigh : .shank, side: side, because: "flag --map")
  }
}
