import Care
import CareStore
import JSONText

/// `bench store`: what one participant waits for, by how many others there are.
enum BenchStoreVerb {
  private static let sizes = [10, 50, 100, 250, 500, 1000]

  static func run(_ call: Invocation) async throws -> Answer {
    let (count, years) = (call.request.integer("participants") ?? 1000, call.request.integer("years") ?? 10)
    let bench = try GeneratedStore(in: call.request.text("dir") ?? ".", years: years)
    let progress = ProgressMeter(call.request, call.console, total: count)
    var table = ResultTable(columns: [
      .init("participants", "participants"), .init("outcomes", "outcomes"), .init("bytes", "bytes"),
      .init("open_ms", "open [ms]", decimals: 3), .init("feed_ms", "feed [ms]", decimals: 3),
      .init("adherence_ms", "adherence [ms]", decimals: 3), .init("feed_steps", "feed steps"),
      .init("adherence_steps", "adherence steps"),
    ])
    var slowest = (feed: 0.0, adherence: 0.0)
    var filled = 0
    for size in sizes.filter({ $0 < count }) + [count] {
      let store = try bench.open()
      for number in filled..<size {
        try await bench.add(number, to: store)
        progress.finish(done: 1)
      }
      filled = size
      let row = try await measure(bench, size)
      slowest = (max(slowest.feed, row.feed), max(slowest.adherence, row.adherence))
      table.rows.append(row.cells)
    }
    progress.end()
    try check(call.request, slowest)
    return Answer(
      text: table.text, json: ["years": .integer(years), "rows": .array(table.json)], lines: table.json)
  }

  /// With a store that was just opened, over participants that lie apart: medians of times, largest counts.
  private static func measure(
    _ bench: GeneratedStore, _ size: Int
  ) async throws -> (cells: [ResultTable.Cell], feed: Double, adherence: Double) {
    let start = WallClock.monotonic()
    let store = try bench.open()
    let opened = (WallClock.monotonic() - start) * 1000
    let asked = min(size, 20)
    var samples: [GeneratedStore.Sample] = []
    for index in 0..<asked { samples.append(try await bench.sample(index * size / asked, of: store)) }
    let feed = median(samples.map(\.feedSeconds)) * 1000
    let adherence = median(samples.map(\.adherenceSeconds)) * 1000
    return (
      [
        .count(size), .count(bench.outcomes), .count(bench.bytes), .number(opened), .number(feed),
        .number(adherence), .count(samples.map(\.feedSteps).max() ?? 0),
        .count(samples.map(\.adherenceSteps).max() ?? 0),
      ], feed, adherence
    )
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func check(_ request: Request, _ slowest: (feed: Double, adherence: Double)) throws {
    for (flag, value) in [("max-feed", slowest.feed), ("max-adherence", slowest.adherence)] {
      if let limit = request.number(flag), value > limit {
        throw Failure(
          "tooSlow", "it took \(value) ms, more than \(limit)", exit: .programFault, field: flag)
      }
    }
  }
}
