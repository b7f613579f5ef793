import Inertial
import Testing

@testable import KneeJoint

@Suite struct `The bias between rests` {
  @Test func `outvotes a slow turn that passes for rest`() {
    let turning = Vector3(0, 0, 1.2) * degree
    let phases = [(0, 10, Vector3.zero), (20, 21, turning), (30, 60, Vector3.zero)].map { from, to, rate in
      StillPhase(rows: from * 100..<to * 100, time: Double(from)...Double(to), middleRate: [rate])
    }
    let course = StillPhases.bias(sensor: 0, phases: phases, rows: 6000)
    #expect(course.allSatisfy { $0.norm < 0.2 * degree })
  }
}

@Suite struct `The low-pass` {
  @Test func `keeps a constant and the place of a peak`() throws {
    let filter = try #require(LowPass(corner: 6, period: 0.01))
    #expect(filter.filtered(Array(repeating: 2.5, count: 40)).allSatisfy { abs($0 - 2.5) < 1e-12 })
    let bump = (0..<201).map { Double.exp(-Double(($0 - 100) * ($0 - 100)) / 800) }
    let smooth = filter.filtered(bump)
    #expect(smooth.firstIndex(of: smooth.max() ?? 0) == 100)
    #expect(filter.filtered([Double]()).isEmpty)
  }

  @Test func `halves the amplitude at its corner and removes what is fast`() throws {
    let filter = try #require(LowPass(corner: 6, period: 0.005))
    func gain(_ frequency: Double) -> Double {
      let wave = (0..<4000).map { Double.sin(2 * Double.pi * frequency * Double($0) * 0.005) }
      return filter.filtered(wave)[1000..<3000].max() ?? 0
    }
    #expect(abs(gain(6) - 0.5) < 0.02)
    #expect(gain(1) > 0.99)
    #expect(gain(40) < 0.01)
  }

  @Test func `does not exist above half the sampling rate`() {
    #expect(LowPass(corner: 6, period: 0.1) == nil)
    #expect(LowPass(corner: 6, period: 0) == nil)
  }
}
