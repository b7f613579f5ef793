import IMUProtocols
import Inertial
import SerialPorts

/// Finds out which sensor is which before a recording: the shank is moved alone.
enum WiggleStep {
  /// How long the movement is watched [s].
  private static let watched: Int64 = 5_000_000_000

  /// Places the sensors as the movement says; a swapped pair is offered to be exchanged.
  static func run(_ session: inout PortSession, _ call: Invocation) throws {
    session.say(["Keep the thigh still and move the shank only, for five seconds."])
    let verdict = try session.watchMotion(for: watched)
    guard case .moved(let sensor) = verdict else {
      let words = verdict == .still ? "no sensor moved enough" : "more than one sensor moved"
      return call.console.warn("\(words); nothing is changed", code: "wiggle")
    }
    try settle(sensor, &session, call)
  }

  private static func settle(_ moved: Int, _ session: inout PortSession, _ call: Invocation) throws {
    let sensors = session.sensors
    guard sensors.indices.contains(moved) else { return }
    switch sensors[moved].segment {
    case .shank: session.say(["The shank moved: the sensors are where they are said to be."])
    case .thigh:
      call.console.warn("the sensor that is called the thigh moved: the two are swapped", code: "wiggle")
      session.say(["Press Enter to exchange them, or type k and Enter to keep them as they are."])
      if try answer(&session) != "k" { try session.place(shank: moved) }
    default: try session.place(shank: moved)
    }
  }

  /// What is typed; a closed keyboard agrees.
  private static func answer(_ session: inout PortSession) throws -> String {
    var keyboard = Keyboard()
    keyboard.forget()
    var typed: String?
    try session.run {
      typed = keyboard.line() ?? (keyboard.isClosed ? "" : nil)
      return typed != nil
    }
    return typed ?? "k"
  }
}
