/// The name somebody probably meant.
enum NearestName {
  /// The closest candidate, nil if none is close: at most a third of the letters differ, or the word is its beginning.
  static func of(_ word: String, in candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let scored = candidates.map { (name: $0, distance: distance(word, $0)) }
    if let best = scored.filter({ $0.distance <= limit }).min(by: {
      ($0.distance, $0.name) < ($1.distance, $1.name)
    }) {
      return best.name
    }
    return word.count >= 2 ? candidates.sorted().first { $0.hasPrefix(word) } : nil
  }

  /// Edits between two words: insert, delete, replace, or swap neighbours (optimal string alignment).
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var before = [Int]()
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
