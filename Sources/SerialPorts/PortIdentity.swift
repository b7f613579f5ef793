/// What stays the same when a device is plugged in again, and where it will then be found.
public enum PortIdentity: Hashable, Sendable {
  /// A link of /dev/serial/by-id of a device with a serial number: the device, in whatever socket.
  case device(link: String)
  /// A link of /dev/serial/by-path: the socket, whatever is plugged in there.
  case socket(link: String)
  /// No links, as in a container: the USB ids and the serial number.
  case usb(USBIdentity)
  /// A link of somebody's own, or a name about which nothing else is known.
  case name(String)

  /// Written into logs and the memory of detection.
  public var text: String {
    switch self {
    case .device(let link), .socket(let link), .name(let link): link
    case .usb(let usb): "usb \(usb.text)"
    }
  }

  /// Whether it will be the same device, or socket, tomorrow. A bare name may be anybody's.
  public var isLasting: Bool { if case .name = self { false } else { true } }

  /// A sentence for people when the identity is weaker than they may think.
  public var caution: String? {
    if case .socket = self { "it has no serial number: it is known by its USB socket" } else { nil }
  }
}

extension PortIdentity {
  /// Of the port that would be opened so.
  public static func of(_ setup: PortSetup) -> PortIdentity {
    PortAddress(setup.source, setup.system).identity
  }
}
