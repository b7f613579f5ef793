import Inertial

/// What is known of the errors before the first node.
struct SmootherPrior {
  private(set) var start = [Double](repeating: 0, count: SmootherState.count)
  private(set) var deviations = [Double](repeating: 0, count: SmootherState.count)

  init(
    _ course: NominalCourse, _ field: FieldModel, _ p: FixedIntervalSmoother.Parameters, isFirst: Bool
  ) {
    typealias S = SmootherState
    spread(S.attitude, 3, p.attitudeAtStart)
    spread(S.bias, 3, p.biasAtStart)
    spread(S.velocity, 2, p.velocityAtStart)
    spread(S.place, 2, p.placeAtStart)

    // The whole error of a sensor is near zero, so what is left of it is near minus what the course has taken off.
    for row in 0..<3 {
      for column in 0..<3 {
        let error = course.gyroscopeError.row(row)[column]
        let usual = row == column ? p.scaleError : p.axisError
        let first = row == column ? p.scaleErrorAtFirst : p.axisError
        set(S.gyroscope + 3 * row + column, -error, isFirst ? first : heavyTailed(usual, error))
      }
      let offset = course.forceOffset[row]
      set(S.force + row, -offset, isFirst ? p.forceOffsetAtFirst : heavyTailed(p.forceOffset, offset))
    }

    set(S.fieldNorth, field.north, p.fieldAtStart)
    set(S.fieldUp, field.up, p.fieldAtStart)
    spread(S.fieldDifference, 3, field.differenceDeviation)
    spread(S.restFieldEast, 1, p.restFieldEast)
  }

  private mutating func set(_ state: Int, _ value: Double, _ deviation: Double) {
    start[state] = value
    deviations[state] = deviation
  }

  private mutating func spread(_ first: Int, _ count: Int, _ deviation: Double) {
    for state in first..<first + count { deviations[state] = deviation }
  }

  /// Deviation under Student's t of one degree of freedom, given what the error seems to be: a large one is let be.
  private func heavyTailed(_ usual: Double, _ seen: Double) -> Double {
    Double.sqrt((usual * usual + seen * seen) / 2)
  }
}
