import Assessment
import Care
import IMUProtocols
import Inertial
import SerialPorts

/// Leads a person through a knee task at the terminal: words, Enter for the tap, a bell when the motion begins and ends.
struct MeasureGuide {
  private let call: Invocation
  private var keyboard = Keyboard()
  private var remaining: [KneeScript.Step] = []

  init(_ call: Invocation) { self.call = call }

  private var messages: Messages { Messages(call.language) }

  /// How long a motion is waited for without a tap [s].
  static let longestMotion = 120.0
  /// The rest at the start, which is the zero [ns].
  private static let rest: Int64 = 3_000_000_000
  /// How long sensors are waited for [s].
  private static let sensorPatience = 10.0

  /// Up to the end of the motion; false when it was left before the motion began.
  mutating func lead(
    _ session: inout PortSession, _ task: TaskContent, _ knee: KneeTask
  ) throws -> Bool {
    let isPair = try waitForSensors(&session)
    let script = KneeScript(task, knee, sensors: isPair ? .thighAndShin : .shinAlone, in: call.language)
    remaining = script.steps
    while let step = remaining.first, step.ending != .none {
      remaining.removeFirst()
      if step.ending == .motion {
        try measure(step, &session)
      } else {
        session.say(words(of: step))
        if !(try waitForKey(&session)) { return false }
      }
    }
    return true
  }

  /// What is read after the measurement.
  func conclude() {
    for step in remaining { for line in words(of: step) { call.console.note(line, code: "prompt") } }
  }

  private func words(of step: KneeScript.Step) -> [String] {
    let key = step.id == KneeTask.instructionStep ? [messages[.pressEnter]] : []
    return ["", step.title].compactMap(\.self) + step.lines + key
  }

  /// Until samples come; true for two segments.
  private func waitForSensors(_ session: inout PortSession) throws -> Bool {
    let begin = HostClock.monotonic()
    var seconds: Double { Double(HostClock.monotonic() - begin) * 1e-9 }
    var known = 0
    while seconds < Self.sensorPatience, !session.isOver {
      let wanted = HostClock.monotonic() + 1_000_000_000
      try session.run { HostClock.monotonic() >= wanted }
      known = session.live.stream.statistics.sensors.count { $0.samples > 0 }
      if known > 0, seconds > 1.5 { break }
    }
    guard known > 0 || session.isOver else {
      throw Failure(
        "noSamples", "no sample came within \(Int(Self.sensorPatience)) s", exit: .unreachable,
        hint: "flexion ports says what answers")
    }
    return session.sensors.contains { $0.segment == .thigh }
  }

  /// False when the session ended first. Without a keyboard there is nothing to wait for.
  private mutating func waitForKey(_ session: inout PortSession) throws -> Bool {
    keyboard.forget()
    var keys = keyboard
    var isPressed = keys.isClosed
    try session.run {
      if keys.line() != nil || keys.isClosed { isPressed = true }
      return isPressed
    }
    keyboard = keys
    return isPressed && !session.isOver
  }

  private mutating func measure(_ step: KneeScript.Step, _ session: inout PortSession) throws {
    try session.mark(.begin)
    session.say([messages[.keepStill]])
    let signal = HostClock.monotonic() + Self.rest
    try session.run { HostClock.monotonic() >= signal }
    session.say(["\u{7}\(messages[.nowStraighten]) " + step.lines.joined(separator: " ")])
    let limit = call.request.number("until") ?? Self.longestMotion
    let end = HostClock.monotonic() + Int64(limit * 1e9)
    var keys = keyboard
    try session.run { HostClock.monotonic() >= end || keys.line() != nil }
    keyboard = keys
    if !session.isOver { try session.mark(.end) }
    session.say(["\u{7}\(messages[.measured])"])
  }
}
