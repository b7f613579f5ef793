import Inertial

/// The errors of a nominal course as a linear problem: what is known before, from node to node, and at the nodes.
struct SmootherProblem {
  private typealias S = SmootherState
  typealias Parameters = FixedIntervalSmoother.Parameters

  private let nodes: [SmootherNode]
  private let transitions: [SmootherTransition]
  private let field: FieldModel
  /// Deviation of one second of the place from one place [m].
  private let placeDeviation: Double
  private let parameters: Parameters
  /// What is known before the first node.
  private let start: [Double]
  private let deviations: [Double]
  private let groups: Int

  init(
    _ nodes: [SmootherNode], _ transitions: [SmootherTransition], _ course: NominalCourse,
    _ field: FieldModel,
    placeDeviation: Double, _ parameters: Parameters, isFirst: Bool
  ) {
    self.nodes = nodes
    self.transitions = transitions
    self.field = field
    self.placeDeviation = placeDeviation
    self.parameters = parameters
    groups = nodes.contains { $0.field != nil } ? S.groups : S.groupsWithoutField
    let prior = SmootherPrior(course, field, parameters, isFirst: isFirst)
    (start, deviations) = (prior.start, prior.deviations)
  }

  /// Forward with covariance and gains, backward with the adjoint (Bryson and Frazier), and along it again.
  func solved() -> SmootherSolution {
    let forward = ForwardPass(capacity: nodes.count * Self.most)
    let covariance = ErrorCovariance(deviations: deviations, groups: groups)
    var x = start
    x.withUnsafeMutableBufferPointer { x in
      for index in nodes.indices.dropFirst() {
        transitions[index].advance(x.baseAddress!)
        covariance.propagate(transitions[index])
        addNoise(to: covariance, index)
        measurements(index) { row, value, variance in
          forward.measure(row, value, variance: variance, covariance, x.baseAddress!, groups)
        }
        forward.closeNode()
      }
    }
    return smoothed(forward, end: x)
  }

  /// Largest number of measurements of a node.
  private static let most = 5

  private func addNoise(to covariance: ErrorCovariance, _ index: Int) {
    let noise = noise(index)
    for noisy in 0..<S.noisyCount { covariance.add(noise[noisy], to: S.noisy(noisy)) }
  }

  /// Variances that a step adds to the noisy states.
  func noise(_ index: Int) -> SIMD8<Double> {
    let p = parameters
    let node = nodes[index]
    var attitude = p.attitudeNoise * p.attitudeNoise * node.duration + node.missedTurn
    let blind = p.blindVelocityNoise * p.blindVelocityNoise * node.blindTime
    var velocity = p.velocityNoise * p.velocityNoise * node.duration + blind + node.missedImpulse
    if node.isNew {
      attitude += p.attitudeAtRestart * p.attitudeAtRestart
      velocity += p.velocityAtRestart * p.velocityAtRestart
    }
    let bias = p.biasNoise * p.biasNoise * node.duration
    return SIMD8(attitude, attitude, attitude, bias, bias, bias, velocity, velocity)
  }

  /// The motion stays near a place, and the field is what it is.
  func measurements(_ index: Int, _ take: (MeasurementRow, Double, Double) -> Void) {
    let node = nodes[index]
    guard node.duration > 0 else { return }
    let place = placeDeviation * placeDeviation / node.duration
    take(MeasurementRow((S.place, 1)), 0, place)
    take(MeasurementRow((S.place + 1, 1)), 0, place)
    guard let y = node.field else { return }
    let variance = field.variance(node, index)
    // y + p x y is the field at rest, or that in motion.
    let d = S.fieldDifference
    let isStill = node.isResting
    let east = isStill ? S.restFieldEast : d
    take(MeasurementRow((1, -y.z), (2, y.y), (east, 1)), y.x, variance)
    take(MeasurementRow((2, -y.x), (0, y.z), (S.fieldNorth, 1), (d + 1, isStill ? 0 : 1)), y.y, variance)
    take(MeasurementRow((0, -y.y), (1, y.x), (S.fieldUp, 1), (d + 2, isStill ? 0 : 1)), y.z, variance)
  }

  private func smoothed(_ forward: ForwardPass, end: [Double]) -> SmootherSolution {
    // What the rest of the recording says at each node about the states with noise.
    var pulls = [SIMD8<Double>](repeating: .zero, count: nodes.count)
    var adjoint = [Double](repeating: 0, count: S.count)
    for index in nodes.indices.dropFirst().reversed() {
      forward.pullBack(node: index, &adjoint, groups)
      for noisy in 0..<S.noisyCount { pulls[index][noisy] = adjoint[S.noisy(noisy)] }
      transitions[index].pullBack(&adjoint)
    }
    var x = zip(start, zip(deviations, adjoint)).map { $0 + $1.0 * $1.0 * $1.1 }
    var solution = SmootherSolution(constants: end)
    solution.append(x)
    for index in nodes.indices.dropFirst() {
      x.withUnsafeMutableBufferPointer { transitions[index].advance($0.baseAddress!) }
      let change = noise(index) * pulls[index]
      for noisy in 0..<S.noisyCount { x[S.noisy(noisy)] += change[noisy] }
      solution.append(x)
    }
    return solution
  }
}

private func vector(_ x: [Double], _ first: Int) -> Vector3 { Vector3(x[first], x[first + 1], x[first + 2]) }

/// Errors of every node, and those that are the same at all of them.
struct SmootherSolution {
  private(set) var attitude: [Vector3] = []
  private(set) var bias: [Vector3] = []
  private var squaredPlaces = 0.0
  let gyroscopeError: Matrix3
  let forceOffset: Vector3
  /// East, north and up [µT].
  let restField: Vector3
  let fieldDifference: Vector3

  init(constants x: [Double]) {
    typealias S = SmootherState
    let g = S.gyroscope
    gyroscopeError = Matrix3(vector(x, g), vector(x, g + 3), vector(x, g + 6))
    forceOffset = vector(x, S.force)
    restField = Vector3(x[S.restFieldEast], x[S.fieldNorth], x[S.fieldUp])
    fieldDifference = vector(x, S.fieldDifference)
  }

  mutating func append(_ x: [Double]) {
    attitude.append(vector(x, SmootherState.attitude))
    bias.append(vector(x, SmootherState.bias))
    let (east, north) = (x[SmootherState.place], x[SmootherState.place + 1])
    squaredPlaces += east * east + north * north
  }

  /// Root mean square of the place on one axis [m].
  var travel: Double { Double.sqrt(squaredPlaces / 2 / Double(attitude.count)) }

  var isFinite: Bool {
    attitude.allSatisfy(\.isFinite) && bias.allSatisfy(\.isFinite) && forceOffset.isFinite
      && restField.isFinite
      && gyroscopeError.row0.isFinite && gyroscopeError.row1.isFinite && gyroscopeError.row2.isFinite
  }
}
