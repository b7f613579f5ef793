import Glibc

/// Where a port is now: its source, and for a serial port the identity by which it is found again.
struct PortAddress {
  let source: PortSource
  let identity: PortIdentity
  /// What was plugged in at first.
  let usb: USBIdentity?
  private let system: SystemRoot

  init(_ source: PortSource, _ system: SystemRoot) {
    self.source = source
    self.system = system
    guard case .serial(let path) = source else {
      identity = .name(source.text)
      usb = nil
      return
    }
    let port = PortListing(system, builtIn: true, holders: false).port(at: path)
    usb = port?.usb
    identity = Self.identity(path, port)
  }

  /// A link that the user named is looked up again as it is; a mere number such as ttyUSB0 may be another device's
  /// a moment later.
  private static func identity(_ path: String, _ port: ListedPort?) -> PortIdentity {
    guard let port else { return .name(path) }
    if path == port.byPath { return .socket(link: path) }
    if path == port.path || path == port.byID { return port.identity }
    // A link of the user's own is looked up again as it is; a name beside such links is the port itself.
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? .name(path) : port.identity
  }

  enum Place: Equatable {
    case at(PortSource)
    case absent
    /// Another device sits in the socket, or has taken the name.
    case taken(by: String)
  }

  /// Where it is to be opened now.
  var place: Place {
    guard case .serial = source else { return .at(source) }
    switch identity {
    case .device(let link): return access(link, F_OK) == 0 ? .at(.serial(path: link)) : .absent
    case .usb(let usb):
      let ports = PortListing(system, builtIn: true, holders: false).ports
      return ports.first { $0.usb == usb }.map { .at(.serial(path: $0.path)) } ?? .absent
    case .socket(let link), .name(let link):
      guard access(link, F_OK) == 0 else { return .absent }
      if let usb, let now = PortListing(system, builtIn: true, holders: false).port(at: link)?.usb, now != usb
      {
        return .taken(by: now.text)
      }
      return .at(.serial(path: link))
    }
  }
}
