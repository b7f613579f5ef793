import Glibc
import JSONText

/// One run of the command: parse, do, print, and the code to end with.
enum Program {
  static func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
    let early = earlyFlags(arguments)
    let isTerminal = isatty(STDERR_FILENO) == 1
    var console = Console(values: early, environment: environment, errorIsTerminal: isTerminal)
    do {
      let request = try CommandParser(environment: environment).parse(arguments)
      console = Console(values: request.values, environment: environment, errorIsTerminal: isTerminal)
      let answer = try await request.verb.run(
        Invocation(request: request, console: console, environment: environment))
      if !answer.isPrinted { try show(answer, of: request.verb, on: console) }
      return answer.exit
    } catch UsageError.nothingAsked where console.style == .text && !console.logsJSON {
      console.drawOnError(HelpText.startScreen)
      return .usage
    } catch {
      let failure = Faults.failure(error)
      console.fail(failure)
      if console.style != .text { try? console.write(JSONValue.object(failure.answer)) }
      return failure.exit
    }
  }

  private static func show(_ answer: Answer, of verb: Verb, on console: Console) throws {
    switch console.style {
    case .json: try console.write(answer.envelope(schema: verb.schema))
    case .jsonLines: for line in answer.lines { try console.write(line) }
    case .text: try console.write(answer.text)
    }
  }

  /// The flags that decide how an error is printed, read without a parse: the parse itself may fail.
  private static func earlyFlags(_ arguments: [String]) -> [String: [String]] {
    var values: [String: [String]] = [:]
    let words = Array(arguments.prefix { $0 != "--" })
    for (index, word) in words.enumerated() {
      for flag in GlobalFlags.all {
        let isMeant = word == "--\(flag.name)" || word == flag.short.map { "-\($0)" }
        if isMeant {
          values[flag.name, default: []].append(
            flag.takesValue && index + 1 < words.count ? words[index + 1] : "")
        } else if word.hasPrefix("--\(flag.name)=") {
          values[flag.name, default: []].append(String(word.dropFirst(flag.name.count + 3)))
        }
      }
    }
    return values
  }
}

/// The environment as the kernel handed it over; the first of two equal names wins, as in getenv.
enum ProcessEnvironment {
  static func read() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let line = String(cString: text)
      if let sign = line.firstIndex(of: "=") {
        let name = String(line[..<sign])
        if result[name] == nil { result[name] = String(line[line.index(after: sign)...]) }
      }
      entry += 1
    }
    return result
  }
}
