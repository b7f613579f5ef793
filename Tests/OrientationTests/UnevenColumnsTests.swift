import Inertial
import Testing

@testable import Orientation

/// Columns whose rows are not all there, or not where their stamps say.
@Suite struct `Uneven columns` {
  private let rows = 1000

  private func columns(steps: [Double]) -> SampleColumns {
    let still = [Vector3](repeating: .zero, count: rows)
    return SampleColumns(
      gyroscope: still, accelerometer: still, magnetometer: nil, period: 0.01, steps: steps)
  }

  @Test func `noise of the stamps of a regular sensor is smoothed and the time kept`() {
    var generator = SplitMix64(seed: 5)
    let stamps = (0...rows).map { 0.01 * Double($0) + 0.002 * generator.normal() }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }
    let even = columns(steps: steps).evened.steps
    let middle = even[20..<rows - 20]
    #expect(middle.map { abs($0 - 0.01) }.max() ?? .nan < 0.0005)
    #expect(abs(even.reduce(0, +) - steps.reduce(0, +)) < 0.01)
  }

  @Test func `steps of a sensor that is truly uneven stay`() {
    var generator = SplitMix64(seed: 6)
    let uneven = columns(steps: (0..<rows).map { _ in generator.uniform(in: 0.006...0.014) })
    #expect(uneven.evened.steps == uneven.steps)
    let steady = columns(steps: [])
    #expect(steady.evened.steps.isEmpty)
  }

  @Test
  func `a lost force lies on the line between its neighbours, not across a long hole or a new beginning`() {
    var input = columns(steps: [])
    input.accelerometer = (0..<rows).map { Vector3(Double($0), 0, 10) }
    let whole = input.accelerometer
    for row in [100, 101, 500] { input.accelerometer[row] = .missing }
    for row in 300..<400 { input.accelerometer[row] = .missing }
    input.restarts = [501]
    let forces = input.forces(turnedBy: [Quaternion](repeating: .identity, count: rows))
    #expect((forces[100] - whole[100]).norm < 1e-9)
    #expect((forces[101] - whole[101]).norm < 1e-9)
    #expect(!forces[350].isFinite)
    #expect(!forces[500].isFinite)
  }

  @Test func `a level is found anew only where the stretch behind tells more than was missed`() {
    let small = 3.0.degreesToRadians, large = 30.0.degreesToRadians
    let openings = [
      Opening(row: 300, deviation: small), Opening(row: 350, deviation: small),
      Opening(row: 600, deviation: large), Opening(row: 602, deviation: small, isRestart: true),
    ]
    let kept = Opening.ofLevel(openings, in: columns(steps: []))
    #expect(kept.map(\.row) == [350, 602])
    #expect(Opening.ofLevel([openings[2]], in: columns(steps: [])).map(\.row) == [600])
  }
}
