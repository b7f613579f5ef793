/// What the program tells the shell. The raw value is the exit status.
enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case programFault = 1
  case usage = 2
  case dataRefused = 65
  case noInput = 66
  case unreachable = 69
  case cannotCreate = 73
  case inputOutput = 74
  case tryAgain = 75
  case notPermitted = 77
  case configuration = 78
  case interrupted = 130
  case terminated = 143

  /// What was asked for was made, perhaps until a signal ended it.
  var isSuccess: Bool { self == .done || self == .interrupted || self == .terminated }

  var meaning: String {
    switch self {
    case .done: "done; everything asked for was made"
    case .programFault: "a fault of the program; please report it"
    case .usage: "usage: unknown verb, flag or value"
    case .dataRefused: "data refused: a recording, plan or answer; the others of a run are kept"
    case .noInput: "an input does not exist or cannot be read"
    case .unreachable: "device or database not reachable"
    case .cannotCreate: "an output exists or cannot be created"
    case .inputOutput: "input/output error while reading or writing"
    case .tryAgain: "try again later: a lock is held"
    case .notPermitted: "not permitted: rights of a file or role"
    case .configuration: "configuration"
    case .interrupted: "ended by SIGINT after finishing what was at hand"
    case .terminated: "ended by SIGTERM after finishing what was at hand"
    }
  }

  /// The one code of a run in which several causes met.
  static func worst(_ codes: some Sequence<ExitCode>) -> ExitCode {
    let order: [ExitCode] = [
      .programFault, .configuration, .notPermitted, .inputOutput, .unreachable, .tryAgain, .cannotCreate,
      .noInput,
      .dataRefused, .usage,
    ]
    let met = Set(codes)
    return order.first(where: met.contains) ?? met.first(where: { $0 != .done }) ?? .done
  }
}
