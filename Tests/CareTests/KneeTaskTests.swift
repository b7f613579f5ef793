import Care
import Foundation
import Testing

@Suite struct KneeTaskTests {
  private let numbers = RangeOfMotionResult(
    definition: .jointAngle, start: 2, finish: 3, minimum: -1, maximum: 89, range: 90)

  private func task(_ knee: KneeTask) throws -> CareTask {
    var content = TaskContent(schedule: try .perDay(1, from: LocalDate("2026-03-02")!))
    content.knee = knee
    return CareTask(
      participant: .me, id: "rom", uuid: UUID(), created: .earliest, effectiveDate: .earliest, addedIn: .utc,
      content: content)
  }

  private func record() -> MeasurementRecord {
    MeasurementRecord(
      participant: .me, sha256: String(repeating: "a", count: 64),
      method: .init(name: "hinge", version: "1", parameterHash: "0f"), side: .left, numbers: numbers,
      source: "a.csv")
  }

  @Test func `the result tree has every step, and below the motion step file and numbers`() throws {
    let knee = try KneeTask(limb: .left, options: [.excludeConclusion], appended: [.init(id: "end")])
    let result = TaskResult(of: try task(knee), knee: knee, measured: record())
    #expect(result.identifier == "rom")
    #expect(
      result.steps.map(\.identifier) == ["instruction", "touch.anywhere", "knee.range.of.motion", "end"])
    #expect(
      result.step("knee.range.of.motion")?.leaves.map(\.content) == [
        .file(path: "a.csv", sha256: String(repeating: "a", count: 64)), .motion(numbers),
      ])
  }

  @Test func `the range comes first, then what was asked, named by the definition`() throws {
    let knee = try KneeTask(limb: .left, extract: [.maximum, .range, .start])
    let result = TaskResult(of: try task(knee), knee: knee, measured: record())
    let values = MotionExtractor(numbers: knee.extract).values(from: result, createdDate: .earliest)
    #expect(values?.map(\.kind) == ["flexionRange", "flexionMaximum", "flexionStart"])
    #expect(values?.map(\.datum) == [.double(90), .double(89), .double(2)])
    #expect(values?.allSatisfy { $0.units == "deg" } ?? false)
  }

  @Test func `a motion inside a step of a step is found, the first one counts`() {
    let first = LeafResult(identifier: "m", content: .motion(numbers))
    var other = numbers
    other.range = 10
    let second = LeafResult(identifier: "m", content: .motion(other))
    let inner = StepResult(identifier: "inner", leaves: [first])
    let result = TaskResult(
      identifier: "t",
      steps: [
        StepResult(identifier: "a", items: [.step(inner)]), StepResult(identifier: "b", leaves: [second]),
      ])
    let values = MotionExtractor().values(from: result, createdDate: .earliest)
    #expect(values?.number(ofKind: "flexionRange") == 90)
  }

  @Test func `no motion, or one without a range, gives no outcome`() {
    let file = LeafResult(identifier: "f", content: .file(path: "x", sha256: ""))
    let empty = LeafResult(identifier: "m", content: .motion(RangeOfMotionResult(definition: .jointAngle)))
    for leaves in [[], [file], [file, empty]] {
      let result = TaskResult(identifier: "t", steps: [StepResult(identifier: "s", leaves: leaves)])
      #expect(MotionExtractor().values(from: result, createdDate: .earliest) == nil)
    }
  }

  @Test func `a step id that is taken is refused`() {
    for id in ["instruction", "knee.range.of.motion", "end"] {
      #expect(throws: CareError.invalidTask(field: "append.\(id)")) {
        try KneeTask(limb: .right, appended: [.init(id: "end"), .init(id: id)])
      }
    }
  }

  @Test(arguments: ["", " a", "a ", "a\nb", String(repeating: "x", count: 129)])
  func `a participant without a plain name is refused`(text: String) {
    #expect(throws: CareError.invalidParticipant) { try ParticipantID(text) }
  }
}
