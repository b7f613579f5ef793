import Inertial

/// A number that moves: its value and its first two derivatives against time.
///
/// Curves are written once as plain formulas over jets; velocity and acceleration follow exactly.
struct Jet: Hashable, Sendable {
  var value: Double
  var rate: Double
  var acceleration: Double

  init(_ value: Double, _ rate: Double = 0, _ acceleration: Double = 0) {
    self.value = value
    self.rate = rate
    self.acceleration = acceleration
  }

  static let zero = Jet(0)

  /// The time itself [s].
  static func time(_ t: Double) -> Jet { Jet(t, 1, 0) }

  static prefix func - (a: Jet) -> Jet { Jet(-a.value, -a.rate, -a.acceleration) }
  static func + (a: Jet, b: Jet) -> Jet {
    Jet(a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration)
  }
  static func - (a: Jet, b: Jet) -> Jet {
    Jet(a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration)
  }
  static func * (a: Jet, b: Jet) -> Jet {
    let rate: Double = a.rate * b.value + a.value * b.rate
    let cross: Double = 2 * a.rate * b.rate
    let acceleration: Double = a.acceleration * b.value + cross + a.value * b.acceleration
    return Jet(a.value * b.value, rate, acceleration)
  }
  static func + (a: Jet, s: Double) -> Jet { Jet(a.value + s, a.rate, a.acceleration) }
  static func - (a: Jet, s: Double) -> Jet { Jet(a.value - s, a.rate, a.acceleration) }
  static func * (a: Jet, s: Double) -> Jet { Jet(a.value * s, a.rate * s, a.acceleration * s) }
  static func / (a: Jet, s: Double) -> Jet { a * (1 / s) }

  /// The chain rule for a function with value, slope and curvature known at `self.value`.
  func chain(_ value: Double, slope: Double, curvature: Double) -> Jet {
    let bend: Double = curvature * rate * rate
    return Jet(value, slope * rate, bend + slope * acceleration)
  }
}

extension Jet {
  var sine: Jet {
    let s = Double.sin(value), c = Double.cos(value)
    return chain(s, slope: c, curvature: -s)
  }

  var cosine: Jet {
    let s = Double.sin(value), c = Double.cos(value)
    return chain(c, slope: -s, curvature: -c)
  }

  var exponential: Jet {
    let e = Double.exp(value)
    return chain(e, slope: e, curvature: e)
  }

  var arcTangent: Jet {
    let slope = 1 / (1 + value * value)
    return chain(Double.atan(value), slope: slope, curvature: -2 * value * slope * slope)
  }

  var reciprocal: Jet {
    let r = 1 / value
    return chain(r, slope: -r * r, curvature: 2 * r * r * r)
  }

  /// 0 below 0, 1 above 1, between them the smoothest rise: velocity and acceleration vanish at both ends.
  ///
  /// Minimum jerk: Flash, Hogan, J Neurosci 5:1688 (1985).
  var smoothStep: Jet {
    let u = value
    if u <= 0 { return .zero }
    if u >= 1 { return Jet(1) }
    let rise: Double = u * u * u * (10 + u * (6 * u - 15))
    let slope: Double = 30 * u * u * (1 - u) * (1 - u)
    let curvature: Double = 60 * u * (1 - u) * (1 - 2 * u)
    return chain(rise, slope: slope, curvature: curvature)
  }

  /// A bump of height 1 once in every unit of this phase, `width` being its standard deviation in the same unit.
  func periodicBump(at centre: Double, width: Double) -> Jet {
    let sharpness: Double = 1 / ((2 * .pi * width) * (2 * .pi * width))
    return (((self - centre) * (2 * .pi)).cosine * sharpness - sharpness).exponential
  }
}
