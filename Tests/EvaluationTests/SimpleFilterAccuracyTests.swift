import Evaluation
import Inertial
import Orientation
import Recordings
import TestSupport
import Testing

#if DEBUG
  private let isThorough = false
#else
  private let isThorough = true
#endif

@Suite(.enabled(if: SharedData.has("broad/trials.json"), Comment(rawValue: SharedData.absent)))
struct `Simple filters on real recordings` {
  /// The best published settings of these methods on the same recordings; the Kalman filter is held to VQF. Degrees.
  private static let limits: [(FilterName, total: Double, inclination: Double)] = [
    (.complementary, 5.3, 2.5), (.mahony, 9.13, 4.05), (.madgwick, 4.65, 2.55), (.ekf, 2.43, 0.80),
  ]

  private func averages(_ files: [String]) throws -> [FilterBenchAverage] {
    var table = FilterBenchTable(rows: [])
    for file in files {
      let input = FilterBenchInput(
        name: file, recording: try RecordingFile(path: file).recording(), timing: .some(nil))
      table.rows += FilterBench.run([input], methods: Self.limits.map { FilterMethod($0.0) }).rows
    }
    return table.averages
  }

  @Test(.enabled(if: isThorough, "every recording in full is for a release build"))
  func `no one is worse than its best published setting`() throws {
    let averages = try averages(RecordingFolder.recordings(in: SharedData.path("broad")))
    for (name, total, inclination) in Self.limits {
      let mean = try #require(averages.first { $0.method.filter == name && $0.group == "all" })
      #expect(mean.rows == 15 && mean.failed == 0)
      #expect((mean.total ?? .nan) <= total, "\(name)")
      #expect((mean.inclination ?? .nan) <= inclination, "\(name)")
    }
  }

  @Test func `a magnet on the sensor spoils none of them for good`() throws {
    let averages = try averages([SharedData.path("broad/36_disturbed_attached_magnet_5cm.mat")])
    #expect(averages.count { $0.group == "all" } == 4)
    for mean in averages {
      #expect(mean.failed == 0)
      #expect((mean.total ?? .nan) < 8 && (mean.inclination ?? .nan) < 5)
    }
  }
}
