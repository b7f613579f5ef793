import Inertial

/// What a filter thinks it is off by, before the error is applied: q_true = Exp(attitude) q, b_true = b + bias.
struct AttitudeError {
  /// Earth axes [rad].
  var attitude = Vector3.zero
  /// Sensor axes [rad/s].
  var bias = Vector3.zero
}

/// Covariance of attitude error (earth axes) and bias error (sensor axes): 6 x 6 in symmetric blocks.
///
/// Measurements come one number at a time, which with independent errors equals the joint update and needs no
/// inverse. The update is Joseph's form written out for one number, so that it holds for a gain that is not
/// the optimal one: P <- P - K h^T - h K^T + K S K^T with h = P H^T.
struct AttitudeCovariance: Equatable, Sendable, Codable {
  var attitude: SymmetricMatrix3
  /// Rows attitude, columns bias.
  var cross: Matrix3
  var bias: SymmetricMatrix3

  /// Independent errors of these deviations.
  init(attitude: Double, bias: Double) {
    self.attitude = .diagonal(attitude * attitude)
    cross = .zero
    self.bias = .diagonal(bias * bias)
  }

  /// F P F^T + Q with F = [I, -R dt; 0, I].
  @inline(__always)
  mutating func predict(_ earthFromSensor: Matrix3, _ step: Double, attitudeNoise: Double, biasNoise: Double)
  {
    let m = Matrix3(
      earthFromSensor.row0 * step, earthFromSensor.row1 * step, earthFromSensor.row2 * step)
    let b = cross
    let n = Matrix3(b.row0 - bias * m.row0, b.row1 - bias * m.row1, b.row2 - bias * m.row2)
    let q = attitudeNoise * step
    attitude.xx += q - (m.row0.dot(b.row0) + n.row0.dot(m.row0))
    attitude.xy -= m.row0.dot(b.row1) + n.row0.dot(m.row1)
    attitude.xz -= m.row0.dot(b.row2) + n.row0.dot(m.row2)
    attitude.yy += q - (m.row1.dot(b.row1) + n.row1.dot(m.row1))
    attitude.yz -= m.row1.dot(b.row2) + n.row1.dot(m.row2)
    attitude.zz += q - (m.row2.dot(b.row2) + n.row2.dot(m.row2))
    cross = n
    let g = biasNoise * step
    bias.xx += g
    bias.yy += g
    bias.zz += g
  }

  /// A measurement of `scale` times one component of the attitude error.
  @inline(__always)
  mutating func update(
    attitudeAxis axis: Int, _ scale: Double, residual: Double, _ variance: Double,
    _ error: inout AttitudeError
  ) {
    let h = AttitudeError(attitude: attitude.row(axis) * scale, bias: row(axis) * scale)
    let s = h.attitude[axis] * scale + variance
    guard s > 0, s < .infinity else { return }
    let i = 1 / s
    let k = AttitudeError(attitude: h.attitude * i, bias: h.bias * i)
    let innovation = residual - scale * error.attitude[axis]
    subtract(k, h, s)
    error.add(k, innovation)
  }

  /// A measurement of the attitude error about the vertical, with no gain on the level.
  @inline(__always)
  mutating func updateHeading(residual: Double, _ variance: Double, _ error: inout AttitudeError) {
    let h = AttitudeError(attitude: attitude.row(2), bias: cross.row2)
    let s = h.attitude.z + variance
    guard s > 0, s < .infinity else { return }
    let i = 1 / s
    let k = AttitudeError(attitude: Vector3(0, 0, h.attitude.z * i), bias: h.bias * i)
    let innovation = residual - error.attitude.z
    subtract(k, h, s)
    error.add(k, innovation)
  }

  /// A measurement of one component of the bias error.
  @inline(__always)
  mutating func update(biasAxis axis: Int, residual: Double, _ variance: Double, _ error: inout AttitudeError)
  {
    let h = AttitudeError(
      attitude: Vector3(cross.row0[axis], cross.row1[axis], cross.row2[axis]), bias: bias.row(axis))
    let s = h.bias[axis] + variance
    guard s > 0, s < .infinity else { return }
    let i = 1 / s
    let k = AttitudeError(attitude: h.attitude * i, bias: h.bias * i)
    let innovation = residual - error.bias[axis]
    subtract(k, h, s)
    error.add(k, innovation)
  }

  /// P <- P - K g^T - g K^T with g = h - S K / 2.
  @inline(__always)
  private mutating func subtract(_ k: AttitudeError, _ h: AttitudeError, _ s: Double) {
    let p = k.attitude, c = k.bias
    let gp = h.attitude - p * (s / 2), gc = h.bias - c * (s / 2)
    attitude.subtractBoth(p, gp)
    bias.subtractBoth(c, gc)
    cross.row0 -= gc * p.x + c * gp.x
    cross.row1 -= gc * p.y + c * gp.y
    cross.row2 -= gc * p.z + c * gp.z
  }

  @inline(__always)
  private func row(_ axis: Int) -> Vector3 { axis == 0 ? cross.row0 : axis == 1 ? cross.row1 : cross.row2 }

  /// The attitude is again as uncertain as at a start; what that has to do with the bias is forgotten.
  mutating func open(attitude deviation: Double) {
    attitude = .diagonal(Swift.max(deviation * deviation, attitude.zz))
    cross = .zero
  }
}

extension AttitudeError {
  @inline(__always)
  fileprivate mutating func add(_ gain: AttitudeError, _ innovation: Double) {
    attitude += gain.attitude * innovation
    bias += gain.bias * innovation
  }
}
