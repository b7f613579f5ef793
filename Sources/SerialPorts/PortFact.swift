/// Something about the serial ports of this computer that a person may have to know or do.
public enum PortFact: Hashable, Sendable {
  /// No serial port at all.
  case noPorts
  /// A part of the system is missing, as in a container: "/dev/serial".
  case missing(folder: String)
  /// `groupIsPending`: the user is a member since the last login only.
  case notPermitted(ListedPort, groupIsPending: Bool)
  case openToAll(ListedPort)
  /// An FTDI adapter collects bytes for so long [ms].
  case latencyTimer(ListedPort, milliseconds: Int)
  /// A CH340 has no serial number and passes on 32 bytes at a time; on an old kernel it is unreliable at 921600 baud.
  case ch340(ListedPort, kernelIsOld: Bool)
  /// No knob for its latency.
  case fixedLatency(ListedPort)
  case ignoresSpeed(ListedPort)
  /// Adapters without serial number: each is known by its socket.
  case knownBySocket(ListedPort)
  /// Several adapters without serial number share one name, and one of them has none.
  case sharedName(USBIdentity, count: Int)
  case held(ListedPort, by: [PortHolder])
  /// A service that takes serial ports is running; what it endangers.
  case service(PortHolder, ports: [String])
  /// A serial chip is plugged in and has no port. `brltty`: that program is installed or running, which takes them.
  case chipWithoutPort(USBIdentity, kind: PortKind, brltty: Bool)
  /// An Xsens adapter whose ids the kernel does not know.
  case xsensUnknown(USBIdentity)
  case vanished(path: String, milliseconds: Int)
  case builtInLeftOut([String])
}

extension PortFact {
  /// The facts of a listing, the gravest first.
  public static func all(of listing: PortListing, user: SystemUser = .current) -> [PortFact] {
    let system = listing.system
    var facts: [PortFact] = listing.ports.compactMap { port in
      guard let rights = port.rights, !rights.allow(user) else { return nil }
      return .notPermitted(port, groupIsPending: isMember(rights.groupName, system))
    }
    facts += chips(listing) + services(listing)
    facts += listing.ports.filter { !$0.holders.isEmpty }.map { .held($0, by: $0.holders) }
    for port in listing.ports { facts += Self.facts(of: port, listing) }
    facts += sharedNames(listing)
    if listing.ports.isEmpty { facts.append(.noPorts) }
    facts += listing.missingFolders.map { .missing(folder: $0) }
    if !listing.builtInLeftOut.isEmpty { facts.append(.builtInLeftOut(listing.builtInLeftOut)) }
    return facts
  }

  private static func facts(of port: ListedPort, _ listing: PortListing) -> [PortFact] {
    var facts: [PortFact] = []
    if port.rights?.isOpenToAll == true { facts.append(.openToAll(port)) }
    switch port.kind {
    case .ftdi:
      if let timer = port.latencyTimer { facts.append(.latencyTimer(port, milliseconds: timer)) }
    case .ch340: facts.append(.ch340(port, kernelIsOld: kernel(listing.system).map { $0 < (5, 5) } ?? false))
    case .cp210x, .pl2303: facts.append(.fixedLatency(port))
    case .cdcACM: facts.append(.ignoresSpeed(port))
    case .usbSerial, .builtIn, .pseudoTerminal, .unknown: break
    }
    if case .socket = port.identity { facts.append(.knownBySocket(port)) }
    return facts
  }

  private static func sharedNames(_ listing: PortListing) -> [PortFact] {
    let nameless = listing.ports.compactMap(\.usb).filter { $0.serialNumber == nil }
    let counts = Dictionary(grouping: nameless) { $0 }.mapValues(\.count).filter { $0.value > 1 }
    return counts.sorted { $0.key.code < $1.key.code }.map { .sharedName($0.key, count: $0.value) }
  }

  private static func chips(_ listing: PortListing) -> [PortFact] {
    listing.chipsWithoutPort.map { usb in
      if usb.vendor == 0x2639 { return .xsensUnknown(usb) }
      return .chipWithoutPort(
        usb, kind: PortKind.ofChip(usb) ?? .usbSerial, brltty: isBrlttyHere(listing.system))
    }
  }

  private static func services(_ listing: PortListing) -> [PortFact] {
    PortHolder.running(ExaminedPort.services, listing.system).compactMap { service in
      let kinds: Set<PortKind> =
        service.program == "brltty"
        ? [.ch340, .cp210x, .ftdi]
        : service.program == "ModemManager" ? [.cdcACM] : Set(PortKind.allCases)
      let ports = listing.ports.filter { kinds.contains($0.kind) }.map(\.name)
      return ports.isEmpty && service.program != "brltty" ? nil : .service(service, ports: ports)
    }
  }

  private static func isBrlttyHere(_ system: SystemRoot) -> Bool {
    let rules = ["/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d"]
      .flatMap { system.names($0) ?? [] }
    return rules.contains { $0.contains("brltty") } || !PortHolder.running(["brltty"], system).isEmpty
  }

  /// Whether /etc/group has the user in a group, from the next login on.
  private static func isMember(_ group: String?, _ system: SystemRoot) -> Bool {
    guard let group, let user = SystemUser.name, let groups = system.text("/etc/group") else { return false }
    return groups.split(separator: "\n").contains { line in
      let words = line.split(separator: ":", omittingEmptySubsequences: false)
      return words.count == 4 && words[0] == group && words[3].split(separator: ",").contains { $0 == user }
    }
  }

  /// Version of the kernel, as far as it is compared.
  private static func kernel(_ system: SystemRoot) -> (Int, Int)? {
    let words = system.text("/proc/sys/kernel/osrelease")?.split(whereSeparator: { $0 == "." || $0 == "-" })
    guard let words, words.count > 1, let major = Int(words[0]), let minor = Int(words[1]) else { return nil }
    return (major, minor)
  }
}
