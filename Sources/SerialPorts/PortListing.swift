/// The serial ports of the computer, by what /sys and /dev say; nothing is opened.
public struct PortListing: Hashable, Sendable {
  public let system: SystemRoot
  public private(set) var ports: [ListedPort] = []
  /// Ports of the computer itself that were left out because nobody asked for them.
  public private(set) var builtInLeftOut: [String] = []
  /// Parts of the system that are not there, as in a container: /dev/serial, /sys/class/tty.
  public private(set) var missingFolders: [String] = []
  /// USB serial chips on the bus that have no port, with the folder of the device.
  public private(set) var chipsWithoutPort: [USBIdentity] = []

  /// `builtIn`: also ttyS0 and its like, most of which have no plug.
  /// `holders`: also who has a port open, for which every process is looked at.
  public init(_ system: SystemRoot = SystemRoot(), builtIn: Bool = false, holders wanted: Bool = true) {
    self.system = system
    let links = SerialLinks(system)
    if links.isMissing { missingFolders.append("/dev/serial") }
    let known = system.names("/sys/class/tty")
    if known == nil { missingFolders.append("/sys/class/tty") }
    var names = (known ?? []).filter { system.exists("/sys/class/tty/\($0)/device") }
    if known == nil { names = Self.namesWithoutSysfs(system, links) }
    let all = names.map { ListedPort($0, links, system) }
    ports = all.filter { builtIn || $0.kind != .builtIn }
    builtInLeftOut = all.filter { !builtIn && $0.kind == .builtIn }.map(\.name)
    guard wanted else { return }
    let holders = PortHolder.all(of: ports.map(\.path), system)
    for place in ports.indices { ports[place].holders = holders[ports[place].path] ?? [] }
    findChips()
  }

  /// A container may have been given a device without the folders that describe it.
  private static func namesWithoutSysfs(_ system: SystemRoot, _ links: SerialLinks) -> [String] {
    let nodes = system.names("/dev") ?? []
    let serial = nodes.filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }
    return serial + links.names.filter { !serial.contains($0) }
  }

  private mutating func findChips() {
    let bus = "/sys/bus/usb/devices"
    for name in system.names(bus) ?? [] {
      guard let usb = USBIdentity(system, folder: "\(bus)/\(name)"), PortKind.ofChip(usb) != nil else {
        continue
      }
      let taken = ports.filter { $0.usb == usb }.count
      let chips = chipsWithoutPort.filter { $0 == usb }.count
      let onBus = (system.names(bus) ?? []).filter {
        USBIdentity(system, folder: "\(bus)/\($0)") == usb
      }.count
      if taken + chips < onBus { chipsWithoutPort.append(usb) }
    }
  }

  /// The port of a path: its node, one of its links, or a link of somebody's own to it.
  public func port(at path: String) -> ListedPort? {
    if let port = ports.first(where: { [$0.path, $0.byID, $0.byPath].contains(path) }) { return port }
    guard let node = SystemRoot().resolved(path) else { return nil }
    return ports.first { SystemRoot().resolved($0.path) == node }
  }
}

extension ListedPort {
  init(_ name: String, _ links: SerialLinks, _ system: SystemRoot) {
    let device = "/sys/class/tty/\(name)/device"
    let folder = system.resolved(device)
    let usb = folder.flatMap { Self.usb(above: $0, system) }
    let driver =
      system.link(device + "/driver")?.lastComponent
      ?? folder.flatMap { SystemRoot().link($0.parentFolder + "/driver")?.lastComponent }
    self.name = name
    path = system.path("/dev/" + name)
    self.usb = usb
    self.driver = driver
    kind = PortKind(driver: driver, name: name, usb: usb)
    byID = links.byID[name].map { system.path("/dev/serial/by-id/" + $0) }
    byPath = links.byPath[name].map { system.path("/dev/serial/by-path/" + $0) }
    latencyTimer =
      ["/sys/bus/usb-serial/devices/\(name)/latency_timer", device + "/latency_timer"]
      .lazy.compactMap { system.text($0).flatMap { Int($0) } }.first
    rights = system.status("/dev/" + name).map(NodeRights.init)
    identity = .name(path)
    identity = strongestIdentity
  }

  /// A by-id name without a serial number is shared by all adapters of its kind, so it does not count.
  private var strongestIdentity: PortIdentity {
    let hasSerial = usb.map { $0.serialNumber != nil } ?? true
    if let byID, hasSerial { return .device(link: byID) }
    if let byPath { return .socket(link: byPath) }
    if let usb, hasSerial { return .usb(usb) }
    return .name(path)
  }

  /// The USB device is one to four folders above the port.
  private static func usb(above folder: String, _ system: SystemRoot) -> USBIdentity? {
    var folder = folder
    for _ in 0..<5 where !folder.isEmpty {
      if let usb = USBIdentity(SystemRoot(), folder: folder) { return usb }
      folder = folder.parentFolder
    }
    return nil
  }
}

/// The links of /dev/serial by the name of the port that they lead to.
struct SerialLinks {
  private(set) var byID: [String: String] = [:]
  private(set) var byPath: [String: String] = [:]
  let isMissing: Bool
  var names: [String] { Set(byID.keys).union(byPath.keys).sorted() }

  init(_ system: SystemRoot) {
    isMissing = system.names("/dev/serial") == nil
    byID = Self.links("/dev/serial/by-id", system)
    byPath = Self.links("/dev/serial/by-path", system)
  }

  private static func links(_ folder: String, _ system: SystemRoot) -> [String: String] {
    var links: [String: String] = [:]
    for name in system.names(folder) ?? [] {
      // Two links may lead to one port (usb- and usbv2-): the first in order counts.
      guard let target = system.link("\(folder)/\(name)")?.lastComponent, links[target] == nil else {
        continue
      }
      links[target] = name
    }
    return links
  }
}
