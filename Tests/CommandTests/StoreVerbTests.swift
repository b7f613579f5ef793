import Care
import CareStore
import Foundation
import JSONText
import Testing

private let store = "--store sqlite:{}/s/knee.db"

@Suite struct `Store verbs` {
  private func rights(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }

  @Test func `init makes folder and file for the owner alone, and the second time nothing`() throws {
    let folder = try TestFolder()
    let dry = try flexion("store init --dry-run --json \(store)", in: folder)
    #expect(dry.exit == 0 && folder.names == [])
    #expect(try JSONOutput(dry).faults == [])
    for isNew in [true, false] {
      let output = try JSONOutput(flexion("store init --json \(store)", in: folder))
      #expect(output.faults == [] && output["created"] == .bool(isNew))
    }
    #expect(try rights(folder.file("s")) == 0o700)
    #expect(try rights(folder.file("s/knee.db")) == 0o600)
    try folder.write(
      "other", "this is no store, and longer than a header of one would be, by some hundred bytes.")
    chmod(folder.file("other"), 0o600)
    #expect(try flexion("store init --store sqlite:{}/other", in: folder).exit == 65)
    #expect(try flexion("store init --store postgresql:x", in: folder).exit == 2)
  }

  @Test func `info counts rows and participants, also as JSON`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(3, in: folder)
    let text = try flexion("store info \(store)", in: folder)
    #expect(text.output.contains("participants  1") && text.output.contains("2026-06-30"))
    let output = try JSONOutput(flexion("store info --json \(store)", in: folder))
    #expect(output.faults == [] && output["participants"] == .integer(1))
    guard case .object(let tables)? = output["tables"] else { return #expect(Bool(false)) }
    #expect(tables["measurement"] == .integer(3))
    #expect(try flexion("store info --store sqlite:{}/none.db", in: folder).exit == 66)
  }

  @Test func `backup and restore give the same answers, and neither overwrites`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(3, in: folder)
    let dry = try flexion("store backup --to b.bak --dry-run --json \(store)", in: folder)
    #expect(try JSONOutput(dry).faults == [] && !folder.has("b.bak"))
    let made = try flexion("store backup --to b.bak --json --progress json \(store)", in: folder)
    let output = try JSONOutput(made)
    #expect(made.exit == 0 && output.faults == [])
    #expect(made.errors.contains(#""done":"#))
    for name in ["b.bak", "b.bak.manifest.json"] { #expect(try rights(folder.file(name)) == 0o600) }
    #expect(try flexion("store backup --to b.bak \(store)", in: folder).exit == 73)
    #expect(try flexion("store backup --to s/knee.db --force \(store)", in: folder).exit == 73)
    #expect(try flexion("store backup --to none/b.bak \(store)", in: folder).exit == 73)
    #expect(try flexion("store backup --to b.bak --force \(store)", in: folder).exit == 0)

    let target = "--store sqlite:{}/new/knee.db"
    let checked = try flexion("store restore b.bak --dry-run --json \(target)", in: folder)
    #expect(try JSONOutput(checked).faults == [] && !folder.has("new"))
    let back = try flexion("store restore b.bak --json \(target)", in: folder)
    #expect(try back.exit == 0 && JSONOutput(back).faults == [])
    #expect(try flexion("store restore b.bak \(target)", in: folder).exit == 73)
    for verb in ["outcomes list --json", "feed --day 2026-03-02 --json"] {
      let lines = try ["s", "new"].map {
        try flexion("\(verb) --store sqlite:{}/\($0)/knee.db", in: folder).output
      }
      #expect(lines[0] == lines[1] && lines[0].contains(#""ok":true"#))
    }
  }

