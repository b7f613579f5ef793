import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `Orientations of the last moments` {
  private func turn(_ angle: Double) -> Quaternion { Quaternion(axis: .unitZ, angle: angle) }

  @Test func `between two rows it interpolates`() {
    var past = OrientationHistory(span: 0.06, period: 0.01)
    for k in 0..<30 { past.push(turn(Double(k) * 0.01), 0.01) }
    #expect(past.orientation(before: 0).degrees(to: turn(0.29)) < 1e-9)
    #expect(past.orientation(before: 0.02).degrees(to: turn(0.27)) < 1e-9)
    #expect(past.orientation(before: 0.025).degrees(to: turn(0.265)) < 1e-6)
  }

  @Test func `further back than it reaches it gives the oldest`() {
    var past = OrientationHistory(span: 0.02, period: 0.01)
    past.push(turn(0.1), 0.01)
    #expect(past.orientation(before: 0.02) == turn(0.1))
    past.push(turn(0.2), 0.01)
    #expect(past.orientation(before: 5) == turn(0.1))
    past.removeAll()
    past.push(turn(0.7), 0.01)
    #expect(past.orientation(before: 5) == turn(0.7))
  }

  @Test func `uneven steps count by their time`() {
    var past = OrientationHistory(span: 0.1, period: 0.01)
    past.push(turn(0), 0.01)
    past.push(turn(0.3), 0.03)
    past.push(turn(0.4), 0.01)
    #expect(past.orientation(before: 0.025).degrees(to: turn(0.15)) < 1e-3)
  }
}
