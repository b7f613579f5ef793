import Inertial

// A smoother over a whole recording: Rauch, Tung and Striebel, doi 10.2514/3.3166, in the form of Bryson and Frazier,
// which needs no inverse, on the error of a nominal course that is corrected and linearised anew (Gauss-Newton).
//
// Goals in order: (1) the best orientation that the whole recording holds, tilt before heading; (2) sensors as they are:
// scale and axes of the gyroscope and the offset of the force are estimated, not believed; (3) a field that errs by
// place: what the field says at rest and what it says in motion may differ, and the recording tells by how much.

/// Orientation of one whole recording of one sensor, every sample speaking for every moment.
public enum FixedIntervalSmoother {
  /// Orientation and bias of every row.
  ///
  /// Without a magnetometer the heading is free. The forward-backward result stands where a recording is too short to
  /// improve it.
  public static func estimate(
    _ samples: SampleColumns, parameters: Parameters = .init()
  ) -> OrientationSeries {
    let start = OfflineFilter.estimate(samples, parameters: parameters.start)
    let columns = SmootherColumns(samples, start, fieldLatency: parameters.start.fieldLatency)
    let ends = columns.ends(spacing: parameters.nodeSpacing)
    guard ends.count > 2 else { return start }

    var course = NominalCourse(start)
    var field = FieldModel(parameters)
    var placeDeviation = parameters.placeDeviation
    for pass in 0..<parameters.passes {
      let nodes = columns.nodes(endingAt: ends, along: course)
      if pass == 0 { field.begin(nodes) }
      let transitions = nodes.map(SmootherTransition.init)
      var solution: SmootherSolution?
      for _ in 0..<parameters.reweightings {
        let problem = SmootherProblem(
          nodes, transitions, course, field, placeDeviation: placeDeviation, parameters, isFirst: pass == 0)
        let next = problem.solved()
        guard next.isFinite else { return start }
        field.learn(from: nodes, next)
        // Who travels is let go.
        placeDeviation = Double.hypot(parameters.placeDeviation, next.travel)
        solution = next
      }
      if let solution { course.apply(solution, between: ends) }
    }
    return course.series(like: start)
  }
}

/// Attitude and sensor errors round which the problem is linear.
struct NominalCourse {
  private(set) var earthFromSensor: [Quaternion]
  /// Bias of the gyroscope [rad/s].
  private(set) var bias: [Vector3]
  /// Scale and axes of the gyroscope: the true rate is (1 - error) w - bias.
  private(set) var gyroscopeError = Matrix3.zero
  /// Offset of the force [m/s²], sensor axes.
  private(set) var forceOffset = Vector3.zero

  init(_ start: OrientationSeries) {
    earthFromSensor = start.earthFromSensor
    bias = start.bias
  }

  /// Corrects every row by the errors of the nodes, between them in proportion.
  mutating func apply(_ solution: SmootherSolution, between ends: [Int]) {
    gyroscopeError = gyroscopeError + solution.gyroscopeError
    forceOffset += solution.forceOffset
    correct(ends[0], solution.attitude[0], solution.bias[0])
    for node in 1..<ends.count {
      let (first, last) = (ends[node - 1], ends[node])
      let turn = solution.attitude[node] - solution.attitude[node - 1]
      let change = solution.bias[node] - solution.bias[node - 1]
      for row in first + 1...last {
        let share = Double(row - first) / Double(last - first)
        correct(row, solution.attitude[node - 1] + turn * share, solution.bias[node - 1] + change * share)
      }
    }
  }

  private mutating func correct(_ row: Int, _ turn: Vector3, _ change: Vector3) {
    earthFromSensor[row] = (Quaternion(rotationVector: turn) * earthFromSensor[row]).normalized
    bias[row] += change
  }

  /// The course with the flags of another series; neighbours keep one sign.
  func series(like start: OrientationSeries) -> OrientationSeries {
    var series = start
    series.earthFromSensor = earthFromSensor
    series.bias = bias
    for row in series.earthFromSensor.indices.dropFirst()
    where series.earthFromSensor[row].dot(series.earthFromSensor[row - 1]) < 0 {
      series.earthFromSensor[row] = -series.earthFromSensor[row]
    }
    return series
  }
}
