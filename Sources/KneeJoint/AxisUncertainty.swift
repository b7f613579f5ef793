import Inertial

/// Standard deviation of the axes from the curvature of the cost and the scatter of its slope.
///
/// Free are both axes and the offset of the heading. Errors of neighbouring rows hang together, so that the number of
/// rows says little: the covariance is the cluster-robust one, H^-1 (sum of g g^T over stretches of time) H^-1, with
/// H = J^T J and g = J^T f of a stretch.
struct AxisUncertainty {
  /// [rad], the larger of the two directions on the sphere; infinite for a flat cost.
  let thigh: Double
  let shank: Double

  init(_ rows: [JudgedRow], _ result: HeadingSearch.Result) {
    var sums = ClusterSums(size: 5)
    let fit = result.fit
    let one = SpherePoint(base: fit.thigh)
    let two = SpherePoint(base: fit.shank)
    for (row, heading) in zip(rows, result.heading) {
      sums.enter(row.stretch)
      let turned = Quaternion(axis: .unitZ, angle: heading) * row.shank
      let u = row.thigh.rotate(fit.thigh)
      let v = turned.rotate(fit.shank)
      sums.add(
        (u - v) / HeadingFit.tiltScale,
        slopes: [
          row.thigh.rotate(one.first), row.thigh.rotate(one.second), -turned.rotate(two.first),
          -turned.rotate(two.second), -Vector3.unitZ.cross(v),
        ].map { $0 / HeadingFit.tiltScale })
      guard let f = row.forces, let arms = fit.arms else { continue }
      let turn = Quaternion(axis: .unitZ, angle: heading)
      let c1 = f.thigh - f.thighArm * arms.thigh
      let c2 = turn.rotate(f.shank - f.shankArm * arms.shank)
      let byHeading = -Vector3.unitZ.cross(c2) / row.forceScale
      sums.add((c1 - c2) / row.forceScale, slopes: [.zero, .zero, .zero, .zero, byHeading])
    }
    guard let covariance = sums.covariance else {
      thigh = .infinity
      shank = .infinity
      return
    }
    thigh = Double.sqrt(covariance.largestEigenvalue(at: 0))
    shank = Double.sqrt(covariance.largestEigenvalue(at: 2))
  }
}

/// Normal matrix and scatter of slopes, stretch by stretch.
struct ClusterSums {
  private var hessian, scatter: SymmetricMatrix
  private var slope: [Double]
  private var stretch: Int?
  private var stretches = 0

  init(size: Int) {
    hessian = SymmetricMatrix(size)
    scatter = SymmetricMatrix(size)
    slope = Array(repeating: 0, count: size)
  }

  mutating func enter(_ next: Int) {
    if next == stretch { return }
    close()
    stretch = next
    stretches += 1
  }

  private mutating func close() {
    scatter.add(slope)
    for k in slope.indices { slope[k] = 0 }
  }

  /// Rows of one vector equation, weighted as its soft-L1 loss does.
  mutating func add(_ error: Vector3, slopes: [Vector3]) {
    let weight = 1 / Double.sqrt(1 + error.squaredNorm)
    for axis in 0..<3 { hessian.add(slopes.map { $0[axis] }, weight: weight) }
    for k in slope.indices { slope[k] += weight * slopes[k].dot(error) }
  }

  /// A prior of zero on the first `count` numbers.
  mutating func addRidge(_ weight: Double, upTo count: Int) {
    for k in 0..<count { hessian[k, k] += weight }
  }

  /// nil for a flat cost.
  var covariance: SymmetricMatrix? {
    var whole = self
    whole.close()
    guard stretches > 0, let inverse = hessian.inverse else { return nil }
    let small = Double(stretches) / Double(max(1, stretches - slope.count))
    return inverse.sandwich(whole.scatter).scaled(by: small)
  }
}
