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

  @Test func `peaks that a rail cut off are rebuilt to within a tenth`() {
    var values = Self.cut
    CutPeaks.rebuild(&values, levels: Self.levels, borders: [])
    let inner = 50..<350
    let before = inner.map { (Self.cut[$0] - Self.free[$0]).norm }.max() ?? 0
    let after = inner.map { (values[$0] - Self.free[$0]).norm }.max() ?? 0
    #expect(before > 1.9)
    #expect(after < 0.2)
    for (value, cut) in zip(values, Self.cut) {
      #expect(abs(value.x) >= abs(cut.x) && value.y == cut.y && abs(value.z) >= abs(cut.z))
    }
  }

  @Test func `a cut at an end, at a border or without end is left as it was`() {
    var values = Self.cut
    CutPeaks.rebuild(&values, levels: Self.levels, borders: Set(0..<400))
    #expect(values == Self.cut)
    var head = Array(Self.cut[10...30])
    CutPeaks.rebuild(&head, levels: Self.levels, borders: [])
    #expect(Array(head.prefix(6)) == Array(Self.cut[10...15]))
    var held = [Vector3](repeating: Vector3(Self.rail, 0, 0), count: 150)
    CutPeaks.rebuild(&held, levels: Self.levels, borders: [])
    #expect(held == [Vector3](repeating: Vector3(Self.rail, 0, 0), count: 150))
  }

  @Test func `no peak grows beyond three times the rail, however steep its flanks`() {
    let steep = [0.0, 0.1, 3.9] + [Double](repeating: Self.rail, count: 20) + [3.9, 0.1, 0]
    var values = steep.map { Vector3($0, 0, 0) }
    CutPeaks.rebuild(&values, levels: Self.levels, borders: [])
    #expect(values.contains { $0.x == 3 * Self.rail })
    #expect(values.allSatisfy { $0.x <= 3 * Self.rail })
  }
}
