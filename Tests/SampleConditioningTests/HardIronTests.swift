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

  private static func refusal(_ values: [Vector3]) -> HardIron.Refusal? {
    do throws(HardIron.Refusal) {
      _ = try HardIron(values)
      return nil
    } catch { return error }
  }

  @Test func `a field without an offset is left alone`() {
    guard case .notNeeded(let spread)? = Self.refusal(Self.sphere(48, around: .zero, noise: 0.5)) else {
      Issue.record("not refused as not needed")
      return
    }
    #expect(spread > 0.005 && spread < 0.02)
    #expect(throws: HardIron.Refusal.tooFew) {
      try HardIron([Vector3](repeating: Vector3(1, 2, 3), count: 99))
    }
    #expect(throws: HardIron.Refusal.tooFew) { try HardIron([Vector3](repeating: .missing, count: 99)) }
  }

  @Test func `no place on earth has such a field`() {
    for size in [9.0, 90] {
      let refusal = Self.refusal(Self.sphere(size, around: Vector3(size / 3, 0, 0)))
      guard case .impossibleRadius(let radius)? = refusal else {
        Issue.record("\(size): \(String(describing: refusal))")
        continue
      }
      #expect(abs(radius - size) < 1e-9)
    }
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
    let offset = Vector3(25, -10, 15)
    let free = Self.turning()
    var raw = free
    raw.magnetometer?.values = free.magnetometer!.values.map { $0 + offset }
    let wanted = try free.conditioned().sensors[0]
    let asItIs = try raw.conditioned().sensors[0]
    #expect(asItIs.report.fieldCalibration == nil)
    #expect(try Self.largestDifference(asItIs, wanted, offset) < 1e-9)

    let result = try raw.conditioned(parameters: .init(calibratesField: true))
    let found = try #require(result.sensors[0].report.fieldCalibration?.offset)
    #expect((found - offset).norm < 0.3)
    #expect(try Self.largestDifference(result.sensors[0], wanted, offset - found) < 1e-9)
    #expect(result.finding(.fieldOffset)?.severity == .repaired)
  }

  /// How far the field of one sensor is from that of another and a constant [uT].
  private static func largestDifference(
    _ one: ConditionedSensor, _ other: ConditionedSensor, _ constant: Vector3
  ) throws -> Double {
    let field = try #require(one.magnetometer), wanted = try #require(other.magnetometer)
    try #require(field.count == wanted.count && !field.isEmpty)
    return try #require(zip(field, wanted).map { ($0 - $1 - constant).norm }.max())
  }

  /// A sensor that turns about all axes.
  private static func turning() -> SensorRecording {
    var raw = Swing(rows: 3000).recording()
    var random = SplitMix64(seed: 12)
    var q = Quaternion.identity
    for row in 0..<raw.rows {
      let t = Double(row) / 100
      let rate =
        t < 2 ? .zero : Vector3(2 * Double.sin(1.3 * t), 1.7 * Double.sin(0.9 * t), Double.sin(0.7 * t))
      q = (q * Quaternion(rotationVector: rate / 100)).normalized
      raw.gyroscope.values[row] = rate + random.normalVector() * 0.01
      raw.accelerometer.values[row] = q.rotateBack(.unitZ) * .standardGravity + random.normalVector() * 0.03
      raw.magnetometer?.values[row] = q.rotateBack(Vector3(0, 18, -44)) + random.normalVector() * 0.3
    }
    return raw
  }
}
