import Inertial

/// The leg as a function of time: bones, and the sensors on them. Nothing here is measured.
struct LegModel: Sendable {
  let body: LegBody
  let script: any MotionScript
  let mounting: SensorMounting.Turns
  private let sceneHeading: Double
  private let outOfPlane: Double
  private let tissue: [SoftTissue]
  private let ringing: Ringing

  /// - Parameter outOfPlane: 0 makes the knee a hinge.
  init(
    motion: Motion, side: BodySide, duration: Double, seed: UInt64, mounting: SensorMounting,
    outOfPlane: Double = 1, conditions: LegConditions = .usual
  ) {
    self.outOfPlane = outOfPlane
    var shape = SplitMix64(seed: seed, for: .body)
    body = LegBody(side: side, random: &shape, outOfPlane: outOfPlane)
    script = motion.script(body: body, duration: duration, seed: seed, bent: conditions.bentStart)
    let attachment = conditions.attachment ?? seed
    self.mounting = mounting.turns(seed: attachment)
    var scene = SplitMix64(seed: attachment, for: .heading)
    sceneHeading = scene.uniform(in: 0...(2 * .pi))
    var soft = SplitMix64(seed: attachment, for: .wobble)
    tissue = [BodySegment.thigh, .shank].map {
      SoftTissue(segment: $0, amount: conditions.softness, random: &soft)
    }
    ringing = Ringing(script.impacts)
  }

  /// Knee flexion of the bones [rad].
  func flexion(at time: Double) -> Double { script.coordinates(at: time).flexion.value }

  struct Bones: Sendable {
    var femur, tibia: MovingFrame
    var flexion: Jet
  }

  /// Femur with its origin in the hip, tibia with its origin in the knee.
  func bones(at time: Double) -> Bones {
    let c = script.coordinates(at: time)
    let pelvis = pelvis(c)
    var femur =
      pelvis
      .turned(about: .unitZ, by: c.thighElevation)
      .turned(about: .unitX, by: c.thighAbduction * -body.mirror)
      .turned(about: .unitY, by: c.thighTurn * body.mirror)
    var tibia = body.tibia(on: femur, flexion: c.flexion, play: c.kneePlay * outOfPlane)
    if c.anchor == .ankle {
      let ankle = tibia.shifted(by: Vector3(0, -body.shankLength, 0))
      femur = femur.carried(velocity: -ankle.velocity, acceleration: -ankle.acceleration)
      tibia = tibia.carried(velocity: -ankle.velocity, acceleration: -ankle.acceleration)
    }
    return Bones(femur: femur, tibia: tibia, flexion: c.flexion)
  }

  /// Forward, up and right of the person, moving along the path; the origin is the hip.
  private func pelvis(_ c: LegCoordinates) -> MovingFrame {
    let heading = c.heading * body.mirror + sceneHeading
    let forward = Vector3(Double.cos(heading.value), Double.sin(heading.value), 0)
    let left = Vector3(-forward.y, forward.x, 0), up = Vector3.unitZ
    let velocity = forward * c.forwardSpeed.value + up * c.climbSpeed.value
    let turning = left * (c.forwardSpeed.value * heading.rate)
    let acceleration = forward * c.forwardSpeed.rate + turning + up * c.climbSpeed.rate
    return MovingFrame()
      .turned(about: .unitZ, by: heading)
      .turned(by: Self.earthFromUpright)
      .carried(velocity: velocity, acceleration: acceleration)
      .shifted(by: JetVector(c.sway.x, c.sway.y, (c.sway.z + 0.09) * body.mirror))
  }

  /// Y up; X stays forward.
  private static let earthFromUpright = Quaternion(axis: .unitX, angle: .pi / 2)

  func sensor(on segment: BodySegment, at time: Double) -> MovingFrame {
    let bones = bones(at: time)
    let (bone, place, skin, turn) =
      segment == .thigh
      ? (bones.femur, body.thighPlace, tissue[0], mounting.thigh)
      : (bones.tibia, body.shankPlace, tissue[1], mounting.shank)
    let onBone = bone.shifted(by: body.mirrored(place))
    return skin.carry(onBone, flexion: bones.flexion, time: time, impacts: ringing, mirror: body.mirror)
      .turned(by: turn)
  }
}

/// How the sensors are fixed to the leg.
public enum SensorMounting: Hashable, Sendable {
  /// Any way round, from the seed of the simulation.
  case arbitrary
  /// Any way round, from a seed of its own: the same motion under another mounting.
  case seed(UInt64)
  /// Sensor axes along the bone's: X forward, Y towards the hip, Z to the person's right.
  case aligned

  struct Turns: Sendable {
    var thigh, shank: Quaternion
  }

  func turns(seed: UInt64) -> Turns {
    let own: UInt64
    switch self {
    case .arbitrary: own = seed
    case .seed(let other): own = other
    case .aligned: return Turns(thigh: .identity, shank: .identity)
    }
    var random = SplitMix64(seed: own, for: .mounting)
    let thigh = random.rotation(), shank = random.rotation()
    return Turns(thigh: thigh, shank: shank)
  }
}
