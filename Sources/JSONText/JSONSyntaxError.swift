/// Why a text is no JSON, and where. Carries no part of the text.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  public enum Problem: Equatable, Sendable {
    /// What the grammar wanted at this place, such as `':'`.
    case expected(String)
    case invalidSyntax
    case endOfText
    case textAfterEnd
    case duplicateKey
    case numberTooLarge
    case invalidUTF8
    case nulCharacter
    case tooDeep(limit: Int)
    case tooLarge(limitBytes: Int)
    case outOfMemory
  }

  public var problem: Problem
  /// Counted from 1; 0 if the text as a whole is meant.
  public var line: Int
  public var column: Int

  public init(_ problem: Problem, line: Int, column: Int) {
    self.problem = problem
    self.line = line
    self.column = column
  }
}
