import Assessment
import Care
import Testing

/// What a person is told, step by step.
@Suite struct KneeScriptTests {
  private func script(
    _ limb: Limb, options: Set<KneeTask.Option> = [], sensors: KneeScript.Sensors = .thighAndShin
  ) throws -> KneeScript {
    let knee = try KneeTask(
      limb: limb, options: options,
      appended: [.init(id: "bye", title: "Well done", text: "See you tomorrow.")])
    let daily = try ScheduleElement(
      extent: .allDay(first: try #require(LocalDate("2026-11-01")), last: nil),
      every: CalendarInterval([.day: 1]))
    var task = TaskContent(title: "Range of motion", schedule: try Schedule([daily]))
    task.instructions = "After breakfast."
    task.knee = knee
    return KneeScript(task, knee, sensors: sensors)
  }

  @Test func `the steps come in their order and wait for what they must`() throws {
    let steps = try script(.left).steps
    #expect(
      steps.map(\.id) == ["instruction", "touch.anywhere", "knee.range.of.motion", "conclusion", "bye"])
    #expect(steps.map(\.ending) == [.key, .key, .motion, .none, .none])
  }

  @Test func `four numbered texts follow the task's own instructions`() throws {
    let lines = try script(.left).steps[0].lines
    #expect(lines.first == "After breakfast.")
    #expect(lines.dropFirst().map { $0.prefix(2) } == ["1.", "2.", "3.", "4."])
  }

  @Test func `own completion text stands in the place of the conclusion`() throws {
    let steps = try script(.right, options: [.excludeInstructions, .excludeConclusion]).steps
    #expect(steps.map(\.id) == ["touch.anywhere", "knee.range.of.motion", "bye"])
    #expect(steps[2].title == "Well done")
    #expect(steps[2].lines == ["See you tomorrow."])
  }

  @Test(arguments: [KneeScript.Sensors.thighAndShin, .shinAlone])
  func `left and right differ in the name of the limb only`(sensors: KneeScript.Sensors) throws {
    let left = try script(.left, sensors: sensors), right = try script(.right, sensors: sensors)
    let swapped = left.steps.map { step in
      step.lines.map { line in
        line.split(separator: " ").map { $0 == "left" ? "right" : String($0) }.joined(separator: " ")
      }
    }
    #expect(swapped == right.steps.map(\.lines))
    #expect(right.steps.allSatisfy { step in step.lines.allSatisfy { !$0.contains("left") } })
  }
}
