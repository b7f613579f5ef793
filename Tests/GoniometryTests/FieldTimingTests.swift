import Goniometry
import Inertial
import Orientation
import Recordings
import SampleConditioning
import TestSupport
import Testing

#if DEBUG
  private let isThorough = false
#else
  private let isThorough = true
#endif

private let trials: [String] = {
  let all = ((try? RecordingFolder.recordings(in: SharedData.path("broad"))) ?? [])
  return isThorough ? all : all.filter { $0.contains("/36_") || $0.contains("/32_") }
}()

@Suite(.enabled(if: SharedData.has("broad/trials.json"), Comment(rawValue: SharedData.absent)))
struct `The latency of the magnetometer in real recordings` {
  private func latency(_ path: String) throws -> FieldLatency? {
    let recording = try RecordingFile(path: path).recording()
    return try SampleConditioner.condition(recording, rate: nil).sensors[0].fieldLatency
  }

  @Test func `one laboratory has one latency, and a magnet beside the sensor hides it`() throws {
    let found = try trials.map { (name: $0, seconds: try latency($0)?.seconds) }
    #expect(found.filter { $0.seconds == nil }.map(\.name).all { $0.contains("/32_") })
    let seconds = found.compactMap(\.seconds).sorted()
    #expect(seconds.count == trials.count - 1)
    #expect(seconds.all { (0.0095...0.0168).contains($0) })
    guard isThorough, trials.count == 15 else { return }
    #expect(seconds.count { (0.012...0.0136).contains($0) } == 12)
    // 3.63 samples of 3.5 ms.
    #expect(abs((seconds[6] + seconds[7]) / 2 - 0.0127) < 1e-4)
  }
}
