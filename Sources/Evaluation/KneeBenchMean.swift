/// The last line of the table: means over the scored rows, as the scorer prints them.
public struct KneeBenchMean: Hashable, Sendable {
  public var rmse, meanFree, firstFiveSeconds, cycleError: Double
  /// Mean size of the overall range error.
  public var rangeError: Double
  /// Largest single error over all rows, and the worst RMSE of one row.
  public var largest, worstRMSE: Double
  /// Rows with a score, and rows that failed to have one though there is a reference.
  public var trials, failed: Int

  /// nil when nothing was scored.
  public init?(_ rows: [KneeBenchRow]) {
    let scores = rows.compactMap(\.score)
    guard !scores.isEmpty else { return nil }
    func mean(_ value: (KneeScore) -> Double) -> Double {
      KneeProtocol.mean(scores.map(value).filter(\.isFinite))
    }
    rmse = mean(\.rmse)
    meanFree = mean(\.meanFree)
    firstFiveSeconds = mean(\.firstFiveSeconds)
    cycleError = mean(\.cycleError)
    rangeError = mean { abs($0.rangeError) }
    largest = scores.map(\.largest).max() ?? .nan
    worstRMSE = scores.map(\.rmse).max() ?? .nan
    trials = scores.count
    failed = rows.count(where: \.isFailed)
  }
}

/// Rows of one method and variant, apart as recorded and at random mountings.
public struct KneeBenchGroup: Sendable {
  public var method: String
  public var variant: RecordingVariant
  public var isMountedAtRandom: Bool
  /// nil when no row was scored.
  public var mean: KneeBenchMean?
  public var failed: Int

  /// In the order of the rows.
  public static func all(_ rows: [KneeBenchRow]) -> [KneeBenchGroup] {
    struct Key: Hashable {
      var method: String
      var variant: RecordingVariant
      var isMountedAtRandom: Bool
    }
    var order: [Key] = [], members: [Key: [KneeBenchRow]] = [:]
    for row in rows where !row.isSkipped {
      let key = Key(
        method: row.method, variant: row.variant, isMountedAtRandom: row.mounting != .asRecorded)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(row)
    }
    return order.map { key in
      let rows = members[key] ?? []
      return KneeBenchGroup(
        method: key.method, variant: key.variant, isMountedAtRandom: key.isMountedAtRandom,
        mean: KneeBenchMean(rows), failed: rows.count(where: \.isFailed))
    }
  }
}

extension KneeBenchRow {
  /// A recording that has nothing to score is left out, not failed.
  public var isSkipped: Bool { failure == .noReference || failure == .notAPair }
  /// No score though there is a reference, or one of too few samples.
  public var isFailed: Bool {
    (failure != nil && !isSkipped) || (score?.cover ?? 1) < KneeProtocol.leastCover
  }
}

/// Whether joints that are no hinge were told from hinges (a recording with orientations but no angle is of such a joint).
public struct HingeVerdicts: Hashable, Sendable {
  public var others = 0, othersFlagged = 0, hinges = 0, hingesFlagged = 0

  /// Counts the rows of this program as recorded, at any mounting.
  public init(_ rows: [KneeBenchRow]) {
    for row in rows where row.method == KneeBenchRow.ownMethod && row.variant == .asRecorded {
      let isFlagged = row.hingeDoubt != nil
      if row.failure == .noReference {
        others += 1
        othersFlagged += isFlagged ? 1 : 0
      } else if !row.isSkipped {
        hinges += 1
        hingesFlagged += isFlagged ? 1 : 0
      }
    }
  }
}
