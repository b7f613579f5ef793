import Inertial

/// Standard deviation of the axes from the curvature of the cost and the scatter of its slope.
///
/// Errors of neighbouring samples hang together, so that the number of samples says little: the covariance is the
/// cluster-robust one, H^-1 (sum of g g^T over stretches of time) H^-1, with H = J^T J and g = J^T f of a stretch.
struct AxisUncertainty {
  /// [rad], the larger of the two directions on the sphere; infinite for a flat cost.
  let thigh: Double
  let shank: Double

  init(_ cost: AxisCost, _ at: AxisSolver.Solution) {
    let one = SpherePoint(base: at.thigh)
    let two = SpherePoint(base: at.shank)
    var hessian = SymmetricMatrix4()
    var scatter = SymmetricMatrix4()
    var slope = [Double](repeating: 0, count: 4)
    var stretch = cost.samples.first?.stretch
    var stretches = 1
    for s in cost.samples {
      if s.stretch != stretch {
        scatter.add(slope)
        slope = [0, 0, 0, 0]
        stretch = s.stretch
        stretches += 1
      }
      let e = AxisCost.errors(s, at.thigh, at.shank)
      let d = AxisCost.gradients(s, at.thigh, at.shank)
      for (value, gradient) in [(e.rate, d.rate), (e.up, d.up), (e.planar, d.planar)] {
        let row = [
          gradient.thigh.dot(one.first), gradient.thigh.dot(one.second), gradient.shank.dot(two.first),
          gradient.shank.dot(two.second),
        ]
        hessian.add(row)
        let f = AxisCost.soften(value).value
        for k in 0..<4 { slope[k] += row[k] * f }
      }
    }
    scatter.add(slope)
    let small = Double(stretches) / Double(max(1, stretches - 4))
    guard let inverse = hessian.inverse else {
      thigh = .infinity
      shank = .infinity
      return
    }
    let covariance = inverse.sandwich(scatter)
    thigh = Double.sqrt(small * covariance.largestEigenvalue(0))
    shank = Double.sqrt(small * covariance.largestEigenvalue(2))
  }
}

/// A symmetric 4 x 4 matrix, rows one after another.
struct SymmetricMatrix4 {
  var m = [Double](repeating: 0, count: 16)

  mutating func add(_ v: [Double]) {
    for i in 0..<4 { for j in 0..<4 { m[4 * i + j] += v[i] * v[j] } }
  }

  /// nil unless clearly positive definite.
  var inverse: SymmetricMatrix4? {
    var a = m
    var b = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0 }
    let scale = (0..<4).map { m[5 * $0] }.max() ?? 0
    for k in 0..<4 {
      let pivot = a[5 * k]
      if !(pivot > 1e-9 * scale) { return nil }
      for j in 0..<4 {
        a[4 * k + j] /= pivot
        b[4 * k + j] /= pivot
      }
      for i in 0..<4 where i != k {
        let f = a[4 * i + k]
        for j in 0..<4 {
          a[4 * i + j] -= f * a[4 * k + j]
          b[4 * i + j] -= f * b[4 * k + j]
        }
      }
    }
    return SymmetricMatrix4(m: b)
  }

  /// self * middle * self.
  func sandwich(_ middle: SymmetricMatrix4) -> SymmetricMatrix4 { times(middle).times(self) }

  private func times(_ other: SymmetricMatrix4) -> SymmetricMatrix4 {
    var out = SymmetricMatrix4()
    for i in 0..<4 {
      for j in 0..<4 {
        out.m[4 * i + j] = (0..<4).reduce(0.0) { $0 + m[4 * i + $1] * other.m[4 * $1 + j] }
      }
    }
    return out
  }

  /// Larger eigenvalue of the 2 x 2 block on the diagonal that starts at `k`.
  func largestEigenvalue(_ k: Int) -> Double {
    let a = m[5 * k]
    let b = m[4 * k + k + 1]
    let d = m[5 * (k + 1)]
    let half = (a - d) / 2
    return max(0, (a + d) / 2 + Double.sqrt(half * half + b * b))
  }
}
