import DecimalText
import IMUProtocols
import JSONText

/// What a tap check found: how far apart in time the two sensors of a leg tell of the same bump (serial.md section 9).
struct TapCheck {
  private let offset: TapOffset?
  private let names: (first: String, second: String)?

  init(_ watch: TapWatch, _ stream: StreamSet) {
    offset = watch.offset(of: stream.sensors)
    names = watch.pair(of: stream.sensors).map { first, second in
      (Self.name(stream.sensors[first], stream), Self.name(stream.sensors[second], stream))
    }
  }

  private static func name(_ sensor: PlacedSensor, _ stream: StreamSet) -> String {
    sensor.segment?.rawValue ?? (sensor.name.isEmpty ? stream.name(ofPort: sensor.port) : sensor.name)
  }

  /// "taps: shank is 1.8 ms behind thigh (5 taps, each within 0.4 ms)"
  var text: String {
    guard let names else { return "taps: two sensors are needed, the thigh's and the shank's" }
    guard let offset else { return "taps: none was felt by both sensors" }
    let way = offset.seconds < 0 ? "ahead of" : "behind"
    let count = "\(offset.taps) \(offset.taps == 1 ? "tap" : "taps")"
    let spread = offset.spread.map { ", each within \(Self.milliseconds($0)) ms" } ?? ""
    return "taps: \(names.second) is \(Self.milliseconds(abs(offset.seconds))) ms \(way) \(names.first) "
      + "(\(count)\(spread))"
  }

  var json: JSONValue {
    .object([
      "first": .optional(names?.first), "second": .optional(names?.second),
      "offset_ms": .optional(offset.map { $0.seconds * 1e3 }, decimals: 3),
      "spread_ms": .optional(offset?.spread.map { $0 * 1e3 }, decimals: 3),
      "taps": .integer(offset?.taps ?? 0),
    ])
  }

  private static func milliseconds(_ seconds: Double) -> String {
    DecimalText.fixed(seconds * 1e3, decimals: 1)
  }
}

/// Before a measurement: both sensors are tapped together, then strapped on.
enum TapStep {
  static func run(_ session: inout PortSession, _ call: Invocation) throws {
    // A log holds its taps already.
    if session.isReplay { return }
    session.say([
      "Hold both sensors together and tap them on something hard, five times, a second apart, within ten seconds."
    ])
    guard let taps = try session.waitForTaps() else { return }
    session.say([taps.text])
    try waitForStraps(&session)
    if !session.isOver { try session.mark(.begin) }
  }

  /// What follows is the leg. Without a keyboard there is nobody to wait for.
  private static func waitForStraps(_ session: inout PortSession) throws {
    var keyboard = Keyboard()
    keyboard.forget()
    session.say(["Put the sensors on, press Enter, and keep still for three seconds."])
    try session.run { keyboard.line() != nil || keyboard.isClosed }
  }
}
