import Inertial

/// Walking and stairs: bouts of strides between standing still, with turns about the vertical.
struct GaitScript: MotionScript {
  let impacts: [Impact]
  private let bouts: [GaitBout]
  private let boutStarts: [Double]
  private let turns: [Turn]
  private let turnStarts: [Double]
  private let standing: Double
  private let sway: PosturalSway

  struct Turn: Sendable {
    var start, duration, angle: Double
    /// Heading when the turn begins [rad].
    var before: Double
  }

  init(
    bouts: [GaitBout], turns: [(start: Double, duration: Double, angle: Double)], bent: Double = 0,
    random: inout SplitMix64
  ) {
    self.bouts = bouts
    boutStarts = bouts.map(\.start)
    var heading = 0.0
    self.turns = turns.map { turn in
      defer { heading += turn.angle }
      return Turn(start: turn.start, duration: turn.duration, angle: turn.angle, before: heading)
    }
    turnStarts = turns.map(\.start)
    standing = random.uniform(in: 0...1).degreesToRadians + bent
    sway = PosturalSway(random: &random)
    impacts = bouts.flatMap { $0.contacts() }
  }

  func coordinates(at time: Double) -> LegCoordinates {
    var c = LegCoordinates()
    c.flexion = Jet(standing)
    c.thighElevation = Jet(standing * 0.5)
    let (heading, turning) = heading(at: time)
    c.heading = heading
    if let index = boutStarts.lastIndex(startedBy: time) {
      bouts[index].add(to: &c, at: time, turning: turning)
    }
    sway.add(to: &c, at: .time(time))
    return c
  }

  /// The heading, and a bump from 0 to 1 and back that says how far the person is in a turn.
  private func heading(at time: Double) -> (Jet, turning: Jet) {
    guard let index = turnStarts.lastIndex(startedBy: time) else { return (.zero, .zero) }
    let turn = turns[index]
    let progress = (Jet.time(time - turn.start) / turn.duration).smoothStep
    return (progress * turn.angle + turn.before, progress * (-progress + 1) * 4)
  }
}

/// Strides from standing to standing.
struct GaitBout: Sendable {
  let pattern: GaitPattern
  let start: Double
  let end: Double
  private let cadence: Double
  private let size: Double
  private let firstPhase: Double
  /// Slow changes of pace and size from stride to stride: frequency [rad/s] and phase each.
  private let pace: [(Double, Double)]
  private let reach: [(Double, Double)]

  /// Time to get under way and to stop [s].
  static let ramp = 1.3

  init(_ pattern: GaitPattern, start: Double, end: Double, random: inout SplitMix64) {
    self.pattern = pattern
    self.start = start
    self.end = end
    cadence = pattern.cadence * random.uniform(in: 0.92...1.08)
    size = random.uniform(in: 0.94...1.04)
    firstPhase = random.uniform(in: 0.45...0.6)
    pace = [0.7, 1.7].map { ($0 * random.uniform(in: 0.8...1.2), random.uniform(in: 0...(2 * .pi))) }
    reach = [0.9, 2.3].map { ($0 * random.uniform(in: 0.8...1.2), random.uniform(in: 0...(2 * .pi))) }
  }

  /// 0 standing, 1 under way.
  private func drive(_ time: Jet) -> Jet {
    let under = ((time - start) / Self.ramp).smoothStep
    let stopping = ((time - (end - Self.ramp)) / Self.ramp).smoothStep
    return under - stopping
  }

  /// Strides since the start: the pace swings by 4 % twice.
  private func phase(_ time: Jet) -> Jet {
    let local = time - start
    var phase = local * cadence + firstPhase
    for (frequency, shift) in pace {
      let swing = 0.04 * cadence / frequency
      phase = phase + (local * frequency + shift).sine * swing - swing * Double.sin(shift)
    }
    return phase
  }

  private func stride(_ time: Jet) -> Jet {
    reach.reduce(Jet(size)) { $0 + ((time - start) * $1.0 + $1.1).sine * 0.03 }
  }

  func add(to c: inout LegCoordinates, at time: Double, turning: Jet) {
    let time = Jet.time(time)
    let drive = drive(time), phase = phase(time)
    // Short steps while turning.
    let steps = drive * stride(time) * (-(turning * 0.35) + 1)
    c.flexion = c.flexion + steps * (pattern.flexion(phase) - c.flexion)
    c.thighElevation = c.thighElevation + steps * (pattern.elevation(phase) - c.thighElevation)
    let turn = phase * (2 * .pi)
    c.thighAbduction = (turn + 0.6).cosine * steps * 3.5.degreesToRadians
    c.thighTurn = (turn + 2.0).cosine * steps * 4.0.degreesToRadians
    c.kneePlay = (turn + 0.9).sine * steps * 1.5.degreesToRadians
    let lift = (turn * 2 + 2.4).cosine * 0.02, surge = (turn * 2 + 0.8).sine * 0.012
    c.sway = JetVector(surge * drive, lift * drive, (turn + 1.1).sine * drive * 0.02)
    c.forwardSpeed = drive * (-(turning * 0.6) + 1) * pattern.forwardSpeed
    c.climbSpeed = drive * pattern.climbSpeed
  }

  /// Own heel contacts at whole phases; those of the other foot, half a stride later, arrive weaker.
  func contacts() -> [Impact] {
    let last = phase(.time(end)).value
    var halves = (2 * firstPhase).rounded(.up), list: [Impact] = []
    while halves / 2 < last {
      let time = timeOf(phase: halves / 2)
      let own = halves.truncatingRemainder(dividingBy: 2) == 0
      let strength = pattern.contact * drive(.time(time)).value * (own ? 1 : 0.2)
      if strength > 0.01 { list.append(Impact(time: time, strength: strength)) }
      halves += 1
    }
    return list
  }

  /// The pace never falls below nine tenths, so the phase rises and Newton converges.
  private func timeOf(phase wanted: Double) -> Double {
    var time = start + (wanted - firstPhase) / cadence
    for _ in 0..<12 {
      let now = phase(.time(time))
      time += (wanted - now.value) / now.rate
    }
    return time
  }
}
