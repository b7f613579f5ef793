import Inertial
import Testing

@testable import SampleConditioning

struct CutPeakTests {
  private static let rail = 4.0

  /// Swings of 6 rad/s and a quarter of a second, as a shank makes them in walking, at 100 Hz.
  private static let free: [Vector3] = (0..<400).map { row in
    let t = Double(row) / 100
    return Vector3(6 * Double.sin(2 * .pi * 2 * t), 1, -5 * Double.cos(2 * .pi * 1.5 * t))
  }

  private static let cut = free.map {
    Vector3(min(max($0.x, -rail), rail), $0.y, min(max($0.z, -rail), rail))
  }

  private static let levels = [rail, rail, .infinity, .infinity, rail, rail]

  private static func turn(_ rates: [Vector3]) -> Vector3 { rates.reduce(.zero, +) * 0.01 }

  @Test func `peaks that a rail cut off are rebuilt to within a sixth`() {
    var values = Self.cut
    CutPeaks.rebuild(&values, levels: Self.levels, period: 0.01, borders: [])
    let inner = 50..<350
    let before = inner.map { (Self.cut[$0] - Self.free[$0]).norm }.max() ?? 0
    let after = inner.map { (values[$0] - Self.free[$0]).norm }.max() ?? 0
    #expect(before > 1.9)
    #expect(after < 0.33)
    for (value, cut) in zip(values, Self.cut) {
      #expect(abs(value.x) >= abs(cut.x) && value.y == cut.y && abs(value.z) >= abs(cut.z))
    }
  }

  @Test func `a cut at an end, at a border or without end is left as it was`() {
    var values = Self.cut
    CutPeaks.rebuild(&values, levels: Self.levels, period: 0.01, borders: Set(0..<400))
    #expect(values == Self.cut)
    var head = Array(Self.cut[10...30])
    CutPeaks.rebuild(&head, levels: Self.levels, period: 0.01, borders: [])
    #expect(Array(head.prefix(6)) == Array(Self.cut[10...15]))
    var held = [Vector3](repeating: Vector3(Self.rail, 0, 0), count: 150)
    CutPeaks.rebuild(&held, levels: Self.levels, period: 0.01, borders: [])
    #expect(held == [Vector3](repeating: Vector3(Self.rail, 0, 0), count: 150))
  }

  @Test func `no peak grows beyond three times the rail, however steep its flanks`() {
    let steep = [-9.0, -4, 3.9] + [Double](repeating: Self.rail, count: 20) + [3.9, -4, -9]
    var values = steep.map { Vector3($0, 0, 0) }
    CutPeaks.rebuild(&values, levels: Self.levels, period: 0.01, borders: [])
    #expect(values.contains { $0.x == 3 * Self.rail })
    #expect(values.allSatisfy { $0.x <= 3 * Self.rail })
  }

  @Test(arguments: [250.0, 1000]) func `long cuts at a high rate lose less than half of their turn`(
    rate: Double
  ) {
    var random = SplitMix64(seed: 7)
    let free = (0..<Int(rate)).map { row in
      Vector3(8 * Double.sin(2 * .pi * 2 * Double(row) / rate), 0, 0) + random.normalVector() * 0.02
    }
    let cut = free.map { Vector3(min(max($0.x, -Self.rail), Self.rail), $0.y, $0.z) }
    var values = cut
    CutPeaks.rebuild(&values, levels: Self.levels, period: 1 / rate, borders: [])
    func missing(_ rates: [Vector3]) -> Double {
      zip(free, rates).reduce(0) { $0 + abs($1.0.x) - abs($1.1.x) } / rate
    }
    #expect(missing(cut) > 1)
    #expect(abs(missing(values)) < 0.45 * missing(cut))
  }
}
