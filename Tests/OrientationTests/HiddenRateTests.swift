import Inertial
import Orientation
import Testing

/// A sensor that hides small rates prints zeros at rest: what it knew of its bias before must stay.
@Suite struct `Hidden rates` {
  private static let bias = Vector3(0.5, -0.4, 0.3) * (Double.pi / 180)

  private func run(_ filter: inout some OrientationFilter, seconds: Double, rate: Vector3, doubt: SampleDoubt)
  {
    for _ in 0..<Int(seconds * 100) {
      filter.update(
        InertialSample(gyroscope: rate, accelerometer: Vector3(0, 0, .standardGravity), doubt: doubt),
        period: 0.01)
    }
  }

  private func check(_ start: some OrientationFilter) {
    var filter = start
    run(&filter, seconds: 40, rate: Self.bias, doubt: [])
    let learned = filter.bias
    #expect(filter.isResting)
    #expect((learned - Self.bias).norm < 0.1 * .pi / 180)
    run(&filter, seconds: 10, rate: .zero, doubt: .rateHidden)
    #expect(!filter.isResting)
    #expect((filter.bias - learned).norm < 0.02 * .pi / 180)
    var believing = start
    run(&believing, seconds: 40, rate: Self.bias, doubt: [])
    run(&believing, seconds: 10, rate: .zero, doubt: [])
    #expect((believing.bias - learned).norm > 0.2 * .pi / 180, "without the doubt the zeros are believed")
  }

  @Test func `neither rest nor bias is taken from them`() {
    check(OnlineFilter(period: 0.01))
    check(ComplementaryFilter(period: 0.01))
  }
}
