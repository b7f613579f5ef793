import Inertial
import Testing

@testable import SampleConditioning

/// The constant field of a sensor, found by the sphere that its readings lie on.
struct HardIronTests {
  private static func sphere(_ radius: Double, around center: Vector3, noise: Double = 0) -> [Vector3] {
    var random = SplitMix64(seed: 9)
    return (0..<500).map { _ in center + random.unitVector() * radius + random.normalVector() * noise }
  }

  @Test func `the centre of an exact sphere is found exactly`() throws {
    let center = Vector3(15, -4, 9)
    let iron = try HardIron(Self.sphere(48, around: center))
    #expect((iron.offset - center).norm < 1e-9)
    #expect(abs(iron.radius - 48) < 1e-9 && iron.spreadAfter < 1e-9)
  }

  @Test func `a field without an offset is left alone`() {
    #expect(throws: HardIron.Refusal.self) { try HardIron(Self.sphere(48, around: .zero, noise: 0.5)) }
    #expect(throws: HardIron.Refusal.tooFew) {
      try HardIron([Vector3](repeating: Vector3(1, 2, 3), count: 99))
    }
    #expect(throws: HardIron.Refusal.tooFew) { try HardIron([Vector3](repeating: .missing, count: 99)) }
  }

  @Test func `no place on earth has such a field`() {
    #expect(throws: HardIron.Refusal.self) { try HardIron(Self.sphere(9, around: Vector3(3, 0, 0))) }
    #expect(throws: HardIron.Refusal.self) { try HardIron(Self.sphere(90, around: Vector3(30, 0, 0))) }
  }

  @Test func `a field that changes by itself is not calibratable`() {
    var random = SplitMix64(seed: 3)
    let values = (0..<500).map { _ in random.unitVector() * (48 + 12 * random.normal()) }
    #expect {
      try HardIron(values)
    } throws: {
      if case HardIron.Refusal.spreadStays(let before, let after) = $0 {
        before > 0.06 && after > 0.6 * before
      } else {
        false
      }
    }
  }

  @Test func `conditioning takes it off only when asked, and reports it`() throws {
    var raw = Swing(rows: 6000, amplitude: 6, frequency: 0.2).recording()
    let free = raw.magnetometer?.values ?? []
    raw.magnetometer?.values = free.map { $0 + Vector3(25, -10, 15) }
    #expect(try raw.conditioned().sensors[0].report.fieldCalibration == nil)
    let result = try raw.conditioned(parameters: .init(calibratesField: true))
    #expect(result.finding(.fieldOffset) != nil)
    #expect(result.sensors[0].report.fieldCalibration != nil)
  }
}
