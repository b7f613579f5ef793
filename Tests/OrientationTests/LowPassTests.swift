import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `The low-pass` {
  @Test func `it begins as a running mean`() {
    let c = LowPassCoefficients(timeConstant: 0.1, period: 0.01)
    var filter = LowPass<Vector3>()
    var sum = 0.0
    for k in 1...10 {
      sum += Double(k)
      #expect(abs(filter.push(Vector3(Double(k), 0, 0), c).x - sum / Double(k)) < 1e-12)
    }
  }

  @Test func `a constant passes unchanged`() {
    let c = LowPassCoefficients(timeConstant: 3, period: 0.01)
    var filter = LowPass<Vector3>()
    let outputs = (0..<2000).map { _ in filter.push(Vector3(7, 0, 0), c).x }
    #expect(outputs.worst { abs($0 - 7) } < 1e-9)
  }

  /// The magnitude of a second-order Butterworth at its cut-off, warped by the bilinear transform to stay there.
  @Test func `at the cut-off three decibels are lost`() {
    let period = 0.01, time = 0.2
    let cutOff = Double.sqrt(2) / (2 * Double.pi * time)
    let c = LowPassCoefficients(timeConstant: time, period: period)
    var filter = LowPass<Vector3>(settledAt: .zero, c)
    var peak = 0.0
    for k in 0..<4000 {
      let x = Double.sin(2 * Double.pi * cutOff * Double(k) * period)
      let y = filter.push(Vector3(x, 0, 0), c).x
      if k > 2000 { peak = max(peak, abs(y)) }
    }
    #expect(abs(peak - Double.sqrt(0.5)) < 1e-3)
  }

  @Test(arguments: [0.0049, 0.001, 0, -1, Double.nan]) func `below half a period the input passes`(
    time: Double
  ) {
    let c = LowPassCoefficients(timeConstant: time, period: 0.01)
    var generator = SplitMix64(seed: 1)
    var filter = LowPass<Vector3>()
    for _ in 0..<100 {
      let x = generator.normalVector()
      #expect(filter.push(x, c) == x)
    }
  }

  @Test func `other coefficients do not make the output jump`() {
    let before = LowPassCoefficients(timeConstant: 0.5, period: 0.01)
    let after = LowPassCoefficients(timeConstant: 0.5, period: 0.03)
    var filter = LowPass<Vector3>()
    for k in 0..<500 { filter.push(Vector3(Double.sin(Double(k) * 0.02), 0, 0), before) }
    let last = filter.value
    filter.adapt(to: after)
    // One step of the new filter moves by less than its gain times the distance.
    #expect((filter.push(last, after) - last).norm < 1e-12)
  }
}
