import Assessment
import Care
import Goniometry
import IMUProtocols
import JSONText
import SerialPorts

/// `measure`: a knee task of the plan in the terminal, from the first instruction to the outcome of the day.
enum MeasureVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let sources = call.request.list("source")
    try OutputPaths.check(call, inputs: sources)
    let (event, knee) = try await due(call)
    let goniometer = try await Goniometer(call)
    let keeper = try MeasurementKeeper(call, for: event.task.id, limb: knee.limb)
    if let recorded = try RecordedTask(sources) {
      return try await recorded.measure(event, knee, goniometer, keeper, call)
    }
    StopSignal.watch()
    var session = try PortSession(
      try ports(sources, call), side: knee.limb.rawValue, calibrations: goniometer.parameters.calibrations,
      call)
    let outputs = try MeasurementOutputs(call.request, recordings: [session.logPath])
    if call.request.has("wiggle") { try WiggleStep.run(&session, call) }
    var guide = MeasureGuide(call)
    let isMeasured = try guide.lead(&session, event.task.content, knee)
    try session.close()
    guard isMeasured else { throw cancelled(session.logPath) }
    // Ctrl-C in the motion is no tap: what there is stays in the log and is shown, and nothing is attached.
    let isWhole = StopSignal.received == nil && session.lostPort == nil
    var answer = try await SessionResult.conclude(
      session, outputs, goniometer, isWhole ? keeper : nil, call)
    if isWhole { guide.conclude() }
    answer.json["task"] = .string(event.task.id)
    if !isWhole { answer.text += unkept(session.logPath, event.task.id) }
    answer.lines = [answer.envelope(schema: call.request.verb.schema)]
    return answer
  }

  /// Before anybody is told to move: the task is there, is about a knee, and is due.
  private static func due(_ call: Invocation) async throws -> (CareEvent, KneeTask) {
    let setting = try CareSetting(call)
    let day = setting.day("day") ?? setting.occasion.today
    let side = call.request.text("side").flatMap { Limb(rawValue: $0) }
    let task = call.request.arguments[0]
    switch try await DueKneeTask.find(
      task, on: day, side: side, in: try setting.open(.readWrite), setting.occasion)
    {
    case .due(let event, let knee): return (event, knee)
    case .notDue(let reason):
      throw Failure(
        reason.code, reason.reason, exit: .dataRefused, field: "TASK",
        hint: "flexion feed shows what is due; flexion plan show names the tasks")
    }
  }

  /// As named, else the one port at which something speaks.
  private static func ports(_ named: [String], _ call: Invocation) throws -> [String] {
    if named.contains("-") {
      throw Failure(
        "noKeyboard", "standard input is the keyboard here", exit: .usage, field: "source",
        hint: "name a port: --source /dev/ttyACM0")
    }
    if !named.isEmpty { return named }
    let found = PortListing().ports.filter { port in
      if case .notTried = ExaminedPort(port.path, port).use { true } else { false }
    }.map(\.lastingPath)
    guard found.count == 1 else {
      let words =
        found.isEmpty ? "no serial port is there" : "there are several: " + found.joined(separator: ", ")
      throw Failure(
        "noPort", words, exit: .usage, field: "source",
        hint: "name it: --source PORT; flexion ports lists them")
    }
    return found
  }

  private static func cancelled(_ log: String) -> Failure {
    Failure(
      "cancelled", "the task was left before it began; nothing was measured or kept", exit: .ofStopSignal,
      file: log)
  }

  private static func unkept(_ log: String, _ task: String) -> String {
    "not kept: the task was not finished; to keep it all the same: "
      + "flexion process \(log) --store sqlite:PATH --task \(task)\n"
  }
}
