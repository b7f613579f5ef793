import Inertial

/// Least squares for both lever arms under one heading, by iteratively reweighted normal equations.
struct LeverArms {
  /// An arm that the motion does not show stays near zero: weight per row of r² [1/m²].
  static let ridge = 0.01

  /// Both arms, thigh first [m].
  private(set) var thigh = Vector3.zero
  private(set) var shank = Vector3.zero
  /// Soft-L1 mean of the disagreement over its scale.
  private(set) var cost = 0.0
  /// Inverse of the normal equations, 6 x 6.
  private(set) var inverse: SymmetricMatrix
  /// How much stronger the shank's turn shows its arm than the thigh's does.
  private var shankLead = 1.0

  /// - Parameter heading: shank's earth to thigh's, for each row [rad].
  /// - Returns: nil with fewer than ten rows that have forces.
  init?(_ rows: [JudgedRow], heading: [Double], passes: Int = 5) {
    self.init(zip(rows, heading).compactMap { ArmEquation($0, heading: $1) }, passes: passes)
  }

  /// - Returns: nil with fewer than ten equations.
  init?(_ equations: [ArmEquation], passes: Int = 5) {
    guard equations.count >= 10 else { return nil }
    inverse = SymmetricMatrix(6)
    var weights = [Double](repeating: 1, count: equations.count)
    for _ in 0..<passes {
      guard solve(equations, weights) else { return nil }
      var sum = 0.0
      for (k, e) in equations.enumerated() {
        let size = e.error(thigh, shank).norm
        let root = Double.sqrt(1 + size * size)
        sum += 2 * (root - 1)
        weights[k] = 1 / root
      }
      cost = sum / Double(equations.count)
    }
  }

  private mutating func solve(_ equations: [ArmEquation], _ weights: [Double]) -> Bool {
    var a = Matrix3.identity * (LeverArms.ridge * Double(equations.count))
    var d = a
    var b = Matrix3.zero
    var one = Vector3.zero, two = Vector3.zero
    for (e, w) in zip(equations, weights) {
      let t = e.thigh.transposed * w
      let s = e.shank.transposed * w
      a = a + t * e.thigh
      b = b + t * e.shank
      d = d + s * e.shank
      one += t * e.left
      two += s * e.left
    }
    var normal = SymmetricMatrix(6)
    for i in 0..<3 {
      for j in 0..<3 {
        normal[i, j] = a[i, j]
        normal[i, j + 3] = b[i, j]
        normal[j + 3, i] = b[i, j]
        normal[i + 3, j + 3] = d[i, j]
      }
    }
    guard let found = normal.inverse else { return false }
    shankLead = Double.sqrt((d[0, 0] + d[1, 1] + d[2, 2]) / (a[0, 0] + a[1, 1] + a[2, 2]))
    inverse = found
    let arms = found.times([one.x, one.y, one.z, two.x, two.y, two.z])
    thigh = Vector3(arms[0], arms[1], arms[2])
    shank = Vector3(arms[3], arms[4], arms[5])
    return true
  }

  /// Standard deviation of an arm's direction about an axis [rad]; `at` 0 for the thigh, 3 for the shank.
  ///
  /// - Parameter leak: what the other arm's effect may add to this one [m].
  private func bearingSigma(
    _ arm: Vector3, about axis: Vector3, at k: Int, scatter: Double, leak: Double
  ) -> Double {
    let across = arm.rejected(from: axis)
    guard across.norm > JointCentre.shortestArm else { return .infinity }
    let sideways = axis.cross(across).normalized
    var variance = 0.0
    for i in 0..<3 { for j in 0..<3 { variance += sideways[i] * inverse[k + i, k + j] * sideways[j] } }
    return Double.sqrt(max(0, variance) * scatter + leak * leak) / across.norm
  }

  /// - Parameters:
  ///   - independence: one in this many rows is independent.
  ///   - share: of one arm's effect that passes for one of the other: skin, and a joint that is no point.
  func centre(
    thighAxis: Vector3, shankAxis: Vector3, independence: Double, modelShare share: Double
  ) -> JointCentre {
    let scatter = cost * independence
    return JointCentre(
      thighArm: thigh, shankArm: shank,
      thighBearingSigma: bearingSigma(
        thigh, about: thighAxis, at: 0, scatter: scatter, leak: share * shank.norm * shankLead),
      shankBearingSigma: bearingSigma(
        shank, about: shankAxis, at: 3, scatter: scatter, leak: share * thigh.norm / shankLead))
  }
}

/// R1 a1 - Rz R2 a2 = R1 K1 r1 - Rz R2 K2 r2 at one row, divided by its scale.
struct ArmEquation {
  let left: Vector3
  let thigh, shank: Matrix3

  init(left: Vector3, thigh: Matrix3, shank: Matrix3) {
    self.left = left
    self.thigh = thigh
    self.shank = shank
  }

  init?(_ row: JudgedRow, heading: Double) {
    guard let f = row.forces else { return nil }
    let turn = Quaternion(axis: .unitZ, angle: heading).matrix
    let scale = 1 / row.forceScale
    left = (f.thigh - turn * f.shank) * scale
    thigh = f.thighArm * scale
    shank = turn * f.shankArm * -scale
  }

  func error(_ thighArm: Vector3, _ shankArm: Vector3) -> Vector3 {
    left - thigh * thighArm - shank * shankArm
  }
}

extension Matrix3 {
  fileprivate subscript(i: Int, j: Int) -> Double { (i == 0 ? row0 : i == 1 ? row1 : row2)[j] }
}
