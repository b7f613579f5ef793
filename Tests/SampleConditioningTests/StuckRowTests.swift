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
