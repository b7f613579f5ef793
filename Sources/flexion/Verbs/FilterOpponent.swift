import Evaluation
import Recordings

/// Whom `bench filters --against` means: a method of the run, or one of a table of errors.
///
/// `vqf`, `online 9D`: a method of this run. `FILE`: like with like, our online filters with `VQF`, what sees the whole
/// recording with `offlineVQF`. `FILE:METHOD`: this method of the file.
struct FilterOpponent {
  private let file: FilterOpponents?
  private let name: String?

  /// - Parameter methods: those of the run.
  /// - Throws: `Failure` for a file that is no such table, `UsageError` for a method that is neither in it nor in the run.
  init?(_ request: Request, _ methods: [FilterMethod]) throws {
    guard let wish = request.text("against") else {
      // Beside peers like is compared with like, of this very run.
      guard request.has("peers") else { return nil }
      (file, name) = (nil, nil)
      return
    }
    guard let path = Self.path(wish) else {
      (file, name) = (nil, wish)
      // What the peers are called, only their program knows.
      let names = methods.map(\.name)
      let isKnown = [wish, wish + " 9D", wish + " 6D"].contains(where: names.contains)
      guard isKnown || request.has("peers") else { throw Self.unknown(wish, names) }
      return
    }
    let opponents = try OpponentFile.read(path)
    file = opponents
    name = wish.count > path.count ? String(wish.dropFirst(path.count + 1)) : Self.only(opponents)
    let isKnown = name.map { Self.has(opponents, $0) } ?? (Self.has(opponents, "VQF"))
    guard isKnown else { throw Self.unknown(wish, opponents.names) }
  }

  /// The part before the last colon that names a table; nil for the name of a method.
  static func path(_ wish: String) -> String? {
    if wish.hasSuffix(".csv") { return wish }
    guard let mark = wish.firstRange(of: ".csv:") else { return nil }
    return String(wish[..<mark.upperBound].dropLast())
  }

  /// The one method of a file that has no other.
  private static func only(_ opponents: FilterOpponents) -> String? {
    opponents.names.count == 1 ? opponents.names[0] : nil
  }

  private static func has(_ opponents: FilterOpponents, _ name: String) -> Bool {
    opponents.name(name, usesField: true) != nil || opponents.name(name, usesField: false) != nil
  }

  private static func unknown(_ wish: String, _ names: [String]) -> UsageError {
    .contradiction(
      "`--against \(wish)` names no method", hint: "one of: \(names.joined(separator: "; "))")
  }

  func comparisons(_ table: FilterBenchTable) throws -> [FilterComparison] {
    let opponents = file ?? FilterOpponents(table)
    if let name, file == nil, !Self.has(opponents, name) { throw Self.unknown(name, opponents.names) }
    return opponents.comparisons(table) { name ?? Self.like($0) }
  }

  /// What sees the whole recording is compared with what does.
  private static func like(_ method: FilterContender) -> String? {
    switch method {
    case .own(let own): own.seesWholeRecording ? "offlineVQF" : "VQF"
    case .peer: nil
    }
  }
}
