import Evaluation
import JSONText

/// Everything that `bench filters` found, and how it is printed. Degrees, nanoseconds.
struct FilterBenchReport {
  let folder: String
  var table = FilterBenchTable(rows: [])
  var comparisons: [FilterComparison] = []
  /// The longest recording [s].
  var longest = 0.0

  /// What the last column of a row says of a failure.
  static func words(_ failure: FilterBenchFailure) -> String {
    switch failure {
    case .conditioning(let error): Faults.failure(error).message
    case .scoring(.notFinite(let rows, let first)): "\(rows) rows are not finite, first row \(first)"
    case .scoring(.nothingToScore): "no row that counts has a reference"
    case .scoring(.unequalLength): "estimate and reference differ in length"
    case .referenceRows(let rows, let sensorRows): "\(rows) reference rows for \(sensorRows) samples"
    case .noResult: "no result"
    }
  }

  /// A value that is not finite is a fault of this program; a recording that was refused is one of the data.
  ///
  /// What a peer could not do is no failure of the run.
  private var exits: [ExitCode] {
    table.failures.filter { $0.method.isOwn }.map { row in
      switch row.failure {
      case .conditioning?, .scoring(.nothingToScore)?, .referenceRows?: .dataRefused
      default: .programFault
      }
    }
  }

  func answer(exit unread: [ExitCode]) -> Answer {
    let notes = notes
    return Answer(
      text: text + notes.map { "note: \($0)\n" }.joined(),
      json: [
        "folder": .string(folder), "rows": .array(rows.json), "means": .array(means.json),
        "comparisons": .array(versus.json), "notes": .array(notes.map { .string($0) }),
      ],
      lines: rows.json, exit: ExitCode.worst(unread + exits))
  }

  private var text: String {
    var parts: [String] = []
    for (title, table) in groupTables + recordingTables {
      parts.append("\(title)\n\(table.text)")
    }
    if let cost { parts.append("Cost, one thread\n\(cost.text)") }
    if !comparisons.isEmpty { parts.append("Paired over recordings [deg]\n\(versus.text)") }
    if !table.rows.isEmpty { parts.append(legend) }
    if let failed { parts.append("Failed\n\(failed.text)") }
    return parts.joined(separator: "\n")
  }

  // MARK: Sentences

  private var notes: [String] {
    ([gyroscopeNote].compactMap { $0 } + conspicuous)
  }

  /// Why a filter that corrects nothing can be ahead: else a reader would take it for the better one.
  private var gyroscopeNote: String? {
    let isAhead = table.averages.contains { mean in
      guard case .own(let method) = mean.method, method.filter == .gyro, mean.group == "all" else {
        return false
      }
      let online = table.averages.first {
        $0.method == .own(FilterMethod(.online, usesField: method.usesField)) && $0.group == "all"
          && $0.timing == mean.timing
      }
      guard let online = online?.inclination, let gyroscope = mean.inclination else { return false }
      return gyroscope < online
    }
    guard isAhead, longest <= 120 else { return nil }
    return
      "gyro is ahead of online here because these recordings are short and begin at rest: the bias of that rest "
      + "still holds, and in \(Int(longest.rounded())) s nothing has time to drift"
  }

  /// Recordings on which a method of ours is worse by more than a fifth: each is owed an explanation.
  private var conspicuous: [String] {
    comparisons.compactMap { comparison in
      let pairs = comparison.conspicuous
      guard comparison.measure == (comparison.method.usesField ? .total : .inclination), !pairs.isEmpty else {
        return nil
      }
      let places = pairs.map { pair in
        "\(pair.recording)\(sensors > 1 ? " " + pair.sensor : "") (\(Self.degrees(pair.ratio)))"
      }
      return
        "\(comparison.measure.rawValue) of \(comparison.method.name), row (\(comparison.timing.rawValue)), "
        + "above 1.2 times \(comparison.opponent): "
        + (places.count > 3 ? "\(places.count) of \(comparison.pairs.count)" : places.joined(separator: ", "))
    }
  }
}
