import Care
import CareStore
import Glibc
import JSONText
import Recordings

/// `store forget`: removes every row of one participant.
enum StoreForgetVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let id = try ParticipantID(call.request.arguments[0])
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    guard isDry || call.request.has("yes") else {
      throw UsageError.contradiction(
        "what is forgotten cannot be brought back", hint: "look with --dry-run, then write --yes")
    }
    let store = try setting.open(isDry ? .readOnly : .readWrite)
    let forgotten = try await store.forget(
      id, hash: FileDigest.sha256(ofText: id.text), dryRun: isDry, as: setting.occasion.actor,
      at: setting.occasion.now)
    if !forgotten.isLogEmpty {
      call.console.warn(
        "another process reads the store: removed rows stay in its log until nobody does", code: "logInUse")
    }
    let removes = call.request.has("recordings")
    let recordings = forgotten.recordings.map { Fate(of: $0, removes: removes, isDry: isDry) }
    return answer(forgotten, recordings, isDry)
  }

  /// What became of a raw recording.
  private struct Fate {
    let path: String
    let word: String

    /// Only the very file that was measured is removed, never another one that has its name by now.
    init(of recording: ForgottenParticipant.Recording, removes: Bool, isDry: Bool) {
      path = recording.path
      if access(path, F_OK) != 0 {
        word = "absent"
      } else if !removes {
        word = "left"
      } else if (try? FileDigest.sha256(of: path)) != recording.sha256 {
        word = "changed"
      } else if isDry {
        word = "removable"
      } else {
        word = unlink(path) == 0 ? "removed" : "left"
      }
    }
  }

  private static func answer(_ forgotten: ForgottenParticipant, _ recordings: [Fate], _ isDry: Bool) -> Answer
  {
    var text =
      "\(isDry ? "would remove" : "removed") \(forgotten.tables.rows) rows\n\n" + forgotten.tables.text
    if !recordings.isEmpty {
      text += "\nRaw recordings (--recordings removes those that are still as they were measured):\n"
      text += recordings.map { "  \($0.word)  \($0.path)\n" }.joined()
    }
    if !forgotten.olderCopies.isEmpty {
      text += "\nStill in older copies of the store:\n"
      text += forgotten.olderCopies.map { "  \($0.at.rfc3339)  \($0.path ?? $0.subject)\n" }.joined()
    }
    return Answer(
      text: text,
      json: [
        "dry_run": .bool(isDry), "removed": forgotten.tables.json,
        "recordings": .array(
          recordings.map { .object(["path": .string($0.path), "state": .string($0.word)]) }),
        "older_copies": .array(
          forgotten.olderCopies.map { copy in
            .object([
              "at": .string(copy.at.rfc3339), "subject": .string(copy.subject), "path": .optional(copy.path),
            ])
          }), "log_empty": .bool(forgotten.isLogEmpty),
      ])
  }
}
