import Inertial
import KneeJoint
import Testing

@Suite struct `The range of motion` {
  @Test func `the first sample counts`() throws {
    let range = try RangeOfMotion.measure(angle: [2, 1.9, 1.8], time: [0, 1, 2])
    #expect(range.maximum == 2)
    #expect(range.minimum == 1.8)
    #expect(range.start == 2)
    #expect(range.finish == 1.8)
    #expect(range.maximumTime == 0)
    #expect(range.minimumTime == 2)
  }

  @Test func `what needs more than 1500 degrees a second is left out`() throws {
    let time = stamps(1)
    var angle = time.map { 0.2 * $0 }
    angle[10] += 31 * degree
    angle[20] -= 31 * degree
    let range = try RangeOfMotion.measure(angle: angle, time: time)
    #expect(range.spikes == 2)
    #expect(range.maximum == 0.2)
    #expect(range.minimum == 0)
    #expect(range.flags(time: time).map(\.code) == [.spike])
    // 29 degrees in 20 ms is a leg.
    angle[10] -= 3 * degree
    #expect(try RangeOfMotion.measure(angle: angle, time: time).spikes == 1)
    // Without times nothing can be too fast.
    let untimed = try RangeOfMotion.measure(angle: angle, time: nil)
    #expect(untimed.spikes == 0)
    #expect(untimed.minimum == angle[20])
  }

  @Test func `nothing measured is an error, never a stiff knee`() {
    for angle in [[], [.nan], [.nan, .infinity]] as [[Double]] {
      #expect(throws: KneeJointError.noSamples) { try RangeOfMotion.measure(angle: angle, time: nil) }
    }
    #expect(throws: KneeJointError.unequalLengths([2, 1])) {
      try RangeOfMotion.measure(angle: [0, 1], time: [0])
    }
  }

  @Test func `rows without a value are skipped`() throws {
    let range = try RangeOfMotion.measure(angle: [.nan, 0.1, .nan, 0.3, .nan], time: [0, 1, 2, 3, 4])
    #expect(range.start == 0.1)
    #expect(range.finish == 0.3)
    #expect(range.spikes == 0)
    #expect(range.minimumTime == 1)
  }

  @Test func `is never negative`() throws {
    var random = SplitMix64(seed: 3)
    for count in 1...40 {
      let angle = (0..<count).map { _ in random.uniform(in: -4...4) }
      let timed = try RangeOfMotion.measure(angle: angle, time: angle.indices.map { Double($0) * 0.02 })
      #expect(timed.range >= 0)
      let untimed = try RangeOfMotion.measure(angle: angle, time: nil)
      #expect(untimed.range >= timed.range)
      #expect(angle.allSatisfy { untimed.minimum <= $0 && $0 <= untimed.maximum })
    }
  }

  @Test func `short, motionless and unfinished recordings are flagged`() throws {
    func codes(_ angle: [Double], _ time: [Double]) throws -> [QualityFlag.Code] {
      try RangeOfMotion.measure(angle: angle, time: time).flags(time: time).map(\.code)
    }
    #expect(try codes([0, 0.5, 0], [0, 1, 2]) == [])
    #expect(try codes([0, 0.5, 0], [0, 0.4, 0.9]) == [.short])
    #expect(try codes([0, 4 * degree, 0], [0, 1, 2]) == [.noMotion])
    #expect(try codes([0, 1, 16 * degree], [0, 1, 2]) == [.noReturn])
    #expect(try codes([0, 1, 14 * degree], [0, 1, 2]) == [])
  }
}

@Suite struct `Still phases` {
  /// Rest with a bias, motion, rest with another bias [deg/s].
  private func rates(
    _ time: [Double], moves: ClosedRange<Double>, biases: (Double, Double)
  ) -> [Vector3] {
    time.map { t in
      if moves.contains(t) { return Vector3(0, Double.sin(3 * (t - moves.lowerBound)), 0.4) }
      return Vector3(0, (t < moves.lowerBound ? biases.0 : biases.1) * degree, 0)
    }
  }

  private func find(_ rates: [[Vector3]], _ time: [Double]) -> [StillPhase] {
    StillPhases.find(rates: rates, time: time, usable: time.map { _ in true })
  }

  @Test func `rest is found on both sides of a motion`() throws {
    let time = stamps(12)
    let phases = find([rates(time, moves: 4...8, biases: (1, -1))], time)
    #expect(phases.count == 2)
    let first = try #require(phases.first)
    #expect(first.time.lowerBound == 0)
    #expect(abs(first.time.upperBound - 4) < 0.1)
    #expect(abs(first.middleRate[0].y - 1 * degree) < 1e-12)
    #expect(StillPhases.atStart(of: phases, time: time) == first)
    #expect(StillPhases.atStart(of: Array(phases.dropFirst()), time: time) == nil)
  }

  @Test func `every sensor must rest at once`() {
    let time = stamps(12)
    let one = rates(time, moves: 0...6, biases: (0, 0))
    let two = rates(time, moves: 6...12, biases: (0, 0))
    #expect(find([one], time).count == 1)
    #expect(find([two], time).count == 1)
    #expect(find([one, two], time).isEmpty)
  }

  @Test func `a steady turn is no rest`() {
    let time = stamps(6)
    #expect(find([time.map { _ in Vector3(0, 0, 10 * degree) }], time).isEmpty)
    #expect(find([time.map { _ in Vector3(0, 0, 1 * degree) }], time).count == 1)
  }

  @Test func `an unusable row ends a phase`() {
    let time = stamps(6)
    let phases = StillPhases.find(
      rates: [time.map { _ in .zero }], time: time, usable: time.indices.map { $0 != 150 })
    #expect(phases.map(\.rows) == [0..<150, 151..<301])
  }

  @Test func `the bias runs in a line from phase to phase and is held outside`() throws {
    let time = stamps(180, rate: 10)
    let phases = find([rates(time, moves: 60...120, biases: (0.1, 0.2))], time)
    try #require(phases.count == 2)
    let bias = StillPhases.bias(sensor: 0, phases: phases, rows: time.count).map { $0.y / degree }
    let middles = phases.map { ($0.rows.lowerBound + $0.rows.upperBound) / 2 }
    // Long phases keep what they say nearly to themselves.
    #expect(abs(bias[0] - 0.1) < 0.02)
    #expect(abs((bias.last ?? .nan) - 0.2) < 0.02)
    #expect(bias[middles[0]] == bias[0])
    #expect(bias[middles[1]] == bias.last)
    for row in middles[0]...middles[1] {
      let f = Double(row - middles[0]) / Double(middles[1] - middles[0])
      #expect(abs(bias[row] - (bias[middles[0]] * (1 - f) + bias[middles[1]] * f)) < 1e-9)
    }
  }

  @Test func `without a phase there is no bias`() {
    #expect(StillPhases.bias(sensor: 0, phases: [], rows: 3) == [.zero, .zero, .zero])
  }
}
