import Inertial

/// Second-order Butterworth low-pass run forward and backward: zero phase, -6 dB at the corner.
///
/// Bilinear transform with pre-warping; the state starts at rest on the first value, so a constant stays constant.
struct LowPass {
  private let b0, b1, b2, a1, a2: Double

  /// nil when the corner is too close to half the sampling rate to be formed; the signal is then left as it is.
  init?(corner: Double, period: Double) {
    guard corner > 0, period > 0, corner * period < 0.45 else { return nil }
    let k: Double = Double.tan(Double.pi * corner * period)
    let q: Double = Double.sqrt(2)
    let norm: Double = 1 / (1 + q * k + k * k)
    b0 = k * k * norm
    b1 = 2 * b0
    b2 = b0
    a1 = 2 * (k * k - 1) * norm
    a2 = (1 - q * k + k * k) * norm
  }

  func filtered(_ x: [Double]) -> [Double] {
    var y = x
    pass(&y)
    y.reverse()
    pass(&y)
    y.reverse()
    return y
  }

  func filtered(_ x: [Vector3]) -> [Vector3] {
    var y = x
    pass(&y)
    y.reverse()
    pass(&y)
    y.reverse()
    return y
  }

  private func pass(_ y: inout [Double]) {
    guard let first = y.first else { return }
    var s1: Double = first * (1 - b0)
    var s2: Double = first * (b2 - a2)
    for i in y.indices {
      let x = y[i]
      let out: Double = b0 * x + s1
      s1 = b1 * x - a1 * out + s2
      s2 = b2 * x - a2 * out
      y[i] = out
    }
  }

  private func pass(_ y: inout [Vector3]) {
    guard let first = y.first else { return }
    var s1 = first * (1 - b0)
    var s2 = first * (b2 - a2)
    for i in y.indices {
      let x = y[i]
      let out = x * b0 + s1
      s1 = x * b1 - out * a1 + s2
      s2 = x * b2 - out * a2
      y[i] = out
    }
  }
}
