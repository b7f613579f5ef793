import Care
import CareStore
import JSONText

/// `store verify`: reads all of a store and says what is wrong.
enum StoreVerifyVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let progress = StoreProgress(call, "verify")
    let verified = try StoreVerification(try setting.address()) { progress.show($0, of: $1) }
    let summary = progress.end()
    if !verified.isWhole {
      let broken = verified.checks.filter { !$0.holds }
      let words = broken.map { "\($0.name): \($0.found[0])" }.joined(separator: "; ")
      call.console.fail(
        Failure(
          verified.isDamaged ? "damaged" : "brokenRows",
          "the store is \(verified.isDamaged ? "damaged" : "not as it must be"): \(words)",
          exit: exit(verified), file: verified.path, hint: "restore a backup"))
    }
    let lines = verified.checks.map { check in
      (check.holds ? "ok    " : "WRONG ") + check.name + "\n" + check.found.map { "      \($0)\n" }.joined()
    }
    return Answer(
      text: lines.joined(),
      json: [
        "path": .string(verified.path),
        "checks": .array(
          verified.checks.map { check in
            .object([
              "check": .string(check.name), "holds": .bool(check.holds),
              "found": .array(check.found.map { .string($0) }),
            ])
          }), "summary": summary,
      ], exit: exit(verified))
  }

  private static func exit(_ verified: StoreVerification) -> ExitCode {
    verified.isWhole ? .done : verified.isDamaged ? .inputOutput : .dataRefused
  }
}
