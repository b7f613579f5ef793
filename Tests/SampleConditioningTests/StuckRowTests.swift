import Inertial
import Testing

@testable import SampleConditioning

struct StuckRowTests {
  private func swing(holding rows: Range<Int>) -> SensorRecording {
    var raw = Swing(rows: 1200, amplitude: 1.2, frequency: 1).recording()
    for row in rows.dropFirst() {
      raw.gyroscope.values[row] = raw.gyroscope.values[rows.lowerBound]
      raw.accelerometer.values[row] = raw.accelerometer.values[rows.lowerBound]
    }
    return raw
  }

  @Test func `a row that the link repeats while the leg turns is no sample but a hole`() throws {
    let result = try swing(holding: 620..<660).conditioned()
    let gap = try #require(result.flags.first { $0.code == .gap }?.span)
    #expect(abs(gap.lowerBound - 6.2) < 0.03 && abs(gap.upperBound - 6.6) < 0.03)
  }

  /// A swing so slow that no rate is above 17 degrees a second.
  private func slowSwing(holding rows: Range<Int>) -> SensorRecording {
    var raw = Swing(rows: 1600, amplitude: 0.8, frequency: 0.1, noise: 0.003).recording()
    for row in rows.dropFirst() {
      raw.gyroscope.values[row] = raw.gyroscope.values[rows.lowerBound]
      raw.accelerometer.values[row] = raw.accelerometer.values[rows.lowerBound]
    }
    return raw
  }

  @Test func `a slow turn that repeats for two seconds is a hole, for it would add many degrees`() throws {
    let raw = slowSwing(holding: 440..<640)
    let held = raw.gyroscope.values[440].norm
    #expect(held > 0.1 && held < StuckRows.turning)
    let result = try raw.conditioned()
    let gap = try #require(result.flags.first { $0.code == .gap }?.span)
    #expect(abs(gap.lowerBound - 4.4) < 0.03 && abs(gap.upperBound - 6.4) < 0.03)
    #expect(result.finding(.heldSamples)?.count == 199)
  }

  @Test func `a slow repeat that adds up to little stays, and so does a coarse sensor with a bias at rest`()
    throws
  {
    #expect(try !slowSwing(holding: 440..<450).conditioned().has(.gap))
    var coarse = Swing(rows: 1200, amplitude: 1.2, frequency: 1, noise: 0).recording()
    for row in 0..<coarse.rows {
      coarse.gyroscope.values[row] += Vector3(0.03, -0.05, 0.04)
    }
    let rest = coarse
    for row in 0..<600 { coarse.gyroscope.values[row] = rest.gyroscope.values[0] }
    for row in 0..<600 { coarse.accelerometer.values[row] = rest.accelerometer.values[0] }
    let result = try coarse.conditioned()
    #expect(!result.has(.gap) && result.finding(.heldSamples) == nil)
  }

  @Test func `a short repeat is bridged, a pair is a slower sensor, a repeat at rest does no harm`() throws {
    let short = try swing(holding: 620..<624).conditioned()
    #expect(
      short.sensors[0].quality[620..<624].map { $0.contains(.gyroscopeHeld) } == [false, true, true, true])
    #expect(!short.has(.gap))
    let pair = try swing(holding: 620..<622).conditioned()
    #expect(!pair.sensors[0].quality[621].contains(.gyroscopeHeld))
    let rest = try swing(holding: 50..<90).conditioned()
    #expect(!rest.has(.gap))
  }
}
