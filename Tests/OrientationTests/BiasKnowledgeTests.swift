import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `What a filter knows of the bias` {
  private let bias = Vector3(0.3, -0.2, 0.25) * degree

  /// Turns to and fro about the vertical: level, and never at rest.
  private func turntable(seconds: Double) -> SyntheticMotion {
    SyntheticMotion.turning(from: .identity, about: .unitZ, seconds: seconds) { 1.5 * Double.sin(1.3 * $0) }
  }

  @Test(arguments: [FilterName.ekf, .online, .vqf])
  func `about the vertical nobody sees it without a field, and the deviation says so`(name: FilterName) throws
  {
    var filter = name.make(period: 0.01)
    _ = filter.run(turntable(seconds: 300).disturbed(bias: bias, seed: 1).withoutField())
    let deviation = try #require(filter.biasDeviation)
    #expect(abs(filter.bias.x - bias.x) < 0.05 * degree && abs(filter.bias.y - bias.y) < 0.05 * degree)
    #expect(abs(filter.bias.z) < 0.3 * degree)
    #expect(deviation.z > 3 * max(deviation.x, deviation.y))
    #expect(deviation.z > 0.2 * degree)
  }

  @Test(arguments: [FilterName.ekf, .online, .vqf])
  func `rest tells all of it, and the deviation falls`(name: FilterName) throws {
    var filter = name.make(period: 0.01)
    let before = try #require(filter.biasDeviation)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 20).disturbed(bias: bias, seed: 2))
    let after = try #require(filter.biasDeviation)
    #expect((filter.bias - bias).norm < 0.03 * degree)
    #expect(after.norm < 0.3 * before.norm)
  }

  @Test func `a filter without an idea of it says nothing`() {
    for name in [FilterName.gyro, .complementary, .mahony, .madgwick] {
      #expect(name.make(period: 0.01).biasDeviation == nil)
    }
  }

  @Test func `the error of the Kalman filter is within its deviation`() throws {
    var inside = 0.0, count = 0.0
    for seed in 1...20 {
      var generator = SplitMix64(seed: UInt64(seed))
      // Drawn as the filter believes: 0.5 deg/s an axis.
      let truth = generator.normalVector() * (0.5 * degree)
      var filter = ErrorStateFilter(period: 0.01)
      _ = filter.run(SyntheticMotion.gait(seconds: 30).disturbed(bias: truth, seed: UInt64(seed)))
      let deviation = try #require(filter.biasDeviation)
      let error = filter.bias - truth
      for (e, s) in [(error.x, deviation.x), (error.y, deviation.y), (error.z, deviation.z)] {
        count += 1
        if abs(e) < 3 * s { inside += 1 }
      }
    }
    #expect(inside / count > 0.9)
  }
}
