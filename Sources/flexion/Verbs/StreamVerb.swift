enum StreamVerb {
  static func run(_ call: Invocation) async throws -> Answer { throw Failure("x", "x", exit: .usage) }
}
