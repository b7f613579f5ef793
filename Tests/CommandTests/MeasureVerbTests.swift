import Foundation
import JSONText
import TestSupport
import Testing

/// A knee task in the terminal, from the first word to the outcome of the day.
@Suite(.serialized) struct `A guided measurement` {
  private let now = "--store sqlite:{}/s.db --now 2026-11-02T18:00:00Z"

  private func planned() throws -> TestFolder {
    let folder = try TestFolder()
    let plan = SharedData.packageRoot + "/docs/plans/demo.json"
    #expect(try flexion("plan apply \(plan) \(now)", in: folder).exit == 0)
    return folder
  }

  /// Goes on when the words are there.
  private func hear(_ words: String, from program: RunningProgram) {
    #expect(program.wait { $0.errors.contains(words) }, "\(words): \(program.errors.suffix(600))")
  }

  @Test func `leads through a task, measures between the taps, and keeps the outcome`() throws {
    let folder = try planned()
    let board = try RunningProgram(
      "simulate device --motion squats --side left --rate 100 --seed 4", in: folder, name: "board")
    let measure = try RunningProgram(
      "measure knee.left --source \(try board.port()) --record m.log --json \(now)", in: folder,
      name: "measure", hasKeyboard: true)
    hear("How to move", from: measure)
    try measure.type()
    hear("straighten the left knee as far as it goes", from: measure)
    try measure.type()
    hear("Bring the left leg back", from: measure)
    Thread.sleep(forTimeInterval: 8)
    try measure.type()
    let run = try measure.end()
    #expect(run.exit == 0, "\(run.errors)")
    let json = try JSONOutput(run)
    #expect(json.faults == [])
    #expect(run.errors.contains("the left knee is measured"))
    board.send(SIGTERM)

    // The log holds more than was measured, and gives the same measurement.
    let again = try flexion("process m.log --json \(now)", in: folder)
    #expect(again.exit == 0, "\(again.errors)")
    #expect(run.output.contains("\"attached\":{\"task\":\"knee.left\""))
    let feed = try flexion("feed \(now)", in: folder)
    #expect(feed.output.contains("1 of 2 tasks done"), "\(feed.output)")
    let measured = try #require(run.output.firstMatch(of: /"sha256":"([0-9a-f]+)"/)?.1)
    #expect(again.output.contains(measured))
  }

  @Test func `left before the tap keeps nothing`() throws {
    let folder = try planned()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    let measure = try RunningProgram(
      "measure knee.left --source \(try board.port()) --record m.log --json \(now)", in: folder,
      name: "measure", hasKeyboard: true)
    hear("How to move", from: measure)
    measure.send(SIGINT)
    let run = try measure.end()
    #expect(run.exit == 130, "\(run.errors)")
    #expect(try JSONOutput(run).errorCode == "cancelled")
    #expect(try flexion("feed \(now)", in: folder).output.contains("0 of 2 tasks done"))
  }

  @Test func `refuses what is not due before anybody moves`() throws {
    let folder = try planned()
    for (words, code) in [
      ("measure knee.elbow", "unknownTask"), ("measure knee.left --side right", "otherSide"),
      ("measure knee.left --day 2026-11-09", "futureDay"), ("measure knee.left --day 2020-01-01", "noTask"),
    ] {
      let run = try flexion("\(words) --source nowhere --json \(now)", in: folder)
      #expect(run.exit == 65, "\(words): \(run.errors)")
      #expect(try JSONOutput(run).errorCode == code, "\(words)")
    }
    let run = try flexion("measure knee.left --source - --json \(now)", in: folder)
    #expect(run.exit == 2)
  }

  @Test func `says which sensor moved when one is moved alone`() throws {
    let folder = try planned()
    let board = try RunningProgram(
      "simulate device --motion seated-extension --rate 100 --seed 3", in: folder, name: "board")
    // The simulated person sits still for three seconds before the first swing of the shank.
    _ = try board.port()
    Thread.sleep(forTimeInterval: 3)
    let run = try flexion(
      "stream \(try board.port()) --wiggle --until 6 --record w.log --side left", in: folder)
    #expect(run.errors.contains("the sensors are where they are said to be"), "\(run.errors)")
  }
}
