import SerialPorts

/// What there is to say about a source depends on what it is: only a serial port has a cable and a speed.
extension PortSource {
  /// As a path names it; something that is no address counts as a path.
  static func of(_ path: String) -> PortSource { (try? PortSource(path)) ?? .serial(path: path) }

  /// Behind the path of a source that the system does not list.
  var description: String {
    switch self {
    case .serial: "not listed by the system"
    case .tcp: "a program that passes a device on"
    case .standardInput: "standard input"
    }
  }

  /// What to do when no byte came.
  var silenceAdvice: String {
    switch self {
    case .serial:
      "check power and cable; a board that waits for a command needs \"start\" in a --device file, "
        + "Modbus sensors --protocol witmotion_modbus"
    case .tcp: "the connection is there: check that the program at its other end has its device"
    case .standardInput: "check the program that writes to the pipe"
    }
  }

  /// "the device went away", before "and did not come back".
  var lossWords: String {
    switch self {
    case .serial: "the device went away"
    case .tcp: "the connection was closed"
    case .standardInput: "standard input ended"
    }
  }

  var lossAdvice: String {
    switch self {
    case .serial: "check cable and hub"
    case .tcp: "check the program at its other end"
    case .standardInput: "check the program that writes to the pipe"
    }
  }

  /// What to do when it went away while it was listened to.
  var vanishedAdvice: String {
    switch self {
    case .serial: "plug it in again; `flexion doctor` names services that take such ports"
    case .tcp, .standardInput: lossAdvice
    }
  }
}
