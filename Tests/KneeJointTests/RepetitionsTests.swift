import Inertial
import KneeJoint
import Testing

private let amplitude = 30 * degree

/// From straight to 60 degrees and back in two seconds [s].
private func cosine(_ t: Double) -> Double { amplitude * (1 - Double.cos(Double.pi * t)) }

/// A hill of height 1 at `center`, its half width `width`.
private func bump(_ x: Double, _ center: Double, _ width: Double) -> Double {
  let u: Double = (x - center) / width
  return Double.exp(-u * u / 2)
}

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

  @Test func `no speed comes from a hole`() {
    let time = (0..<800).map { Double($0) * 0.01 }.filter { !(2.5..<4.3).contains($0) }
    let angle = time.map(cosine)
    let usable = [Bool](repeating: true, count: time.count)
    let fastest = amplitude * Double.pi
    for cycle in Repetitions.find(angle: angle, time: time, usable: usable) {
      #expect(cycle.peakFlexionSpeed < 1.1 * fastest && cycle.peakExtensionSpeed < 1.1 * fastest)
    }
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

  @Test func `the knee giving way under load is no swing`() {
    // A stride of 1.1 s: 16 degrees at loading, 60 in the swing; the first and the last step are half as large.
    let shape = { (t: Double) -> Double in
      let phase = (t / 1.1).truncatingRemainder(dividingBy: 1)
      let size = t < 1.1 || t > 12.1 ? 0.45 : 1
      return size * degree * (16 * bump(phase, 0.15, 0.06) + 60 * bump(phase, 0.7, 0.1))
    }
    #expect(found(stamps(13.2), shape).filter(\.isCounted).count == 10)
  }

  @Test func `a bend nearer to the full ones than to nothing counts, a slight one does not`() {
    let depths = [60.0, 58, 40, 61, 12, 38, 60]
    let shape = { (t: Double) -> Double in depths[min(6, Int(t / 2))] / 60 * cosine(t) }
    let cycles = found(stamps(14), shape)
    #expect(cycles.filter(\.isCounted).count == 6)
  }

  @Test func `running strides that grow step by step are told from their stance bends`() {
    // Every stride of 0.8 s bends 28 degrees under load and then swings; the swings begin small.
    let swings = [45.0, 52, 58, 63, 71, 80, 88, 92, 84, 75, 66, 57]
    let shape = { (t: Double) -> Double in
      let phase = (t / 0.8).truncatingRemainder(dividingBy: 1)
      let swing = swings[min(11, Int(t / 0.8))]
      return degree * (28 * bump(phase, 0.2, 0.06) + swing * bump(phase, 0.65, 0.08))
    }
    #expect(found(stamps(9.6), shape).filter(\.isCounted).count == 12)
  }

  @Test func `a second peak, a pause and a tremor do not split a cycle`() {
    let tremor = { (t: Double) -> Double in 1.5 * degree * Double.sin(2 * Double.pi * 5 * t) }
    let shape = { (t: Double) -> Double in
      let u = t.truncatingRemainder(dividingBy: 4)
      let dip: Double = 15 * degree * bump(u / 4, 0.5, 0.06)
      return cosine(u / 2) - dip + tremor(t)
    }
    #expect(found(stamps(20), shape).filter(\.isCounted).count == 5)
    // Held half way up for a second.
    let paused = { (t: Double) -> Double in
      let u = t.truncatingRemainder(dividingBy: 3)
      return u < 0.5 ? cosine(u) : u < 1.5 ? amplitude : cosine(u - 1)
    }
    #expect(found(stamps(15), paused).filter(\.isCounted).count == 5)
  }

  @Test func `a baseline that drifts by half the range changes nothing`() {
    let shape = { (t: Double) -> Double in cosine(t) + 30 * degree * t / 20 }
    #expect(found(stamps(20), shape).filter(\.isCounted).count == 10)
  }

  @Test(arguments: [20.0, 50, 100, 200])
  func `noise and rate do not change the count`(rate: Double) {
    var random = SplitMix64(seed: 4)
    let time = (0...Int(20 * rate)).map { Double($0) / rate }
    let angle = time.map { cosine($0) + random.normal() * degree }
    let cycles = Repetitions.find(angle: angle, time: time, usable: time.map { _ in true })
    #expect(cycles.filter(\.isCounted).count == 10)
  }

  @Test func `a start in the middle of a motion loses no more than the cut cycle`() {
    for cut in [0.3, 0.7, 1.0, 1.3, 1.7] {
      let count = found(stamps(20)) { cosine($0 + cut) }.filter(\.isCounted).count
      #expect((9...10).contains(count), "cut by \(cut) s")
    }
  }

  @Test func `a sample that no leg could reach is left out of the range`() throws {
    let cycles = found(stamps(10)) { abs($0 - 5) < 0.005 ? 3 : cosine($0) }
    #expect(cycles.filter(\.isCounted).count == 5)
    for cycle in cycles { #expect(cycle.mostFlexed < 61 * degree) }
  }

  @Test func `flags inside a cycle are listed, a clipped one is left out of the mean`() {
    let time = stamps(10)
    let flags = [
      QualityFlag(.filled, .note, span: 0.5...0.6), QualityFlag(.saturated, .warn, span: 2.9...3.1),
      QualityFlag(.lostSamples, .warn),
    ]
    let cycles = Repetitions.find(
      angle: time.map(cosine), time: time, usable: time.map { _ in true }, flags: flags)
    #expect(cycles.map(\.flags) == [[.filled], [.saturated], [], [], []])
    #expect(cycles.map(\.isCounted) == [true, false, true, true, true])
  }

  @Test func `by the protocol's prominence every bend of twenty degrees is one`() {
    let shape = { (t: Double) -> Double in (Int(t / 2) % 2 == 0 ? 1 : 0.4) * cosine(t) }
    let protocolled = Repetitions.Parameters(prominence: .atLeast(20 * degree))
    let time = stamps(20)
    func count(_ parameters: Repetitions.Parameters) -> Int {
      Repetitions.find(
        angle: time.map(shape), time: time, usable: time.map { _ in true }, parameters: parameters
      ).filter(\.isCounted).count
    }
    #expect(count(protocolled) == 10)
    #expect(count(.init()) == 5)
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
