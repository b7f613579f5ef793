import Inertial
import Orientation
import TestInstructions
import TestSupport
import Testing

#if DEBUG
  private let whyNot: Comment? = "instructions are counted in a release build"
#else
  private let whyNot: Comment? =
    instructionsOf({ _ in }, nil) >= 0 ? nil : "this machine lets no process be traced: nothing is counted"
#endif

/// A filter, samples for it and room for its attitudes, as a piece of work for the counter.
private struct Work<Filter: OrientationFilter> {
  var filter: Filter
  let samples: UnsafeBufferPointer<InertialSample>
  let attitudes: UnsafeMutableBufferPointer<Quaternion>
}

/// The loop of the room, in another room.
@inline(never)
private func runOutside(_ work: inout Work<OnlineFilter>) {
  for row in work.samples.indices {
    work.filter.update(work.samples[row], period: 0.01)
    work.attitudes[row] = work.filter.earthFromSensor
  }
}

@inline(never)
private func runOutside(_ work: inout Work<GyroscopeIntegration>) {
  for row in work.samples.indices {
    work.filter.update(work.samples[row], period: 0.01)
    work.attitudes[row] = work.filter.earthFromSensor
  }
}

@Suite(.enabled(if: whyNot == nil, whyNot ?? "counted")) struct `Instructions` {
  private static let samples: [InertialSample] = Array(
    SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 7)).samples.suffix(80))

  /// Instructions of a loop over the samples, by a filter that is past its start.
  private func count<Filter: OrientationFilter>(
    _ filter: Filter, _ loop: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) -> Int {
    var filter = filter
    for sample in Self.samples { filter.update(sample, period: 0.01) }
    var attitudes = Array(repeating: Quaternion.identity, count: Self.samples.count)
    return Self.samples.withUnsafeBufferPointer { samples in
      attitudes.withUnsafeMutableBufferPointer { room in
        var work = Work(filter: filter, samples: samples, attitudes: room)
        return withUnsafeMutablePointer(to: &work) { instructionsOf(loop, UnsafeMutableRawPointer($0)) }
      }
    }
  }

  @Test func `a longer work has more of them, the same work as many`() {
    let loop: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      let rounds = context!.load(as: Int.self)
      var bits = 1
      for _ in 0..<rounds { bits = bits &* 3 &+ 1 }
      context!.storeBytes(of: bits, as: Int.self)
    }
    func count(_ rounds: Int) -> Int {
      var value = rounds
      return withUnsafeMutablePointer(to: &value) { instructionsOf(loop, UnsafeMutableRawPointer($0)) }
    }
    #expect(count(1000) == count(1000))
    #expect(count(2000) > count(1000) + 400)
  }

  /// The difference is a count, the same on every run: 1 % is room for the loop itself.
  @Test func `the online filter costs no more from another room`() {
    let filter = OnlineFilter(period: 0.01)
    let inside = count(filter) { context in
      let work = context!.assumingMemoryBound(to: Work<OnlineFilter>.self)
      work.pointee.filter.run(work.pointee.samples, period: 0.01, into: work.pointee.attitudes)
    }
    let outside = count(filter) { context in
      runOutside(&context!.assumingMemoryBound(to: Work<OnlineFilter>.self).pointee)
    }
    #expect(inside > 80 * 100)
    #expect(Double(outside) <= 1.01 * Double(inside), "\(outside) outside, \(inside) inside")
  }

  @Test func `the integrated gyroscope costs no more from another room`() {
    let filter = GyroscopeIntegration(period: 0.01)
    let inside = count(filter) { context in
      let work = context!.assumingMemoryBound(to: Work<GyroscopeIntegration>.self)
      work.pointee.filter.run(work.pointee.samples, period: 0.01, into: work.pointee.attitudes)
    }
    let outside = count(filter) { context in
      runOutside(&context!.assumingMemoryBound(to: Work<GyroscopeIntegration>.self).pointee)
    }
    #expect(inside > 80 * 20)
    #expect(Double(outside) <= 1.01 * Double(inside), "\(outside) outside, \(inside) inside")
  }
}
