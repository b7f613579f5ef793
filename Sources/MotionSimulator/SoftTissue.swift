import Inertial

/// How a sensor moves on its bone: skin that follows flexion and the minute, straps that ring at about 8 Hz after
/// an impact. Angles in bone axes.
struct SoftTissue: Sendable {
  /// Turn that follows flexion, and turn that wanders with time [rad].
  private let followingFlexion: Vector3
  private let wandering: Vector3
  private let wanderPhase: Double
  private let wanderSpeed: Double
  /// Ringing after an impact of strength 1: turn [rad] and displacement [m].
  private let ringTurn: Vector3
  private let ringShift: Vector3
  /// Rise time of the ringing [s]: the soft thigh is slower than the shin.
  private let onset: Double

  private static let ringFrequency = 2 * .pi * 8.0
  private static let damping = 14.0
  /// After one second a ring has fallen to a millionth.
  private static let memory = 1.0

  /// - Parameter amount: 1 is usual, 0 ties the sensor to the bone.
  init(segment: BodySegment, amount: Double, random: inout SplitMix64) {
    let softness: Double = (segment == .thigh ? 1 : 0.4) * amount
    let turn = random.symmetricVector(1), wander = random.symmetricVector(1)
    let degree = softness.degreesToRadians
    // Least about the flexion axis: the strap holds there best, and the thigh's bulk slides round the bone.
    followingFlexion = Vector3(turn.x, 1.5 * turn.y, 0.3 * turn.z) * degree
    wandering = Vector3(wander.x, wander.y, 0.5 * wander.z) * (0.4 * degree)
    wanderPhase = random.uniform(in: 0...(2 * .pi))
    wanderSpeed = 2 * .pi / random.uniform(in: 40...90)
    ringTurn = random.unitVector() * degree
    let lean = random.symmetricVector(0.3)
    ringShift = Vector3(lean.x, 1, lean.z) * (segment == .thigh ? 0.003 : 0.0022) * amount
    onset = segment == .thigh ? 0.018 : 0.010
  }

  /// Carries a frame on the bone to the sensor that lies there.
  func carry(_ frame: MovingFrame, flexion: Jet, time: Double, impacts: Ringing, mirror: Double)
    -> MovingFrame
  {
    let ring = impacts.amount(at: time, memory: Self.memory) { self.ring($0) }
    let bend = (flexion * 0.8).sine
    let wander = (Jet.time(time) * wanderSpeed + wanderPhase).sine
    let turn = JetVector.along(followingFlexion, bend) + .along(wandering, wander) + .along(ringTurn, ring)
    let shift = JetVector(ring * ringShift.x, ring * ringShift.y, ring * (ringShift.z * mirror))
    return frame.shifted(by: shift)
      .turned(about: .unitZ, by: turn.z)
      .turned(about: .unitX, by: turn.x * mirror)
      .turned(about: .unitY, by: turn.y * mirror)
  }

  /// A damped oscillation that starts without a jerk: its value, speed and acceleration are 0 at the impact.
  private func ring(_ since: Jet) -> Jet {
    let rise = -(since * (-1 / onset)).exponential + 1
    let swing = (since * Self.ringFrequency).sine * (since * -Self.damping).exponential
    return rise * rise * swing
  }
}

/// The impacts of a motion, found by time.
struct Ringing: Sendable {
  private let times: [Double]
  private let strengths: [Double]

  init(_ impacts: [Impact]) {
    let sorted = impacts.sorted { $0.time < $1.time }
    times = sorted.map(\.time)
    strengths = sorted.map(\.strength)
  }

  func amount(at time: Double, memory: Double, ring: (Jet) -> Jet) -> Jet {
    guard var index = times.lastIndex(startedBy: time) else { return .zero }
    var sum = Jet.zero
    while index >= 0, time - times[index] < memory {
      sum = sum + ring(.time(time - times[index])) * strengths[index]
      index -= 1
    }
    return sum
  }
}