  @Test func `a backup that was changed or cut is refused, and its place stays empty`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(3, in: folder)
    _ = try flexion("store backup --to b.bak \(store)", in: folder)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("b.bak"))))
    var flipped = whole
    flipped[5000] ^= 4
    for bytes in [flipped, Array(whole.dropLast(100)), []] {
      try folder.write("b.bak", bytes)
      let run = try flexion("store restore b.bak --json --store sqlite:{}/new/knee.db", in: folder)
      #expect(run.exit == 65)
      #expect(try JSONOutput(run).errorCode == "badBackup")
      #expect(run.errors.contains("b.bak") && !folder.has("new"))
    }
    #expect(try flexion("store restore none.bak --store sqlite:{}/new/k.db", in: folder).exit == 66)
  }

  @Test func `verify is content with what the program wrote`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(3, in: folder)
    let attach = "outcomes attach 1 --day \(KeptMeasurements.day(0)) \(store)"
    #expect(try flexion(attach, in: folder, environment: KeptMeasurements.clock).exit == 0)
    let run = try flexion("store verify --json \(store)", in: folder)
    let output = try JSONOutput(run)
    #expect(run.exit == 0 && output.faults == [] && output["ok"] == .bool(true))
  }

  @Test func `forget wants a yes, removes one participant, and says it to nobody`() async throws {
    let folder = try TestFolder()
    let canary = try ParticipantID("canary-4711")
    try await KeptMeasurements.make(2, in: folder, participant: canary)
    try await KeptMeasurements.make(2, in: folder)
    try folder.write("raw-0.csv", "not what was measured")
    _ = try flexion("store backup --to s/b.bak \(store)", in: folder)
    #expect(try flexion("store forget canary-4711 \(store)", in: folder).exit == 2)
    let dry = try flexion("store forget canary-4711 --dry-run --json \(store)", in: folder)
    #expect(try dry.exit == 0 && JSONOutput(dry).faults == [])
    let run = try flexion("store forget canary-4711 --yes --recordings --json \(store)", in: folder)
    let output = try JSONOutput(run)
    #expect(run.exit == 0 && output.faults == [])
    #expect(output["removed"] == (try JSONOutput(dry))["removed"])
    #expect(run.output.contains("s/b.bak"))
    // Both participants named the file, and it is another one by now.
    #expect(folder.has("raw-0.csv"))
    let again = try flexion("store forget canary-4711 --yes \(store)", in: folder)
    #expect(again.exit == 65)
    for run in [dry, run, again] { #expect(!run.errors.contains("canary")) }
    #expect(try !Data(contentsOf: URL(fileURLWithPath: folder.file("s/knee.db"))).contains(canary.text))
    let rest = try flexion("outcomes list --json \(store)", in: folder)
    #expect(rest.output.components(separatedBy: #""measurement":"#).count == 3)
  }

  @Test func `forget --recordings removes the very file that was measured and no other`() async throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    #expect(try flexion("process shin.csv \(store) --quiet", in: folder).exit == 0)
    #expect(try flexion("store forget me --yes --recordings \(store)", in: folder).exit == 0)
    #expect(!folder.has("shin.csv") && folder.has("shin.truth.csv"))
  }

  @Test func `migrate names its steps, changes nothing dry, and keeps the store as it was`() throws {
    let folder = try TestFolder()
    let sql = try String(
      contentsOfFile: Fixtures.repository("Tests/TestSupport/Vectors/store-schema-2.sql"), encoding: .utf8)
    try folder.write("s/knee.db", "")
    chmod(folder.file("s/knee.db"), 0o600)
    try run(sql, on: folder.file("s/knee.db"))
    let read = try flexion("feed --json \(store)", in: folder)
    #expect(read.exit == 78 && read.errors.contains("older"))
    #expect(try flexion("store init \(store)", in: folder).exit == 78)
    #expect(try flexion("store verify \(store)", in: folder).exit == 78)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("s/knee.db")))
    let dry = try flexion("store migrate --dry-run --json \(store)", in: folder)
    #expect(try JSONOutput(dry).faults == [] && dry.output.contains("missing"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("s/knee.db"))) == before)
    let applied = try flexion("store migrate --json \(store)", in: folder)
    #expect(try JSONOutput(applied).faults == [] && applied.output.contains("applied"))
    #expect(folder.has("s/knee.db.schema-2.backup"))
    #expect(try flexion("store verify \(store)", in: folder).exit == 0)
    let outcomes = try flexion("outcomes list --json \(store)", in: folder)
    #expect(outcomes.output.contains("flexionRange"))
  }

  /// Statements on a database without this program.
  private func run(_ sql: String, on path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-c", "import sqlite3,sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())", path,
    ]
    let input = Pipe()
    process.standardInput = input
    try process.run()
    input.fileHandleForWriting.write(Data(sql.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
