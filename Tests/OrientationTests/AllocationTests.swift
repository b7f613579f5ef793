import CAllocations
import Inertial
import Orientation
import TestSupport
import Testing

@Suite(.enabled(if: heapAllocationsOfThisThread() >= 0, "allocations cannot be counted under a sanitizer"))
struct `Memory` {
  private let samples = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 7)).samples

  private func allocations(_ filter: inout some OrientationFilter, _ samples: [InertialSample]) -> Int {
    for row in 0..<10 { filter.update(samples[row], period: 0.01) }
    let before = heapAllocationsOfThisThread()
    // By index: without optimisation the iterator of an array allocates.
    for row in 0..<samples.count { filter.update(samples[row], period: 0.01) }
    return heapAllocationsOfThisThread() - before
  }

  @Test func `allocations are counted`() {
    let before = heapAllocationsOfThisThread()
    let box = [UInt8](repeating: 1, count: 1000)
    #expect(heapAllocationsOfThisThread() - before >= 1)
    #expect(box.count == 1000)
  }

  @Test func `no filter allocates for a sample`() {
    var late = OnlineFilter.Parameters.online
    late.fieldLatency = 0.03
    var online = OnlineFilter(period: 0.01)
    var delayed = OnlineFilter(parameters: late, period: 0.01)
    var gyroscope = GyroscopeIntegration(period: 0.01)
    #expect(allocations(&online, samples) == 0)
    #expect(allocations(&online, samples + samples) == 0)
    #expect(allocations(&delayed, samples) == 0)
    #expect(allocations(&gyroscope, samples) == 0)
  }

  @Test func `a filter behind its protocol does not allocate either`() {
    for name in FilterName.streaming {
      var filter = name.make(period: 0.01)
      let before = heapAllocationsOfThisThread()
      for row in 0..<samples.count { filter.update(samples[row], period: 0.01) }
      #expect(heapAllocationsOfThisThread() - before == 0)
    }
  }
}
