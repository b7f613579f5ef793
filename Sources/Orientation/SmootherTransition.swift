import Inertial

/// How the errors go from one node to the next: Phi is 1 but in the rows of attitude, velocity and place.
struct SmootherTransition {
  private typealias S = SmootherState

  let duration: Double
  private let drift: Vector3
  private let impulse: Vector3
  private let rotation: Matrix3
  /// Three rows of attitude by the twelve states of the gyroscope.
  private let attitude: [Double]

  init(_ node: SmootherNode) {
    duration = node.duration
    drift = node.disagreement
    impulse = node.impulse
    rotation = node.rotation
    // The corrected rate is (1 - error) w - bias: both errors turn the attitude back.
    let byRate = [node.rotationByRate.0, node.rotationByRate.1, node.rotationByRate.2]
    var rows = [Double](repeating: 0, count: 3 * S.gyroscopeStates)
    for axis in 0..<3 {
      for column in 0..<3 {
        rows[S.gyroscopeStates * axis + column] = -node.rotation.row(axis)[column]
        for rate in 0..<3 {
          rows[S.gyroscopeStates * axis + 3 + 3 * column + rate] = -byRate[rate].row(axis)[column]
        }
      }
    }
    attitude = rows
  }

  /// (Phi - 1) times `value`, one result for each moving state; a value is a number or part of a row of a matrix.
  @inline(__always)
  func changes<Value: LinearSignal>(_ value: (Int) -> Value, _ set: (_ index: Int, Value) -> Void) {
    for axis in 0..<3 {
      var sum = Value.zero
      for k in 0..<S.gyroscopeStates {
        sum = sum + value(S.bias + k) * attitude[S.gyroscopeStates * axis + k]
      }
      set(axis, sum)
    }
    // p x impulse, and the offset of the force turned back.
    let eastTilt = value(1) * impulse.z - value(2) * impulse.y
    let northTilt = value(2) * impulse.x - value(0) * impulse.z
    let east = eastTilt - offset(rotation.row0, value)
    let north = northTilt - offset(rotation.row1, value)
    set(3, east)
    set(4, north)
    set(5, value(S.velocity) * duration + east * (duration / 2))
    set(6, value(S.velocity + 1) * duration + north * (duration / 2))
  }

  @inline(__always)
  private func offset<Value: LinearSignal>(_ row: Vector3, _ value: (Int) -> Value) -> Value {
    let level = value(S.force) * row.x + value(S.force + 1) * row.y
    return level + value(S.force + 2) * row.z
  }

  /// The state at the next node. What the nominal course itself gets wrong, it adds: turn and velocity.
  func advance(_ x: UnsafeMutablePointer<Double>) {
    var change = SIMD8<Double>.zero
    changes({ x[$0] }) { change[$0] = $1 }
    let half = duration / 2
    change += SIMD8(
      drift.x, drift.y, drift.z, impulse.x, impulse.y, half * impulse.x, half * impulse.y, 0)
    for index in 0..<S.movingCount { x[S.moving(index)] += change[index] }
  }

  /// Phi' times an adjoint.
  func pullBack(_ adjoint: inout [Double]) {
    let half = duration / 2
    let turn = Vector3(adjoint[0], adjoint[1], adjoint[2])
    let east: Double = adjoint[S.velocity] + half * adjoint[S.place]
    let north: Double = adjoint[S.velocity + 1] + half * adjoint[S.place + 1]
    for k in 0..<S.gyroscopeStates {
      let level: Double = attitude[k] * turn.x + attitude[S.gyroscopeStates + k] * turn.y
      adjoint[S.bias + k] += level + attitude[2 * S.gyroscopeStates + k] * turn.z
    }
    adjoint[0] -= impulse.z * north
    adjoint[1] += impulse.z * east
    adjoint[2] += impulse.x * north - impulse.y * east
    for axis in 0..<3 {
      adjoint[S.force + axis] -= rotation.row0[axis] * east + rotation.row1[axis] * north
    }
    for axis in 0..<2 { adjoint[S.velocity + axis] += duration * adjoint[S.place + axis] }
  }
}

extension Double: LinearSignal {}

extension Matrix3 {
  func row(_ index: Int) -> Vector3 { index == 0 ? row0 : index == 1 ? row1 : row2 }
}
