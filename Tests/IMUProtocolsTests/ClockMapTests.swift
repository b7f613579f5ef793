import CAllocations
import Inertial
import Testing

@testable import IMUProtocols

@Suite struct ClockMapTests {
  /// Errors of two mapped ports against each other from `from` to `seconds` of host time.
  private func pair(
    seed: UInt64, seconds: Double, from: Double = 30, change: (inout ArrivalModel) -> Void = { _ in }
  ) -> PairError {
    var errors: [[Double]] = []
    for (port, drift) in [40e-6, -30e-6].enumerated() {
      var model = ArrivalModel(seed: seed * 2 + UInt64(port), drift: drift)
      change(&model)
      var map = ClockMap()
      var list: [Double] = []
      for number in 0..<Int(seconds * 1e9 / model.period) {
        let sample = model.sample(number)
        map.observe(sample.stamp, arrival: sample.arrival)
        let error = Double(map.place(sample.stamp)) - sample.time
        if sample.time > from * 1e9 { list.append(error) }
      }
      errors.append(list)
    }
    return PairError(zip(errors[0], errors[1]).map { $0 - $1 })
  }

  private let stalls: [ClosedRange<Double>] = [12e9...12.25e9, 40e9...42e9, 75e9...85e9]

  private func pairs(
    seeds: ClosedRange<UInt64> = 1...20, seconds: Double = 150, _ change: (inout ArrivalModel) -> Void
  ) -> [PairError] {
    seeds.map { seed in
      pair(seed: seed, seconds: seconds) {
        $0.stalls = stalls
        change(&$0)
      }
    }
  }

  private func mean(_ errors: [PairError]) -> Double {
    errors.reduce(0) { $0 + $1.root } / Double(errors.count)
  }

  @Test func `two ports in batches of 16 ms agree within a millisecond`() {
    let errors = pairs { $0.batch = 16e6 }
    #expect(mean(errors) < 1e6)
    #expect(errors.allSatisfy { $0.root < 2.5e6 && $0.spread < 0.1e6 })
    let worst = errors.max { $0.root < $1.root }!, widest = errors.max { $0.spread < $1.spread }!
    print("16 ms batches: rms mean \(mean(errors)) ns, worst \(worst.root) ns, spread \(widest.spread) ns")
  }

  @Test func `two ports in batches of 1 ms agree within 0.6 ms`() {
    let errors = pairs { $0.batch = 1e6 }
    #expect(mean(errors) < 0.6e6)
    #expect(errors.allSatisfy { $0.root < 1.2e6 && $0.spread < 0.1e6 })
    let worst = errors.max { $0.root < $1.root }!, widest = errors.max { $0.spread < $1.spread }!
    print("1 ms batches: rms mean \(mean(errors)) ns, worst \(worst.root) ns, spread \(widest.spread) ns")
  }

  /// Where the batches go off by a clock other than the device's, the least delay itself wanders by up to 2 ms.
  @Test(arguments: ArrivalModel.Timer.allCases, [16e6, 1e6])
  func `the limits hold whatever clock the batches follow`(timer: ArrivalModel.Timer, batch: Double) {
    let errors = pairs {
      $0.batch = batch
      $0.timer = timer
    }
    #expect(mean(errors) < (batch > 2e6 ? 1e6 : 0.6e6))
    #expect(errors.allSatisfy { $0.root < (batch > 2e6 ? 2.5e6 : 1.2e6) })
  }

  @Test func `an hour brings no trend`() {
    let errors = pairs(seeds: 1...4, seconds: 3600) { $0.batch = 16e6 }
    #expect(errors.allSatisfy { abs($0.trend) < 0.1e6 && $0.spread < 0.1e6 && $0.root < 2.5e6 })
    print("60 min: trend \(errors.map { abs($0.trend) }.max()!) ns")
  }

