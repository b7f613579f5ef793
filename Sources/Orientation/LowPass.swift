import Inertial

// Second-order Butterworth low-pass by the bilinear transform, cut-off sqrt(2) / (2 pi T), that starts as a
// running mean. Laidig and Seel, doi 10.1016/j.inffus.2022.10.014, section 3.2 and appendix.

/// What a low-pass can smooth: anything made of scalars.
protocol LinearSignal: Equatable, Sendable, Codable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, s: Double) -> Self
}

extension Vector3: LinearSignal {}
extension SIMD2: LinearSignal where Scalar == Double {}
extension SIMD4: LinearSignal where Scalar == Double {}

/// Coefficients of one time constant at one period; the numerator is b (1, 2, 1), the denominator (1, a1, a2).
struct LowPassCoefficients: Equatable, Sendable, Codable {
  let b: Double
  let a1: Double
  let a2: Double
  /// Samples of running mean before the recursion takes over.
  let warmUp: Double

  /// Passes the input through when `timeConstant` is below half a period, where tan would run away.
  init(timeConstant: Double, period: Double) {
    guard timeConstant >= period / 2 else {
      // Numerator and denominator equal: the output is the input, exactly.
      (b, a1, a2, warmUp) = (1, 2, 1, 1)
      return
    }
    let k = Double.tan(Double.sqrt(2) / 2 * period / timeConstant)
    let d: Double = 1 + Double.sqrt(2) * k + k * k
    b = k * k / d
    a1 = 2 * (k * k - 1) / d
    a2 = (1 - Double.sqrt(2) * k + k * k) / d
    warmUp = Swift.max(1, (timeConstant / period * (1 - 1e-12)).rounded(.up))
  }
}

/// State of one low-pass.
struct LowPass<Signal: LinearSignal>: Equatable, Sendable, Codable {
  /// Last output.
  private(set) var value = Signal.zero
  /// The two delays of the transposed direct form; while warming up the first holds the sum.
  private var first = Signal.zero
  private var second = Signal.zero
  /// Samples so far; stops counting after the warm-up.
  private var count = 0.0
  private var isWarm = false

  init() {}

  /// In the steady state of a constant input.
  init(settledAt value: Signal, _ c: LowPassCoefficients) {
    isWarm = true
    settle(at: value, c)
  }

  @inline(__always)
  @discardableResult
  mutating func push(_ x: Signal, _ c: LowPassCoefficients) -> Signal {
    if !isWarm { return pushCold(x, c) }
    let v = x * c.b
    let y = v + first
    first = v + v - y * c.a1 + second
    second = v - y * c.a2
    value = y
    return y
  }

  @inline(never)
  private mutating func pushCold(_ x: Signal, _ c: LowPassCoefficients) -> Signal {
    count += 1
    first = first + x
    value = first * (1 / count)
    if count >= c.warmUp {
      isWarm = true
      settle(at: value, c)
    }
    return value
  }

  /// Goes on as the mean of `samples` earlier ones that the values to come are added to; no effect when it has seen fewer.
  mutating func forget(to samples: Double, _ c: LowPassCoefficients) {
    let known = Swift.min(samples, isWarm ? c.warmUp : count)
    first = value * known
    second = .zero
    count = known
    isWarm = false
  }

  /// Goes on with other coefficients without a jump of the output.
  mutating func adapt(to c: LowPassCoefficients) {
    if isWarm { settle(at: value, c) }
  }

  private mutating func settle(at y: Signal, _ c: LowPassCoefficients) {
    value = y
    first = y * (1 - c.b)
    second = y * (c.b - c.a2)
  }
}
