import Inertial

// Steps 8 to 9 and the field in earth axes: magnetic disturbance and heading.
extension OnlineFilter {
  /// The field in levelled axes, by the orientation of the moment when it was measured.
  @inline(__always)
  func turnField(_ field: Vector3, _ step: Double) -> Vector3 {
    if let past { return past.orientation(before: parameters.fieldLatency).rotate(field) }
    let measured = parameters.followsBend ? field.inMiddle(of: state.lastTurn, step) : field
    return state.levelFromSensor.rotate(measured)
  }

  /// A magnetometer may be slower than the rest: its steps are its own. One sample counts for a second at most.
  @inline(__always)
  mutating func fieldPace() -> FieldPace {
    let step = Swift.min(state.fieldStep, 1)
    state.fieldStep = 0
    if step < 1.5 * coefficients.period {
      return FieldPace(
        step: step, heading: coefficients.headingGain, reference: coefficients.referenceGain)
    }
    return FieldPace(
      step: step, heading: gain(parameters.headingTime, period: step),
      reference: gain(FieldRule.referenceTime, period: step))
  }

  /// Size and dip against the reference; a steady field seen under enough rotation becomes the reference.
  @inline(__always)
  mutating func judgeField(_ y: Vector3, _ pace: FieldPace) {
    let size = y.norm
    let shape = state.fieldShape.push(SIMD2(size, -Double.asin(y.z / size)), coefficients.field)
    let seen = FieldShape(size: shape.x, dip: shape.y)
    if state.reference?.agrees(seen, coefficients) == true {
      state.agreementTime += pace.step
      if state.agreementTime >= FieldRule.clearTime {
        state.isDisturbed = false
        state.reference?.follow(seen, pace.reference)
      }
    } else {
      state.agreementTime = 0
      state.isDisturbed = true
    }
    collectCandidate(seen, pace)
  }

  @inline(__always)
  private mutating func collectCandidate(_ seen: FieldShape, _ pace: FieldPace) {
    guard state.candidate?.agrees(seen, coefficients) == true else {
      state.candidate = seen
      state.candidateTime = 0
      return
    }
    if state.rest.meanRate.squaredNorm >= FieldRule.rotation * FieldRule.rotation {
      state.candidateTime += pace.step
    }
    state.candidate?.follow(seen, pace.reference)
    let needed = state.reference == nil ? FieldRule.firstAcceptTime : FieldRule.acceptTime
    if state.isDisturbed && state.candidateTime >= needed {
      state.reference = state.candidate
      state.isDisturbed = false
      state.agreementTime = FieldRule.clearTime
    }
  }

  /// d <- d + k wrap(psi - d).
  @inline(__always)
  mutating func correctHeading(_ y: Vector3, _ pace: FieldPace) {
    state.heading.turn(by: headingGain(pace) * state.heading.deviation(of: y))
    state.hasHeading = true
  }

  /// The result, with the sign that is nearer to the result before.
  @inline(__always)
  mutating func finish() {
    let orientation = turnToNorth()
    if orientation.dot(earthFromSensor) < 0 {
      state.driftFromSensor = -state.driftFromSensor
      state.levelFromSensor = -state.levelFromSensor
      earthFromSensor = -orientation
    } else {
      earthFromSensor = orientation
    }
  }

  /// q9 = (cos d/2, 0, 0, sin d/2) q6; q6 as long as no field has been used.
  @inline(__always)
  private func turnToNorth() -> Quaternion {
    guard state.hasHeading else { return state.levelFromSensor }
    return state.heading.applied(to: state.levelFromSensor)
  }

  /// The usual gain, less for a disturbed field, more while the mean of the first samples still says more.
  @inline(__always)
  private mutating func headingGain(_ pace: FieldPace) -> Double {
    var k = pace.heading
    if !state.isDisturbed {
      state.rejectionTime = Swift.max(0, state.rejectionTime - FieldRule.recovery * pace.step)
    } else if state.rejectionTime <= FieldRule.rejectionTime {
      state.rejectionTime += pace.step
      k = 0
    } else {
      k *= FieldRule.lateWeight
    }
    if let count = state.headingCount {
      k = Swift.max(k, 1 / (count + 1))
      state.headingCount = (count + 2) * pace.step <= parameters.headingTime ? count + 1 : nil
    }
    return k
  }
}

/// What one field sample is worth.
struct FieldPace {
  /// Time since the field sample before [s].
  var step: Double
  /// Share of its deviation that the heading takes.
  var heading: Double
  /// Share of its deviation that the reference field takes.
  var reference: Double
}
