import Inertial

// What a filter costs may not depend on who calls it: tests count the instructions of these loops, which see into the
// filter, and of the same loops in a room that does not.

extension OnlineFilter {
  /// Takes all samples, `period` seconds apart, and leaves the attitude after each in `attitudes`, which is as long.
  @inline(never)
  package mutating func run(
    _ samples: UnsafeBufferPointer<InertialSample>, period: Double,
    into attitudes: UnsafeMutableBufferPointer<Quaternion>
  ) {
    for row in samples.indices {
      update(samples[row], period: period)
      attitudes[row] = earthFromSensor
    }
  }
}

extension GyroscopeIntegration {
  /// As `OnlineFilter.run`.
  @inline(never)
  package mutating func run(
    _ samples: UnsafeBufferPointer<InertialSample>, period: Double,
    into attitudes: UnsafeMutableBufferPointer<Quaternion>
  ) {
    for row in samples.indices {
      update(samples[row], period: period)
      attitudes[row] = earthFromSensor
    }
  }
}
