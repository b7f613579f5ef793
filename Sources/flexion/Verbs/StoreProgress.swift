import CareStore
import JSONText
import Recordings
import Synchronization

/// Progress of one long act on a store, whose size is known only once it has begun.
final class StoreProgress: Sendable {
  private let call: Invocation
  private let name: String
  private let shown = Mutex<(meter: ProgressMeter?, done: Int)>((nil, 0))

  init(_ call: Invocation, _ name: String) {
    self.call = call
    self.name = name
  }

  func tools() -> CopyTools {
    CopyTools(sha256: { path in try FileDigest.sha256(of: path) }, progress: { self.show($0, of: $1) })
  }

  /// A total that moves is that of the first call.
  func show(_ done: Int, of total: Int) {
    shown.withLock { shown in
      if shown.meter == nil {
        shown.meter = ProgressMeter(call.request, call.console, total: total)
        shown.meter?.begin(name)
      }
      shown.meter?.finish(done: max(0, done - shown.done))
      shown.done = max(done, shown.done)
    }
  }

  /// The summary line, and its numbers without the seconds.
  func end() -> JSONValue {
    let state = shown.withLock { shown in
      (shown.meter ?? ProgressMeter(call.request, call.console, total: 0)).end()
    }
    return .object([
      "done": .integer(state.done), "failed": .integer(state.failed), "skipped": .integer(state.skipped),
    ])
  }
}

extension Array where Element == TableSize {
  /// Rows by table.
  var json: JSONValue {
    var object = JSONObject()
    for size in self { object[size.table] = .integer(size.rows) }
    return .object(object)
  }

  var text: String {
    var table = ResultTable(columns: [.init("table", "table"), .init("rows", "rows")])
    table.rows = map { [.words($0.table), .count($0.rows)] }
    return table.text
  }
}
