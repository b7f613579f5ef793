import Glibc

/// The cores that this program may use.
enum Processors {
  /// At least 1.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The results of pieces of work that run side by side, in the order of the pieces.
  ///
  /// - Parameter jobs: how many at once; nil for as many as there are cores.
  static func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], jobs: Int?, _ work: @escaping @Sendable (Piece) -> Result
  ) async -> [Result] {
    var results = [Result?](repeating: nil, count: pieces.count)
    await withTaskGroup(of: (Int, Result).self) { group in
      var waiting = pieces.enumerated().makeIterator()
      func start() {
        guard let (number, piece) = waiting.next() else { return }
        group.addTask { (number, work(piece)) }
      }
      for _ in 0..<(jobs ?? count) { start() }
      for await (number, result) in group {
        results[number] = result
        start()
      }
    }
    return results.compactMap(\.self)
  }
}
