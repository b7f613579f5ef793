import Evaluation
import Foundation
import Inertial
import Orientation
import Recordings
import TestSupport
import Testing

/// A debug build runs the kernel ten times slower: it takes the shortest recordings, a release build all.
#if DEBUG
  private let isThorough = false
#else
  private let isThorough = true
#endif

private let trials: [String] = {
  let names = (try? Peers())?.values["VQF 9D"]?.keys.sorted() ?? []
  return isThorough ? names : names.filter { $0.hasPrefix("36") }
}()

/// Errors of existing filters on the shared recordings: total and inclination by method and trial [deg].
private struct Peers {
  var values: [String: [String: (total: Double?, inclination: Double?)]] = [:]

  init() throws {
    let text = try String(contentsOfFile: SharedData.path("broad/peers.csv"), encoding: .utf8)
    // A method may hold commas between quotes: trial, then the rest up to the last three fields.
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 5, let trial = fields.first else { continue }
      let method = fields[1..<(fields.count - 3)].joined(separator: ",").filter { $0 != "\"" }
      let total = Double(fields[fields.count - 3]), inclination = Double(fields[fields.count - 1])
      values[method, default: [:]][String(trial)] = (total, inclination)
    }
  }
}

private func input(_ trial: String) throws -> FilterBenchInput {
  let path = SharedData.path("broad/\(trial).mat")
  return FilterBenchInput(name: trial, recording: try RecordingFile(path: path).recording())
}

@Suite(.enabled(if: SharedData.has("broad/peers.csv"), Comment(rawValue: SharedData.absent)))
struct `Agreement with released filters` {
  /// The published method with the published values, on the samples as they are: to all four digits printed.
  @Test(arguments: trials) func `our published form is the released library`(trial: String) throws {
    var input = try input(trial)
    input.timing = nil
    let peers = try Peers()
    let methods = [
      ("VQF 9D", FilterMethod(.vqf)), ("VQF 6D", FilterMethod(.vqf, usesField: false)),
      ("offlineVQF 9D", FilterMethod(.vqf, isOffline: true)),
      ("offlineVQF 6D", FilterMethod(.vqf, usesField: false, isOffline: true)),
    ].filter { isThorough || $0.1.usesField }
    let table = FilterBench.run([input], methods: methods.map(\.1))
    for (row, (name, _)) in zip(table.rows, methods) {
      let peer = try #require(peers.values[name]?[trial])
      let score = try #require(row.score)
      #expect(abs(score.inclination - (peer.inclination ?? .nan)) < 0.001, "\(name)")
      if let total = peer.total {
        let ours = try #require(score.total, "\(name)")
        #expect(abs(ours - total) < 0.001, "\(name)")
      }
    }
  }

  @Test(.enabled(if: isThorough, "every recording in full is for a release build"))
  func `our own parameters are better than the published ones`() throws {
    let methods = [FilterMethod(.online), FilterMethod(.online, usesField: false)]
    var table = FilterBenchTable(rows: [])
    for trial in trials { table.rows += FilterBench.run([try input(trial)], methods: methods).rows }
    func mean(_ usesField: Bool, _ timing: TimingRow) throws -> FilterBenchAverage {
      try #require(
        table.averages.first {
          $0.group == "all" && $0.method.usesField == usesField && $0.timing == timing
        })
    }
    let plain = try mean(true, .none), timed = try mean(true, .fieldAndReference)
    #expect(plain.rows == 15 && plain.failed == 0)
    #expect((plain.total ?? .nan) <= 2.43)
    #expect((plain.inclination ?? .nan) <= 0.72)
    #expect((timed.total ?? .nan) <= 2.30)
    #expect((timed.inclination ?? .nan) <= 0.55)
    #expect((try mean(false, .none).inclination ?? .nan) <= 0.72)
  }
}
