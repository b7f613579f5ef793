import Inertial

/// The sensors of one leg in a recording.
struct Leg {
  var side: BodySide
  /// Thigh and shank, or the one sensor that is there.
  var sensors: [SensorRecording]

  var isPair: Bool { sensors.count == 2 }

  /// Sorts sensors into legs by what is said of their place, left leg first.
  ///
  /// A lone sensor without a place is taken to be on the shin, where the one-sensor task puts it.
  /// - Parameter stated: the leg as the caller knows it; it names a single leg, and never renames one of two.
  static func sort(_ recording: RawRecording, side stated: BodySide?) throws(GoniometerError) -> [Leg] {
    let sensors = recording.sensors
    func side(_ sensor: SensorRecording) -> BodySide {
      sensor.placement?.side ?? recording.side ?? .unspecified
    }
    if sensors.count == 1 { return [try Leg(side: stated ?? side(sensors[0]), sensors: sensors).measurable] }
    guard sensors.allSatisfy({ $0.placement?.segment != nil }) else {
      throw .unknownPlacement(sensors: sensors.map(\.id))
    }
    var legs: [Leg] = []
    for leg in BodySide.allCases {
      let own = sensors.filter { side($0) == leg }
      let placed = [try only(.thigh, leg, own), try only(.shank, leg, own)].compactMap(\.self)
      if !placed.isEmpty { legs.append(try Leg(side: leg, sensors: placed).measurable) }
    }
    if let stated, legs.count == 1 { legs[0].side = stated }
    return legs
  }

  /// - Throws: `thighAlone`, for a sensor alone measures the shin.
  private var measurable: Leg {
    get throws(GoniometerError) {
      if sensors.count == 1, sensors[0].placement?.segment == .thigh {
        throw .thighAlone(sensor: sensors[0].id)
      }
      return self
    }
  }

  private static func only(
    _ segment: BodySegment, _ side: BodySide, _ sensors: [SensorRecording]
  ) throws(GoniometerError) -> SensorRecording? {
    let found = sensors.filter { $0.placement?.segment == segment }
    if found.count > 1 { throw .placedTwice(segment: segment, side: side, sensors: found.map(\.id)) }
    return found.first
  }
}
