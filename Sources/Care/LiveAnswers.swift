/// The answers to one query, a new one whenever a change of the store, by whatever process, gives another.
///
/// It delivers exactly what the query returns, limits, filters and deletions included: it runs the query. The first
/// answer comes at once. Nothing is asked while nobody waits for the next one.
public struct LiveAnswers<Answer: Sendable & Equatable>: AsyncSequence, Sendable {
  public typealias Query = @Sendable (any CareRecords) throws -> Answer

  private let store: any OutcomeStore
  private let query: Query
  private let pause: @Sendable () async throws -> Void

  /// - Parameter pause: waited for between two looks at the store; throwing ends the sequence.
  public init(
    of store: any OutcomeStore, pause: @escaping @Sendable () async throws -> Void, _ query: @escaping Query
  ) {
    self.store = store
    self.pause = pause
    self.query = query
  }

  public func makeAsyncIterator() -> Iterator { Iterator(answers: self) }

  public struct Iterator: AsyncIteratorProtocol {
    private let answers: LiveAnswers
    private var count: Int?
    private var last: Answer?

    fileprivate init(answers: LiveAnswers) { self.answers = answers }

    /// Never nil: the sequence ends when its task is cancelled or the store fails, by that error.
    public mutating func next() async throws -> Answer? {
      while true {
        // The count is taken first: a change during the query is seen by the next look.
        let now = try await answers.store.changeCount()
        if now != count {
          let answer = try await answers.store.read(answers.query)
          count = now
          if answer != last {
            last = answer
            return answer
          }
        }
        try await answers.pause()
      }
    }
  }
}
