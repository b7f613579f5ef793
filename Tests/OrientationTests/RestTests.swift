import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `Rest and bias` {
  @Test func `rest is seen after its time and left at the first motion`() {
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    _ = filter.run(.rest(.identity, seconds: 1.4))
    #expect(!filter.isResting)
    _ = filter.run(.rest(.identity, seconds: 0.2))
    #expect(filter.isResting)
    filter.update(
      InertialSample(gyroscope: Vector3(0.1, 0, 0), accelerometer: SyntheticMotion.gravity), period: 0.01)
    #expect(!filter.isResting)
  }

  @Test(arguments: [0.3, 2, 5, 9]) func `the first rest tells even a large bias`(size: Double) {
    let bias = Vector3(size, -size, size / 2) * degree
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 5).disturbed(bias: bias, seed: 1))
    #expect((filter.bias - bias).norm < 0.05 * degree)
  }

  @Test func `the bias never leaves its limit`() {
    for p in [OnlineFilter.Parameters.published, .online] {
      var filter = OnlineFilter(parameters: p, period: 0.01)
      let motion = SyntheticMotion.gait(seconds: 20)
        .disturbed(bias: Vector3(30, -30, 30) * degree, seed: 2)
      let largest = motion.samples.worst { sample in
        filter.update(sample, period: 0.01)
        return max(abs(filter.bias.x), abs(filter.bias.y), abs(filter.bias.z))
      }
      #expect(largest <= p.largestBias)
    }
  }

  /// A passive or careful movement is even enough to pass for rest; gravity gives it away.
  @Test(arguments: [1.0, 2, 3, 5, 8]) func `a slow even movement is not rest`(speed: Double) {
    let still = SyntheticMotion.rest(.identity, seconds: 5)
    let move = SyntheticMotion.turning(from: .identity, about: .unitY, seconds: 90) { t in
      (Int(t * speed / 40) % 2 == 0 ? speed : -speed) * degree
    }
    let motion = still.followed(by: move)
    let bias = Vector3(0.3, -0.2, 0.25) * degree
    var filter = OnlineFilter(period: 0.01)
    let result = filter.run(motion.disturbed(bias: bias, seed: 3).withoutField())
    #expect(zip(result, motion.truth).worst { $0.tiltDegrees(to: $1) } < 0.5)
  }

  @Test func `a steady turn about the vertical does not become the bias after a rest`() {
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 5).disturbed(seed: 4).withoutField())
    let turn = SyntheticMotion.turning(from: .identity, about: .unitZ, seconds: 15) { _ in 5 * degree }
    _ = filter.run(turn.disturbed(seed: 5).withoutField())
    #expect(filter.bias.norm < 0.1 * degree)
    #expect(!filter.isResting)
  }

  @Test func `a mean rate that insists becomes the bias in the end`() {
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 5))
    let bias = Vector3(0, 0, 3) * degree
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 40).disturbed(bias: bias, noise: 0, seed: 6))
    #expect((filter.bias - bias).norm < 0.05 * degree)
  }

  @Test func `a start in motion does not spoil the bias`() {
    let motion = SyntheticMotion.gait(seconds: 20, start: Quaternion(rotationVector: Vector3(1.3, 0.2, 0)))
    var filter = OnlineFilter(period: 0.01)
    let result = filter.run(motion.disturbed(seed: 7))
    #expect(filter.bias.norm < 0.2 * degree)
    #expect(zip(result, motion.truth).dropFirst(500).worst { $0.tiltDegrees(to: $1) } < 1.5)
  }

  @Test func `motion alone teaches the bias`() {
    let bias = Vector3(1, -1, 1) * degree
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(SyntheticMotion.gait(seconds: 60).disturbed(bias: bias, seed: 8))
    #expect((filter.bias - bias).norm < 0.1 * degree)
  }

  /// Same update as with the matrix inverse, in the form of the textbook.
  @Test func `rows one after another equal the joint update`() {
    var generator = SplitMix64(seed: 9)
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    for _ in 0..<20 {
      let p0 = filter.state.covariance.matrix
      let b0 = filter.bias
      let rows = generator.rotation().matrix
      let residual = generator.normalVector() * 0.01
      let variance = Vector3(1e-4, 2e-4, 3e-3)
      filter.correctBias(residual, rows, variance)
      let s = rows * p0 * rows.transposed + .diagonal(variance)
      let k = p0 * rows.transposed * s.inverse
      let p = p0 - k * rows * p0
      #expect((filter.bias - (b0 + k * residual)).norm < 1e-12)
      #expect(filter.state.covariance.matrix.distance(to: p) < 1e-15)
      filter.state.covariance.xx += 1e-4
    }
  }
}

extension Matrix3 {
  func distance(to other: Matrix3) -> Double {
    let d = self - other
    return (d.row0.squaredNorm + d.row1.squaredNorm + d.row2.squaredNorm).squareRoot()
  }
}
