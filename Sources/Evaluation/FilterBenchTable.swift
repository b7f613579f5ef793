/// Everything the bench found, and the plain means of it.
public struct FilterBenchTable: Sendable {
  public var rows: [FilterBenchRow]

  public init(rows: [FilterBenchRow]) { self.rows = rows }

  /// Rows that failed.
  public var failures: [FilterBenchRow] { rows.filter { $0.failure != nil } }

  /// Mean over the recordings of each group, method and timing, in the order of the rows.
  ///
  /// A failed row fails every mean that it belongs to: skipping it would reward a filter that breaks.
  public var averages: [FilterBenchAverage] {
    var order: [FilterBenchAverage.Key] = []
    var members: [FilterBenchAverage.Key: [FilterBenchRow]] = [:]
    for row in rows {
      for group in row.groups {
        let key = FilterBenchAverage.Key(group: group, method: row.method, timing: row.timing)
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(row)
      }
    }
    return order.map { FilterBenchAverage($0, members[$0] ?? []) }
  }

  /// The methods in the order of their first rows.
  public var methods: [FilterContender] {
    var known: Set<FilterContender> = []
    return rows.map(\.method).filter { known.insert($0).inserted }
  }
}

/// Plain mean of the values of the rows of one group, never pooled. Degrees.
public struct FilterBenchAverage: Sendable {
  struct Key: Hashable {
    var group: String
    var method: FilterContender
    var timing: TimingRow
  }

  public var group: String
  public var method: FilterContender
  public var timing: TimingRow
  /// nil for 6D, and all three nil when a row failed.
  public var total: Double?
  public var heading: Double?
  public var inclination: Double?
  public var cost: FilterCost?
  public var rows: Int
  public var failed: Int

  init(_ key: Key, _ rows: [FilterBenchRow]) {
    group = key.group
    method = key.method
    timing = key.timing
    self.rows = rows.count
    failed = rows.count { $0.failure != nil }
    cost = FilterCost.mean(rows.map(\.cost))
    guard failed == 0 else { return }
    total = wholeMean(rows.map { $0.score?.total })
    heading = wholeMean(rows.map { $0.score?.heading })
    inclination = wholeMean(rows.map { $0.score?.inclination })
  }
}
