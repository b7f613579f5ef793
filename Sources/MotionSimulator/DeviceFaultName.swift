/// The faults of a simulated device as they are written on the command line: `name`, `name:value`, `name:value@second`.
public enum DeviceFaultName: String, CaseIterable, Sendable {
  case garbage, cut, banner
  case bannerBaud = "banner-baud"
  case byteLoss = "byte-loss"
  case bitFlips = "bit-flips"
  case rowFlips = "row-flips"
  case duplicates, foreign
  case wrongBaud = "wrong-baud"
  case pieces, batch, stall, stalls, unplug
  case unplugRenamed = "unplug-renamed"
  case backlog
  case clockReset = "clock-reset"
  case wrap, drift, asleep, deaf
  case acknowledgeLost = "ack-lost"
  case deadBand = "dead-band"

  /// What a fault is when only its name is given; nil for one without a value.
  public var usual: String? {
    switch self {
    case .garbage: "200"
    case .banner: "300"
    case .bannerBaud: "74880"
    case .byteLoss, .bitFlips: "0.001"
    case .rowFlips: "0.05"
    case .duplicates: "0.01"
    case .foreign: "0.1"
    case .wrongBaud: "9600"
    case .batch: "16ms"
    case .stall: "2"
    case .unplug, .unplugRenamed: "3"
    case .backlog: "2"
    case .wrap: "5"
    case .drift: "40"
    case .acknowledgeLost: "1"
    case .deadBand: "0.5"
    case .cut, .pieces, .stalls, .clockReset, .asleep, .deaf: nil
    }
  }

  /// True for a fault that happens at one moment: `@second` may follow.
  public var isMoment: Bool { [.stall, .unplug, .unplugRenamed, .clockReset].contains(self) }

  /// What its value must be, for the message about a wrong one.
  public var expected: String {
    switch self {
    case .garbage, .banner: "bytes from 0 to 100000"
    case .bannerBaud, .wrongBaud: "a speed from 300 to 4000000 baud"
    case .byteLoss, .bitFlips, .rowFlips, .duplicates, .foreign: "a chance from 0 to 1"
    case .batch: "a time or size: 16ms, 1ms, 32B"
    case .stall, .unplug, .unplugRenamed, .backlog, .wrap: "seconds from 0 to 86400"
    case .drift: "ppm from -1000 to 1000"
    case .acknowledgeLost: "a number from 0 to 1000"
    case .deadBand: "degrees a second from 0 to 2000"
    case .cut, .pieces, .stalls, .clockReset, .asleep, .deaf: "no value"
    }
  }
}
