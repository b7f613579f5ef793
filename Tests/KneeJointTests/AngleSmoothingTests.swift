import Inertial
import Testing

@testable import KneeJoint

@Suite struct `The smoothed angle` {
  private let axes = HingeAxes(thigh: .unitZ, shank: .unitZ)

  private func rest(_ rows: Int, rate: Double = 0) -> SegmentMotion {
    SegmentMotion(
      earthFromSensor: Array(repeating: .identity, count: rows),
      rate: Array(repeating: Vector3(0, 0, rate), count: rows), force: Array(repeating: .zero, count: rows))
  }

  private func smoothed(_ twist: [Double], rate: Double = 0, restarts: [Int] = []) -> [Double] {
    AngleSmoothing.smoothed(
      twist: twist, axes: axes, thigh: rest(twist.count), shank: rest(twist.count, rate: rate),
      time: twist.indices.map { Double($0) * 0.02 }, restarts: restarts)
  }

  @Test func `keeps a constant and a slope up to both ends`() {
    let flat = smoothed(Array(repeating: 0.4, count: 50))
    #expect(flat.allSatisfy { abs($0 - 0.4) < 1e-12 })
    let slope = (0..<200).map { Double($0) * 0.02 * 1.5 }
    #expect(zip(smoothed(slope, rate: 1.5), slope).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `takes out what the rates do not know`() {
    let noisy = (0..<400).map { 0.1 * ($0.isMultiple(of: 2) ? 1.0 : -1) }
    #expect(smoothed(noisy)[100..<300].allSatisfy { abs($0) < 0.01 })
  }

  @Test func `does not reach across a hole or a restart`() {
    var step = (0..<100).map { $0 < 50 ? 0.0 : 1 }
    #expect(zip(smoothed(step, restarts: [50]), step).allSatisfy { abs($0 - $1) < 1e-9 })
    step[50] = .nan
    let found = smoothed(step)
    #expect(found[50].isNaN)
    #expect(abs(found[49]) < 1e-9 && abs(found[51] - 1) < 1e-9)
  }

  @Test func `passes short and empty series through`() {
    #expect(smoothed([]).isEmpty)
    #expect(smoothed([0.3]) == [0.3])
    #expect(smoothed([.nan, .nan]).allSatisfy { $0.isNaN })
  }
}
