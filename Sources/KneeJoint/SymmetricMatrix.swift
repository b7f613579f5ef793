import Inertial

/// A small symmetric matrix for normal equations, rows one after another.
struct SymmetricMatrix {
  let size: Int
  private(set) var m: [Double]

  init(_ size: Int) {
    self.size = size
    m = [Double](repeating: 0, count: size * size)
  }

  subscript(i: Int, j: Int) -> Double {
    get { m[size * i + j] }
    set { m[size * i + j] = newValue }
  }

  /// Adds weight v v^T.
  mutating func add(_ v: [Double], weight: Double = 1) {
    for i in 0..<size {
      let f = weight * v[i]
      for j in 0..<size { m[size * i + j] += f * v[j] }
    }
  }

  /// nil unless clearly positive definite.
  var inverse: SymmetricMatrix? {
    var a = self
    var b = SymmetricMatrix(size)
    for k in 0..<size { b[k, k] = 1 }
    let scale = (0..<size).map { self[$0, $0] }.max() ?? 0
    for k in 0..<size {
      let pivot = a[k, k]
      if !(pivot > 1e-10 * scale) { return nil }
      for j in 0..<size {
        a[k, j] /= pivot
        b[k, j] /= pivot
      }
      for i in 0..<size where i != k {
        let f = a[i, k]
        for j in 0..<size {
          a[i, j] -= f * a[k, j]
          b[i, j] -= f * b[k, j]
        }
      }
    }
    return b
  }

  func times(_ v: [Double]) -> [Double] {
    (0..<size).map { i in (0..<size).reduce(0.0) { $0 + self[i, $1] * v[$1] } }
  }

  func scaled(by factor: Double) -> SymmetricMatrix {
    var out = self
    for k in out.m.indices { out.m[k] *= factor }
    return out
  }

  /// self * middle * self.
  func sandwich(_ middle: SymmetricMatrix) -> SymmetricMatrix { product(middle).product(self) }

  private func product(_ other: SymmetricMatrix) -> SymmetricMatrix {
    var out = SymmetricMatrix(size)
    for i in 0..<size {
      for j in 0..<size { out[i, j] = (0..<size).reduce(0.0) { $0 + self[i, $1] * other[$1, j] } }
    }
    return out
  }

  /// Larger eigenvalue of the 2 x 2 block on the diagonal that starts at `k`.
  func largestEigenvalue(at k: Int) -> Double {
    let a = self[k, k]
    let b = self[k, k + 1]
    let d = self[k + 1, k + 1]
    let half = (a - d) / 2
    return max(0, (a + d) / 2 + Double.sqrt(half * half + b * b))
  }
}
