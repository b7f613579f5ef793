import Inertial

/// The bones of one leg and where the sensors sit on it. Frames as in docs/Conventions.md: X forward, Y towards the
/// hip, Z to the person's right. What points sideways is mirrored by `mirror`: +1 on the right leg, -1 on the left.
struct LegBody: Sendable {
  let mirror: Double
  /// [m]
  let thighLength: Double
  let shankLength: Double
  /// Knee turn that comes with flexion: toes inwards, and ankle towards the midline; largest values [rad].
  let internalRotation: Double
  let adduction: Double
  /// Sensor places [m]: on the thigh from the hip, on the shank from the knee; right leg, Z outwards.
  let thighPlace: Vector3
  let shankPlace: Vector3

  init(side: BodySide, random: inout SplitMix64, outOfPlane: Double = 1) {
    mirror = side == .left ? -1 : 1
    thighLength = random.uniform(in: 0.38...0.46)
    shankLength = thighLength * random.uniform(in: 0.92...1.02)
    internalRotation = random.uniform(in: 5.8...7.6).degreesToRadians * outOfPlane
    adduction = random.uniform(in: 1.5...3.2).degreesToRadians * outOfPlane
    let low = random.uniform(in: 0.62...0.75), high = random.uniform(in: 0.25...0.4)
    thighPlace = Vector3(0.02, -low * thighLength, 0.07)
    shankPlace = Vector3(0.035, -high * shankLength, -0.02)
  }

  /// The tibia on the moving femur. Its axis is not fixed: the joint centre rolls back, the tibia turns inwards soon
  /// after full extension and tilts later, and it gives sideways (`play`) under load. Size and sense after
  /// Wilson, Feikes, Zavatsky, O'Connor, J Biomech 33:465 (2000).
  func tibia(on femur: MovingFrame, flexion: Jet, play: Jet = .zero) -> MovingFrame {
    femur
      .shifted(by: kneeCentre(flexion))
      .turned(about: .unitZ, by: -flexion)
      .turned(about: .unitX, by: (adductionAngle(flexion) + play) * mirror)
      .turned(about: .unitY, by: internalAngle(flexion) * mirror)
  }

  /// Most of the inward turn happens in the first 40 degrees of flexion.
  func internalAngle(_ flexion: Jet) -> Jet {
    (-(flexion / -25.0.degreesToRadians).exponential + 1) * internalRotation
  }

  func adductionAngle(_ flexion: Jet) -> Jet { (-(flexion * 1.8).cosine + 1) * (0.5 * adduction) }

  /// From the hip [m]: back by 8 mm and up by 3 mm at a right angle.
  private func kneeCentre(_ flexion: Jet) -> JetVector {
    let bend = -flexion.cosine + 1
    return JetVector(bend * -0.008, bend * 0.003 - thighLength, Jet(0))
  }

  func mirrored(_ v: Vector3) -> Vector3 { Vector3(v.x, v.y, v.z * mirror) }
}
