/// Everything a verb may use of the world: what was asked, where to print, and the environment.
struct Invocation: Sendable {
  let request: Request
  let console: Console
  let environment: [String: String]
}
