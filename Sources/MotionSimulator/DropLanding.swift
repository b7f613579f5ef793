import Inertial

/// Stepping off a box of 25 to 35 cm, landing on both feet and going down with the blow, standing up, and back onto the box.
///
/// The ankle falls freely and stops within a few hundredths of a second: forces of many g, straps that ring, and a knee
/// that bends fastest just then.
struct DropLanding: MotionScript {
  private struct Landing {
    var start, height, peakFlexion, bendTime, stopTime, style: Double
    var fallTime: Double { Double.sqrt(2 * height / .standardGravity) }
    var off: Double { start + 0.5 }
    var contact: Double { off + fallTime }
    var down: Double { contact + bendTime }
    var rise: Double { down + 0.25 }
    var back: Double { rise + 1.6 }
    var end: Double { back + 1.9 }
  }

  static let stillStart = 3.0, stillEnd = 2.0

  let impacts: [Impact]
  private let landings: [Landing]
  private let starts: [Double]
  private let standing: Double
  private let sway: PosturalSway

  /// - Parameter bent: added flexion where the person would stand straight [rad].
  init(duration: Double, bent: Double, random: inout SplitMix64) {
    var list: [Landing] = []
    var time = Self.stillStart
    while true {
      let next = Landing(
        start: time, height: random.uniform(in: 0.25...0.35),
        peakFlexion: random.uniform(in: 62...98).degreesToRadians, bendTime: random.uniform(in: 0.19...0.28),
        stopTime: random.uniform(in: 0.03...0.05), style: random.symmetric(1))
      if next.end > duration - Self.stillEnd { break }
      list.append(next)
      time = next.end + random.uniform(in: 0.3...0.9)
    }
    landings = list
    starts = list.map(\.start)
    standing = random.uniform(in: 0...1).degreesToRadians + bent
    sway = PosturalSway(random: &random)
    impacts = list.flatMap {
      [Impact(time: $0.contact, strength: 2 + 0.5 * $0.style), Impact(time: $0.back + 0.8, strength: 0.4)]
    }
  }

  func coordinates(at time: Double) -> LegCoordinates {
    var c = LegCoordinates()
    c.anchor = .ankle
    c.flexion = Jet(standing)
    c.thighElevation = Jet(standing * 0.5)
    if let index = starts.lastIndex(startedBy: time) { land(landings[index], &c, at: .time(time)) }
    sway.add(to: &c, at: .time(time))
    return c
  }

  private func land(_ l: Landing, _ c: inout LegCoordinates, at t: Jet) {
    let degree = Double.pi / 180
    func step(_ from: Double, _ length: Double) -> Jet { ((t - from) / length).smoothStep }
    let off = step(l.start, 0.45) - step(l.off + 0.02, l.fallTime * 0.9)
    let bend = step(l.contact - 0.03, l.bendTime) - step(l.rise, 1.1)
    let climb = step(l.back, 0.7) - step(l.back + 0.75, 0.8)
    c.flexion = c.flexion + off * (24 * degree) + bend * l.peakFlexion + climb * (72 * degree)
    // The shin leans forward in the landing; the thigh is lifted for the step.
    let lean = bend * ((14 + 4 * l.style) * degree)
    c.thighElevation =
      c.thighElevation + off * (16 * degree) + bend * l.peakFlexion - lean + climb * (66 * degree)
    c.thighAbduction = bend * ((5 + 3 * l.style) * degree) + climb * (3 * degree)
    c.thighTurn = bend * ((-4 + 2 * l.style) * degree) + off * (2 * degree)
    // The knee gives inwards under the blow.
    c.kneePlay = bend * (-bend + 1) * (10 * degree)
    c.sway = JetVector(step(l.start + 0.1, 0.6) * 0.35 - step(l.back, 1.4) * 0.35, height(l, t), .zero)
  }

  /// Of the ankle above the ground [m]: on the box, falling, stopped, and back up.
  private func height(_ l: Landing, _ t: Jet) -> Jet {
    let up = ((t - l.back) / 1.2).smoothStep * l.height
    let since = t.value - l.off
    if since <= 0 { return Jet(l.height) }
    let g = Double.standardGravity
    if since <= l.fallTime { return Jet(l.height - 0.5 * g * since * since, -g * since, -g) + up }
    // The speed dies away as 1 - smooth step; its integral is known, and what it sinks is taken from the box.
    let u = Swift.min((t.value - l.contact) / l.stopTime, 1)
    let speed: Double = g * l.fallTime
    let left: Double = 1 - u * u * u * (10 + u * (6 * u - 15))
    let sunk: Double = u - u * u * u * u * (2.5 + u * (u - 3))
    let braking: Double = u < 1 ? 30 * u * u * (1 - u) * (1 - u) / l.stopTime : 0
    return Jet(-speed * l.stopTime * sunk, -speed * left, speed * braking) + up
  }
}