  @Test(arguments: [40e-6, -30e-6, 5e-3, -2e-2]) func `the drift is told`(drift: Double) throws {
    var model = ArrivalModel(seed: 5, drift: drift)
    var map = ClockMap()
    var largest = 0.0
    for number in 0..<12_000 {
      let sample = model.sample(number)
      map.observe(sample.stamp, arrival: sample.arrival)
      let time = map.place(sample.stamp)
      if number > 3000 { largest = max(largest, abs(Double(time) - sample.time)) }
    }
    #expect(largest < 3e6)
    // the host runs faster where the device runs slow
    #expect(abs(try #require(map.drift) - (1 / (1 + drift) - 1)) < 1e-6)
    #expect(try #require(map.residual) < 1_000_000)
  }

  @Test func `mapped times never step back and keep the interval`() {
    var model = ArrivalModel(seed: 9, drift: 40e-6)
    model.period = 5_000_000
    model.stalls = stalls
    var map = ClockMap()
    var last: Int64?
    var squares = 0.0, count = 0.0
    for number in 0..<40_000 {
      let sample = model.sample(number)
      map.observe(sample.stamp, arrival: sample.arrival)
      let time = map.place(sample.stamp)
      if let last {
        #expect(time > last)
        // from the settling on; before it the stream waits
        if number > 100 {
          squares += (Double(time - last) - 5e6) * (Double(time - last) - 5e6)
          count += 1
        }
      }
      last = time
    }
    #expect((squares / count).squareRoot() < 0.2e6)
  }

  @Test func `what a board kept before it was opened is not new`() {
    var map = ClockMap()
    // 200 old rows at once, then live ones in batches
    for number in 0..<200 { map.observe(Int64(number) * 10_000_000, arrival: 100_000_000_000) }
    for number in 200..<260 {
      let taken = Int64(number - 200) * 10_000_000
      map.observe(
        Int64(number) * 10_000_000, arrival: 100_005_000_000 + taken / 16_000_000 * 16_000_000 + 16_000_000)
    }
    #expect(abs(map.place(0) - 98_000_000_000) < 20_000_000)
    #expect(abs(map.place(2_000_000_000) - 100_000_000_000) < 20_000_000)
  }

  @Test func `a device that starts again keeps its drift and goes on behind itself`() throws {
    var map = ClockMap()
    var last: Int64 = 0
    for part in 0..<2 {
      var model = ArrivalModel(seed: UInt64(part + 1), drift: 100e-6)
      if part == 1 { map.restart() }
      for number in 0..<6000 {
        let sample = model.sample(number)
        map.observe(sample.stamp, arrival: sample.arrival + Int64(part) * 60_000_000_000)
        let time = map.place(sample.stamp)
        #expect(time > last)
        last = time
        if part == 1, number == 200 { #expect(abs(try #require(map.drift) + 100e-6) < 5e-6) }
      }
    }
  }

  @Test func `a clock that stood still is followed within half a minute`() {
    var map = ClockMap()
    var model = ArrivalModel(seed: 3)
    for number in 0..<6000 {
      let sample = model.sample(number)
      let stop: Int64 = number < 3000 ? 0 : 50_000_000
      map.observe(sample.stamp - stop, arrival: sample.arrival)
      let error = Double(map.place(sample.stamp - stop)) - sample.time
      if number > 5500 { #expect(abs(error) < 4e6) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `no stamps stop a map`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func any() -> Int64 { Int64(bitPattern: random.next()) >> Int64.random(in: 0...40, using: &random) }
    var map = ClockMap()
    for _ in 0..<2000 {
      let stamp = any()
      map.observe(stamp, arrival: any(), wireTime: 86_000)
      _ = map.place(stamp)
    }
    for stamp in [Int64.min, .max, 0] {
      map.observe(stamp, arrival: .max)
      _ = map.place(stamp)
    }
    _ = (map.offset, map.drift, map.residual)
  }

  @Test func `eight hours cost no memory`() {
    var model = ArrivalModel(seed: 4, drift: 40e-6)
    model.jitter = 0
    var map = ClockMap()
    for number in 0..<1000 {
      let sample = model.sample(number)
      map.observe(sample.stamp, arrival: sample.arrival)
      _ = map.place(sample.stamp)
    }
    let before = heapAllocationsOfThisThread()
    for number in 1000..<2_880_000 {
      let sample = model.sample(number)
      map.observe(sample.stamp, arrival: sample.arrival)
      _ = map.place(sample.stamp)
    }
    #expect(heapAllocationsOfThisThread() - before == 0)
  }
}
