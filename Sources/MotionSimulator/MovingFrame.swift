import Inertial

/// A frame that moves against the earth: attitude, turn and the motion of its origin, all in earth axes.
///
/// A leg is a chain of `turned` and `shifted` frames: the forward recursion of rigid bodies
/// (Luh, Walker, Paul, J Dyn Sys Meas Control 102:69 (1980)).
struct MovingFrame: Sendable {
  var earthFromFrame: Quaternion = .identity
  /// [rad/s], [rad/s²]
  var turnRate: Vector3 = .zero
  var turnAcceleration: Vector3 = .zero
  /// [m/s], [m/s²]
  var velocity: Vector3 = .zero
  var acceleration: Vector3 = .zero

  /// The same origin, turned about a unit axis of this frame.
  func turned(about axis: Vector3, by angle: Jet) -> MovingFrame {
    var next = self
    let axisInEarth = earthFromFrame.rotate(axis)
    next.earthFromFrame = earthFromFrame * Quaternion(axis: axis, angle: angle.value)
    next.turnRate += axisInEarth * angle.rate
    next.turnAcceleration += turnRate.cross(axisInEarth) * angle.rate + axisInEarth * angle.acceleration
    return next
  }

  /// A constant turn: nothing but the axes change.
  func turned(by frameFromNext: Quaternion) -> MovingFrame {
    var next = self
    next.earthFromFrame = earthFromFrame * frameFromNext
    return next
  }

  /// The same axes, the origin moved to `offset`, given in this frame [m].
  func shifted(by offset: JetVector) -> MovingFrame {
    let r = earthFromFrame.rotate(offset.value)
    let drift = earthFromFrame.rotate(offset.rate)
    let thrust = earthFromFrame.rotate(offset.acceleration)
    let swing = turnRate.cross(r)
    var next = self
    next.velocity += swing + drift
    next.acceleration += turnAcceleration.cross(r) + turnRate.cross(swing)
    next.acceleration += turnRate.cross(drift) * 2 + thrust
    return next
  }

  func shifted(by offset: Vector3) -> MovingFrame { shifted(by: JetVector(offset)) }

  /// The same attitude and turn, carried along with a point that moves differently.
  func carried(velocity: Vector3, acceleration: Vector3) -> MovingFrame {
    var next = self
    next.velocity += velocity
    next.acceleration += acceleration
    return next
  }
}

/// Three jets in one frame.
struct JetVector: Sendable {
  var x: Jet
  var y: Jet
  var z: Jet

  init(_ x: Jet, _ y: Jet, _ z: Jet) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ constant: Vector3) { self.init(Jet(constant.x), Jet(constant.y), Jet(constant.z)) }

  var value: Vector3 { Vector3(x.value, y.value, z.value) }
  var rate: Vector3 { Vector3(x.rate, y.rate, z.rate) }
  var acceleration: Vector3 { Vector3(x.acceleration, y.acceleration, z.acceleration) }

  static func + (a: JetVector, b: JetVector) -> JetVector { JetVector(a.x + b.x, a.y + b.y, a.z + b.z) }

  /// `direction` carried by one moving number.
  static func along(_ direction: Vector3, _ amount: Jet) -> JetVector {
    JetVector(amount * direction.x, amount * direction.y, amount * direction.z)
  }
}
