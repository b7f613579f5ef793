import Inertial
import KneeJoint
import Testing

private let amplitude = 30 * degree

/// From straight to 60 degrees and back in two seconds [s].
private func cosine(_ t: Double) -> Double { amplitude * (1 - Double.cos(Double.pi * t)) }

private func found(
  _ time: [Double], _ shape: (Double) -> Double, usable: (Double) -> Bool = { _ in true }
) -> [Repetition] {
  Repetitions.find(angle: time.map(shape), time: time, usable: time.map(usable))
}

@Suite struct `The repetitions of a knee` {
  @Test func `every cycle of a cosine is one, with its range and times`() {
    let cycles = found(stamps(10), cosine)
    #expect(cycles.count == 5)
    for (k, cycle) in cycles.enumerated() {
      #expect(cycle.isCounted)
      #expect(abs(cycle.range - 60 * degree) < 0.2 * degree)
      #expect(abs(cycle.mostExtended) < 0.1 * degree)
      #expect(abs(cycle.mostFlexed - 60 * degree) < 0.1 * degree)
      // An end of the recording is cut where the rest ends, within two percent of the range.
      #expect(abs(cycle.time.lowerBound - 2 * Double(k)) < 0.2)
      #expect(abs(cycle.time.upperBound - 2 * Double(k + 1)) < 0.2)
    }
  }

  @Test func `the fastest turn each way and the hold are those of the shape`() throws {
    let cycle = try #require(found(stamps(10), cosine).dropFirst().first)
    let fastest = amplitude * Double.pi
    #expect(abs(cycle.peakFlexionSpeed / fastest - 1) < 0.01)
    #expect(abs(cycle.peakExtensionSpeed / fastest - 1) < 0.01)
    // 30 (1 - cos x) < 3 for |x| < acos 0.9.
    let hold: Double = 2 * Double.acos(0.9) / Double.pi
    #expect(abs(cycle.holdTime - hold) < 0.041)
  }

  @Test func `a held position is timed`() throws {
    // Up in one second, three seconds held, down in one second.
    let shape = { (t: Double) -> Double in
      let u = t.truncatingRemainder(dividingBy: 5)
      return u < 1 ? cosine(u) : u < 4 ? 2 * amplitude : cosine(u - 3)
    }
    let cycle = try #require(found(stamps(20), shape).dropFirst().first)
    let hold: Double = 3 + 2 * Double.acos(0.9) / Double.pi
    #expect(abs(cycle.holdTime - hold) < 0.041)
  }

  @Test func `unfinished ends are listed, not counted`() {
    let cycles = found(stamps(8.8)) { cosine($0 + 0.5) }
    #expect(cycles.map(\.isComplete) == [false, true, true, true, false])
    #expect(cycles.filter(\.isCounted).count == 3)
    #expect(RepetitionSummary(cycles)?.count == 3)
  }

  @Test func `a hole makes its cycle unclean only`() {
    let masked = found(stamps(10), cosine, usable: { !(2.9...3.2).contains($0) })
    #expect(masked.map(\.isClean) == [true, false, true, true, true])
    let missing = found(stamps(10), { (2.9...3.2).contains($0) ? .nan : cosine($0) })
    #expect(missing.map(\.isClean) == [true, false, true, true, true])
    #expect(missing.allSatisfy { $0.isComplete && $0.range.isFinite })
  }

  @Test func `a recording that rests flexed is cut at the flexed rests`() {
    let cycles = found(stamps(10)) { 60 * degree - cosine($0) }
    #expect(cycles.filter(\.isCounted).count == 5)
    for cycle in cycles {
      #expect(abs(cycle.range - 60 * degree) < 0.2 * degree)
      let middle = (cycle.time.lowerBound + cycle.time.upperBound) / 2
      #expect(abs(cosine(middle) - 60 * degree) < 2 * degree)
    }
  }

  @Test func `a still leg and an empty series have none`() {
    #expect(found(stamps(10)) { 0.3 + 0.01 * Double.sin(3 * $0) }.isEmpty)
    #expect(found(stamps(10)) { _ in .nan }.isEmpty)
    #expect(Repetitions.find(angle: [], time: [], usable: []).isEmpty)
  }
}

@Suite struct `The summary of repetitions` {
  /// Cycles with these ranges [rad], one more that is unclean, one that is incomplete.
  private func cycles(_ ranges: [Double]) throws -> [Repetition] {
    var pattern = try #require(found(stamps(10), cosine).first)
    pattern.mostExtended = 0.5
    var out = ranges.map { range -> Repetition in
      pattern.mostFlexed = 0.5 + range
      return pattern
    }
    pattern.mostFlexed = 9
    pattern.isClean = false
    out.insert(pattern, at: 0)
    pattern.isClean = true
    pattern.isComplete = false
    return out + [pattern]
  }

  @Test func `is mean, deviation, extremes and slope of the counted ranges`() throws {
    let summary = try #require(RepetitionSummary(cycles([1, 2, 4])))
    #expect(summary.count == 3)
    #expect(abs(summary.mean - 7 / 3) < 1e-12)
    #expect(abs((summary.standardDeviation ?? .nan) - Double.sqrt(42 / 18)) < 1e-12)
    #expect(abs(summary.best - 4) < 1e-12)
    #expect(abs(summary.worst - 1) < 1e-12)
    #expect(abs((summary.trend ?? .nan) - 1.5) < 1e-12)
  }

  @Test func `leaves out what so few cannot tell`() throws {
    let two = try #require(RepetitionSummary(cycles([1, 2])))
    #expect(two.standardDeviation != nil)
    #expect(two.trend == nil)
    let one = try #require(RepetitionSummary(cycles([1])))
    #expect(one.standardDeviation == nil)
    #expect(try RepetitionSummary(cycles([])) == nil)
  }
}
