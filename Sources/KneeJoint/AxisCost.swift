import Inertial

/// One moving sample as the axis search sees it.
struct AxisSample {
  var thighRate: Vector3
  var shankRate: Vector3
  /// Filtered up direction in each sensor.
  var thighUp: Vector3
  var shankUp: Vector3
  /// 1 / (g0 + gk m), see `AxisCost`.
  var rateWeight: Double
}

/// A unit vector reached from a base by a turn: two free numbers, regular up to half a turn away.
struct SpherePoint {
  let base, first, second: Vector3

  init(base: Vector3) {
    self.base = base
    let helper = abs(base.x) < 0.9 ? Vector3.unitX : Vector3.unitY
    first = base.cross(helper).normalized
    second = base.cross(first)
  }

  /// The point and its derivatives by both numbers.
  func at(_ p: Double, _ q: Double) -> (point: Vector3, byP: Vector3, byQ: Vector3) {
    let r = Double.hypot(p, q)
    if r < 1e-12 { return (base, first, second) }
    let c = p / r
    let s = q / r
    let cosR = Double.cos(r)
    let sinR = Double.sin(r)
    let along = first * c + second * s
    let across = second * c - first * s
    let point = base * cosR + along * sinR
    let radial = along * cosR - base * sinR
    let tangential = across * (sinR / r)
    return (point, radial * c - tangential * s, radial * s + tangential * c)
  }
}

/// The two equations of a hinge and their robust loss.
///
/// Seel, Schauer, Raisch 2012 (doi 10.1109/CCA.2012.6402423); Olsson, Kok, Seel, Halvorsen 2020
/// (doi 10.3390/s20123534): after both rates are turned into one frame they differ along the axis only, so
/// e_g = |w1 x j1| - |w2 x j2| = 0. The pairing of the signs comes from the filtered up direction instead of the raw
/// force, which impacts spoil: e_s = j1.s1 - j2.s2 = 0 for a hinge in any motion.
///
/// In planar motion (squats, heel slides) both stay small on a whole family of axes: this search only starts
/// `HeadingSearch`, which looks at the forces too.
struct AxisCost {
  /// e_g is divided by g0 + gk m, m = RMS of both rate norms [rad/s]: fast samples carry more wobble.
  static let rateFloor = 0.2
  static let rateShare = 0.1
  /// e_s is divided by this (about 10 degrees).
  static let upScale = 0.17

  static func rateWeight(_ thigh: Vector3, _ shank: Vector3) -> Double {
    let m = Double.sqrt((thigh.squaredNorm + shank.squaredNorm) / 2)
    return 1 / (rateFloor + rateShare * m)
  }

  let samples: [AxisSample]

  /// e_g and e_s of one sample, scaled, before the loss.
  static func errors(_ s: AxisSample, _ j1: Vector3, _ j2: Vector3) -> (rate: Double, up: Double) {
    let rate: Double = s.thighRate.cross(j1).norm - s.shankRate.cross(j2).norm
    let up: Double = j1.dot(s.thighUp) - j2.dot(s.shankUp)
    return (rate * s.rateWeight, up / upScale)
  }

  /// d|w x j|/dj = ((w x j) x w) / |w x j|; zero where the norm has no derivative.
  static func slope(_ w: Vector3, _ j: Vector3) -> Vector3 {
    let c = w.cross(j)
    let n = c.norm
    return n > 1e-9 ? c.cross(w) / n : .zero
  }

  /// Signed square root of the soft-L1 loss 2 (sqrt(1 + e²) - 1): its square is the loss, it is smooth at 0.
  static func soften(_ e: Double) -> (value: Double, slope: Double) {
    let s = Double.sqrt(1 + e * e)
    let h = Double.sqrt((s + 1) / 2)
    return (e / h, h / s)
  }

  func total(_ j1: Vector3, _ j2: Vector3) -> Double {
    var sum = 0.0
    for s in samples {
      let e = AxisCost.errors(s, j1, j2)
      let g = AxisCost.soften(e.rate).value
      let u = AxisCost.soften(e.up).value
      sum += g * g + u * u
    }
    return sum
  }
}
