import Inertial
import Testing

@testable import SampleConditioning

/// H6: rails found at any level, resting and smooth data left alone.
struct ClippingTests {
  private static func clipped(_ vector: Vector3, at limit: Double) -> Vector3 {
    let clip = { (value: Double) in Swift.min(limit, Swift.max(-limit, value)) }
    return Vector3(clip(vector.x), clip(vector.y), clip(vector.z))
  }

  private static func quantized(_ vector: Vector3, _ step: Double) -> Vector3 {
    Vector3(
      (vector.x / step).rounded() * step, (vector.y / step).rounded() * step,
      (vector.z / step).rounded() * step)
  }

  @Test(arguments: [1.7, 1.2, 0.7]) func `every rate at the rail is marked, at any level`(limit: Double)
    throws
  {
    var raw = Swing(rows: 3000, amplitude: 1.2).recording()
    let free = raw.gyroscope.values
    raw.gyroscope.values = free.map { Self.clipped($0, at: limit) }
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    for row in 0..<3000 {
      let isClipped = !free[row].isWithin(limit.nextDown)
      #expect(sensor.quality[row].contains(.gyroscopeClipped) == isClipped, "row \(row)")
    }
    #expect(result.flags(.saturated).allSatisfy { $0.effect == .warn && $0.span != nil })
    #expect(result.has(.saturated))
    #expect(result.finding(.clipped)?.severity == .doubtful)
  }

  @Test func `a clipped force is marked and kept`() throws {
    var raw = Swing(rows: 3000).recording()
    for start in stride(from: 500, to: 2900, by: 100) {
      for (offset, peak) in [6, 18, 30, 26, 12, 3].enumerated() {
        raw.accelerometer.values[start + offset].z += Double(peak)
      }
    }
    raw.accelerometer.values = raw.accelerometer.values.map { Self.clipped($0, at: 19.6) }
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.accelerometer == raw.accelerometer.values)
    for row in 0..<3000 {
      let isClipped = !raw.accelerometer.values[row].isWithin((19.6).nextDown)
      #expect(sensor.quality[row].contains(.accelerometerClipped) == isClipped)
    }
  }

  @Test(arguments: [0.001, 0.02, 0.1]) func `resting quantised data are not clipped`(step: Double) throws {
    var raw = Swing(rows: 3000, amplitude: 0, noise: 0.02).recording()
    raw.gyroscope.values = raw.gyroscope.values.map { Self.quantized($0, step) }
    raw.accelerometer.values = raw.accelerometer.values.map { Self.quantized($0, step) }
    #expect(try !raw.conditioned().has(.saturated))
  }

  @Test(arguments: [0.0001, 0.001, 0.01, 0.05], [0.0, 0.01])
  func `smooth peaks that quantisation flattens are not clipped`(step: Double, noise: Double) throws {
    for seed in 1...5 {
      var raw = Swing(rows: 3000, seed: UInt64(seed), amplitude: 1.2, noise: noise).recording()
      raw.gyroscope.values = raw.gyroscope.values.map { Self.quantized($0, step) }
      raw.accelerometer.values = raw.accelerometer.values.map { Self.quantized($0, step) }
      #expect(try !raw.conditioned().has(.saturated))
    }
  }

  @Test func `a known range marks what reaches 98 % of it`() throws {
    let raw = Swing(rows: 3000).recording()
    let largest = raw.gyroscope.values.map { Swift.max(abs($0.x), abs($0.y), abs($0.z)) }.max()!
    let parameters = ConditioningParameters(rateRange: largest)
    let sensor = try raw.conditioned(parameters: parameters).sensors[0]
    let marked = sensor.quality.count { $0.contains(.gyroscopeClipped) }
    let reaching = raw.gyroscope.values.count { !$0.isWithin((0.98 * largest).nextDown) }
    #expect(marked == reaching && marked > 0)
  }

  @Test func `a live stream marks the rail from the second equal value on`() {
    var raw = Swing(rows: 3000, amplitude: 1.2, frequency: 1).recording()
    raw.gyroscope.values = raw.gyroscope.values.map { Self.clipped($0, at: 1.2) }
    let rows = raw.streamed(nominalPeriod: 0.01)
    let marked = rows.indices.filter { rows[$0].quality.contains(.gyroscopeClipped) }
    let truth = raw.gyroscope.values.indices.filter { !raw.gyroscope.values[$0].isWithin((1.2).nextDown) }
    #expect(Set(marked).isSubset(of: truth))
    #expect(truth.count - marked.count <= 2 && truth.count > 100)
  }

  @Test(arguments: [0.001, 0.01], UInt64(1)...5)
  func `a live stream takes neither rest nor small axes for a rail`(step: Double, seed: UInt64) {
    var raw = Swing(rows: 3000, seed: seed, amplitude: 1.2, noise: 0.002).recording()
    raw.gyroscope.values = raw.gyroscope.values.map { Self.quantized($0, step) }
    raw.accelerometer.values = raw.accelerometer.values.map { Self.quantized($0, step) }
    let rows = raw.streamed(nominalPeriod: 0.01)
    let clipped: SampleQuality = [.gyroscopeClipped, .accelerometerClipped]
    #expect(rows.allSatisfy { $0.quality.isDisjoint(with: clipped) || $0.sample.gyroscope.norm > 1 })
    #expect(rows.count { !$0.quality.isDisjoint(with: clipped) } < rows.count / 20)
  }

  @Test func `blows that end at one value are clipped, though each is too short for a plateau`() throws {
    var random = SplitMix64(seed: 5)
    var raw = Swing(rows: 3000).recording()
    var hit: [Int] = []
    for row in stride(from: 400, to: 2900, by: 50) {
      let peak = 15 + 20 * random.uniform()
      raw.accelerometer.values[row].z = min(peak, 19.6)
      if peak >= 19.6 { hit.append(row) }
    }
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.quality.indices.filter { sensor.quality[$0].contains(.accelerometerClipped) } == hit)
  }

  @Test func `what is doubtful reaches the filter`() {
    #expect(SampleQuality.timeInterpolated.doubt == [])
    #expect(SampleQuality.filled.doubt == .rateMade && SampleQuality.gyroscopeHeld.doubt == .rateMade)
    let both: SampleQuality = [.gyroscopeClipped, .accelerometerClipped]
    #expect(both.doubt == [.rateClipped, .forceClipped])
  }
}
