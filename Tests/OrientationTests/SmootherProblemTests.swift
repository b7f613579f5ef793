import Inertial
import TestSupport
import Testing

@testable import Orientation

/// The smoother's recursions against the same problem solved at once, with every state of every node an unknown.
@Suite struct `The smoother's linear problem` {
  private typealias S = SmootherState

  @Test(arguments: [true, false]) func `forward and backward give the least squares solution`(usesField: Bool)
  {
    let setting = Setting(nodes: 7, usesField: usesField, seed: 5)
    let solution = setting.problem.solved()
    let dense = setting.leastSquares()
    for node in 0..<7 {
      let expected = Vector3(dense[node][0], dense[node][1], dense[node][2])
      #expect((solution.attitude[node] - expected).norm < 1e-8)
      let bias = Vector3(dense[node][S.bias], dense[node][S.bias + 1], dense[node][S.bias + 2])
      #expect((solution.bias[node] - bias).norm < 1e-9)
    }
    #expect(abs(solution.gyroscopeError.row1.z - dense[6][S.gyroscope + 5]) < 1e-8)
    #expect(abs(solution.forceOffset.y - dense[6][S.force + 1]) < 1e-8)
    if usesField { #expect(abs(solution.fieldDifference.x - dense[6][S.fieldDifference]) < 1e-7) }
  }

  @Test func `an adjoint pulled back is the transpose of the way forward`() {
    let setting = Setting(nodes: 3, usesField: true, seed: 9)
    let transition = setting.transitions[1]
    let matrix = setting.matrix(transition)
    var random = SplitMix64(seed: 3)
    let adjoint = (0..<S.count).map { _ in random.normal() }
    var pulled = adjoint
    transition.pullBack(&pulled)
    for column in 0..<S.count {
      let expected = (0..<S.count).reduce(0.0) { $0 + matrix[$1][column] * adjoint[$1] }
      #expect(abs(pulled[column] - expected) < 1e-12)
    }
  }
}

/// A small made-up problem.
private struct Setting {
  private typealias S = SmootherState
  let nodes: [SmootherNode]
  let transitions: [SmootherTransition]
  let parameters = FixedIntervalSmoother.Parameters()
  let course: NominalCourse
  let field: FieldModel

  init(nodes count: Int, usesField: Bool, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    nodes = (0..<count).map { index in
      var node = SmootherNode()
      node.field = usesField ? SyntheticMotion.field + random.normalVector() : nil
      node.isResting = index < 3
      node.isDisturbed = index == 4
      guard index > 0 else { return node }
      node.duration = 0.5
      let turned = Quaternion(rotationVector: random.normalVector()).matrix * 0.5
      node.disagreement = random.normalVector() * 0.02
      node.rotation = turned
      node.rotationByRate = (turned * random.normal(), turned * random.normal(), turned * random.normal())
      node.impulse = (SyntheticMotion.gravity + random.normalVector()) * 0.5
      return node
    }
    transitions = nodes.map(SmootherTransition.init)
    course = NominalCourse(OrientationSeries())
    var model = FieldModel(parameters)
    model.begin(nodes)
    field = model
  }

  var problem: SmootherProblem {
    SmootherProblem(nodes, transitions, course, field, placeDeviation: 1, parameters, isFirst: true)
  }

  /// Phi, by its columns.
  func matrix(_ transition: SmootherTransition) -> [[Double]] {
    var rows = (0..<S.count).map { row in (0..<S.count).map { $0 == row ? 1.0 : 0 } }
    for column in 0..<S.count {
      transition.changes({ $0 == column ? 1.0 : 0 }) { index, change in
        rows[S.moving(index)][column] += change
      }
    }
    return rows
  }

  private func shift(_ transition: SmootherTransition) -> [Double] {
    var x = [Double](repeating: 0, count: S.count)
    x.withUnsafeMutableBufferPointer { transition.advance($0.baseAddress!) }
    return x
  }

  /// The most likely states of all nodes, each a linear function of what is random: the start and the noise of every
  /// step, all of deviation one.
  func leastSquares() -> [[Double]] {
    let prior = SmootherPrior(course, field, parameters, isFirst: true)
    let count = S.count + S.noisyCount * nodes.count
    var equations = NormalEquations(unknowns: count)
    for unknown in 0..<count { equations.add([(unknown, 1)], 0, deviation: 1) }
    // Row s: coefficients of all unknowns, and behind them the constant.
    var states = (0..<S.count).map { state in
      (0...count).map { $0 == state ? prior.deviations[state] : $0 == count ? prior.start[state] : 0 }
    }
    var all = [states]
    for index in nodes.indices.dropFirst() {
      let phi = matrix(transitions[index]), shift = shift(transitions[index])
      let noise = problem.noise(index)
      var next = phi.map { row in
        (0...count).map { column in zip(row, states).reduce(0.0) { $0 + $1.0 * $1.1[column] } }
      }
      for state in 0..<S.count { next[state][count] += shift[state] }
      for noisy in 0..<S.noisyCount {
        next[S.noisy(noisy)][S.count + S.noisyCount * index + noisy] = noise[noisy].squareRoot()
      }
      states = next
      all.append(states)
      problem.measurements(index) { row, value, variance in
        var combined = [Double](repeating: 0, count: count + 1)
        for term in 0..<row.count {
          for column in 0...count { combined[column] += row.factors[term] * states[row.state(term)][column] }
        }
        let terms = (0..<count).filter { combined[$0] != 0 }.map { ($0, combined[$0]) }
        equations.add(terms, value - combined[count], deviation: variance.squareRoot())
      }
    }
    let solved = equations.solved() + [1]
    return all.map { states in states.map { row in zip(row, solved).reduce(0.0) { $0 + $1.0 * $1.1 } } }
  }
}

/// A' A x = A' b by Gaussian elimination.
private struct NormalEquations {
  private var matrix: [[Double]]

  init(unknowns: Int) { matrix = Array(repeating: Array(repeating: 0, count: unknowns + 1), count: unknowns) }

  mutating func add(_ terms: [(Int, Double)], _ value: Double, deviation: Double) {
    let weight = 1 / (deviation * deviation)
    for (row, a) in terms {
      for (column, b) in terms { matrix[row][column] += a * b * weight }
      matrix[row][matrix.count] += a * value * weight
    }
  }

  func solved() -> [Double] {
    var m = matrix
    let n = m.count
    for pivot in 0..<n {
      let best = (pivot..<n).max { abs(m[$0][pivot]) < abs(m[$1][pivot]) } ?? pivot
      m.swapAt(pivot, best)
      for row in pivot + 1..<n where m[row][pivot] != 0 {
        let factor = m[row][pivot] / m[pivot][pivot]
        for column in pivot...n { m[row][column] -= factor * m[pivot][column] }
      }
    }
    var x = [Double](repeating: 0, count: n)
    for row in (0..<n).reversed() {
      let known = (row + 1..<n).reduce(0.0) { $0 + m[row][$1] * x[$1] }
      x[row] = (m[row][n] - known) / m[row][row]
    }
    return x
  }
}
