import Inertial

/// What is known of the magnetic field of a stretch, and how far each node is believed.
///
/// The field at rest is (east, north, up) in earth axes, the field in motion differs from it by something unknown, the
/// same for the whole stretch. How unknown follows from the difference itself, as for errors of Student's t: where size
/// and dip differ, so may the direction.
struct FieldModel {
  private let parameters: FixedIntervalSmoother.Parameters
  /// North and up at rest [µT].
  private(set) var north = 0.0
  private(set) var up = 0.0
  /// nil in the first solution.
  private var difference: Vector3?
  /// How far each node is believed, 0...1.
  private(set) var weights: [Double] = []

  init(_ parameters: FixedIntervalSmoother.Parameters) { self.parameters = parameters }

  /// Starts from the middle of what the nodes see.
  mutating func begin(_ nodes: [SmootherNode]) {
    weights = Array(repeating: 1, count: nodes.count)
    let fields = nodes.compactMap(\.field)
    guard !fields.isEmpty else { return }
    north = fields.map(\.y).sorted()[fields.count / 2]
    up = fields.map(\.z).sorted()[fields.count / 2]
  }

  /// Deviation of the difference on each axis [µT].
  var differenceDeviation: Double {
    guard let difference else { return parameters.fieldDifferenceAtFirst }
    let usual = parameters.fieldDifference * parameters.fieldDifference
    return Double.sqrt((usual + difference.squaredNorm) / 4)
  }

  /// Variance of one node's mean field on each axis [µT²].
  func variance(_ node: SmootherNode, _ index: Int) -> Double {
    let deviation = parameters.fieldDeviation
    var weight = weights[index]
    if node.isResting { weight *= parameters.restWeight }
    if node.isDisturbed { weight *= parameters.disturbedWeight }
    return deviation * deviation * (2 / node.duration) / Swift.max(weight, 1e-9)
  }

  /// Takes over the field of a solution and weighs every node by its distance from it.
  mutating func learn(from nodes: [SmootherNode], _ solution: SmootherSolution) {
    (north, up) = (solution.restField.y, solution.restField.z)
    difference = solution.fieldDifference
    for (index, node) in nodes.enumerated() {
      guard let field = node.field else { continue }
      var expected = solution.restField
      if !node.isResting {
        expected = Vector3(0, expected.y, expected.z) + solution.fieldDifference
      }
      let distance = (field + solution.attitude[index].cross(field) - expected).norm
      let share = distance / parameters.fieldOutlier
      weights[index] = 1 / ((1 + share * share) * (1 + share * share))
    }
  }
}
