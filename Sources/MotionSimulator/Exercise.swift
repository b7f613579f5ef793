import Inertial

/// An exercise as one number from 0 (rest pose) to 1 (end pose), and the joint coordinates that belong to it.
struct Exercise: Sendable {
  enum Kind: Sendable { case seatedExtension, squats, sitToStand, heelSlides }

  let kind: Kind
  /// Flexion in the rest pose and at progress 1 [rad].
  let restFlexion: Double
  let endFlexion: Double
  /// Elevation of the thigh in the rest pose [rad]; used where the person sits.
  let restElevation: Double
  /// Shank length over thigh length: where the heel slides on the couch it ties the two segments.
  let shankPerThigh: Double
  /// Movement times [s], and the share of the full excursion that a repetition reaches.
  let outTime: Double
  let backTime: Double
  let shares: ClosedRange<Double>
  private let sway: PosturalSway

  init(kind: Kind, body: LegBody, bent: Double = 0, random: inout SplitMix64) {
    self.kind = kind
    shankPerThigh = body.shankLength / body.thighLength
    let rest = random.uniform(), end = random.uniform(), elevation = random.uniform()
    func between(_ low: Double, _ high: Double, _ u: Double) -> Double {
      (low + (high - low) * u).degreesToRadians
    }
    switch kind {
    case .seatedExtension:
      restFlexion = between(86, 94, rest)
      endFlexion = between(0, 3, end)
      (outTime, backTime, shares) = (1.3, 1.3, 0.9...1.0)
    case .squats:
      restFlexion = between(0, 1, rest) + bent
      endFlexion = between(85, 105, end)
      (outTime, backTime, shares) = (1.4, 1.2, 0.8...1.0)
    case .sitToStand:
      restFlexion = between(86, 95, rest)
      endFlexion = between(0, 2, end)
      (outTime, backTime, shares) = (1.4, 1.6, 0.98...1.0)
    case .heelSlides:
      restFlexion = between(0, 2, rest) + bent
      endFlexion = between(100, 120, end)
      (outTime, backTime, shares) = (2.0, 2.0, 0.85...1.0)
    }
    restElevation = between(88, 91, elevation)
    sway = PosturalSway(isSupported: kind == .seatedExtension || kind == .heelSlides, random: &random)
  }

  /// - Parameter style: -1...1, how this repetition differs from the others; it acts with the progress.
  func coordinates(_ progress: Jet, style: Double, at time: Jet) -> LegCoordinates {
    var c = LegCoordinates()
    c.flexion = progress * (endFlexion - restFlexion) + restFlexion
    switch kind {
    case .seatedExtension: sit(&c)
    case .squats: squat(&c, progress, style)
    case .sitToStand: rise(&c, progress, style)
    case .heelSlides: slide(&c)
    }
    sway.add(to: &c, at: time)
    return c
  }

  /// The thigh stops against the joint's end, or nothing happens.
  func impactOut(_ time: Double) -> Impact? {
    kind == .seatedExtension ? Impact(time: time, strength: 0.1) : nil
  }

  /// The foot meets its support, the thigh the chair.
  func impactBack(_ time: Double) -> Impact? {
    switch kind {
    case .seatedExtension: Impact(time: time, strength: 0.1)
    case .sitToStand: Impact(time: time, strength: 0.6)
    case .squats, .heelSlides: nil
    }
  }

  /// The thigh rests on the seat.
  private func sit(_ c: inout LegCoordinates) { c.thighElevation = Jet(restElevation) }

  /// Feet on the floor. The shin leans forward first, then the thigh alone goes down; the knees go apart.
  private func squat(_ c: inout LegCoordinates, _ progress: Jet, _ style: Double) {
    c.anchor = .ankle
    let lean = (c.flexion * 0.9).sine * (progress * (0.2 * style) + 1) * 26.0.degreesToRadians
    c.thighElevation = c.flexion - lean
    c.thighAbduction = progress * (7 + 2 * style).degreesToRadians
    c.thighTurn = progress * progress * (-4 + 2 * style).degreesToRadians
    c.kneePlay = (progress * (2 * .pi)).sine * 1.0.degreesToRadians
  }

  /// The shin leans forward while the weight goes over the feet.
  private func rise(_ c: inout LegCoordinates, _ progress: Jet, _ style: Double) {
    c.anchor = .ankle
    let lean = progress * (-progress + 1) * (4 * (15 + 4 * style).degreesToRadians)
    let tucked = (-progress + 1) * (restFlexion - restElevation)
    c.thighElevation = c.flexion - lean - tucked
    c.thighAbduction = progress * (-progress + 1) * (4 * (4 + style).degreesToRadians)
    c.thighTurn = progress * (2.0 + style).degreesToRadians
  }

  /// Lying, hip and heel on one level: tan(rise of the thigh) = Ls sin f / (Lt + Ls cos f).
  private func slide(_ c: inout LegCoordinates) {
    let across = c.flexion.sine * shankPerThigh
    let along = c.flexion.cosine * shankPerThigh + 1
    c.thighElevation = (across * along.reciprocal).arcTangent + .pi / 2
  }
}

/// Nobody is quite still: a tenth of a degree, slowly, and less where a seat or a couch carries the leg.
struct PosturalSway: Sendable {
  private let phases: [Double]
  private let pace: Double
  private let size: Double

  init(isSupported: Bool = false, random: inout SplitMix64) {
    size = (isSupported ? 0.02 : 0.1).degreesToRadians
    phases = (0..<3).map { _ in random.uniform(in: 0...(2 * .pi)) }
    pace = random.uniform(in: 0.8...1.2)
  }

  func add(to c: inout LegCoordinates, at time: Jet) {
    func wave(_ hertz: Double, _ phase: Double) -> Jet {
      (time * (2 * .pi * hertz * pace) + phase).sine * size
    }
    c.heading = c.heading + wave(0.21, phases[0])
    c.thighAbduction = c.thighAbduction + wave(0.31, phases[1])
    c.thighElevation = c.thighElevation + wave(0.17, phases[2])
  }
}
