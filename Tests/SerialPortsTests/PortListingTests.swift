import Foundation
import Testing

@testable import SerialPorts

@Suite struct PortListingTests {
  private func ftdi(_ system: FakeSystem, node: String? = nil) throws {
    try system.plug(
      "ttyUSB0", socket: "1-2", vendor: "0403", product: "6001", serial: "A50285BI", driver: "ftdi_sio",
      id: "usb-FTDI_FT232R_A50285BI-if00-port0", node: node)
    try system.write("/sys/bus/usb-serial/devices/ttyUSB0/latency_timer", "16\n")
  }

  @Test func `a listed port says all that the system knows`() throws {
    let system = try FakeSystem()
    try ftdi(system)
    let port = try #require(PortListing(system.root).ports.first)
    #expect(port.name == "ttyUSB0" && port.path == system.folder + "/dev/ttyUSB0")
    #expect(port.kind == .ftdi && port.driver == "ftdi_sio")
    #expect(port.usb == USBIdentity(vendor: 0x0403, product: 0x6001, serialNumber: "A50285BI"))
    #expect(port.usb?.text == "0403:6001 serial A50285BI")
    #expect(port.byID == system.folder + "/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0")
    #expect(port.byPath == system.folder + "/dev/serial/by-path/pci-usb-1-2")
    #expect(port.latencyTimer == 16)
    #expect(port.rights?.mode == 0o660)
    #expect(port.lastingPath == port.byID)
  }

  @Test func `ports of the computer itself are shown when asked for`() throws {
    let system = try FakeSystem()
    for name in ["ttyS0", "ttyS1"] {
      try system.write("/dev/\(name)", "")
      try system.make("/sys/class/tty/\(name)/device")
    }
    // a virtual console has no device
    try system.make("/sys/class/tty/tty0")
    #expect(PortListing(system.root).ports.isEmpty)
    #expect(PortListing(system.root).builtInLeftOut == ["ttyS0", "ttyS1"])
    #expect(PortListing(system.root, builtIn: true).ports.map(\.name) == ["ttyS0", "ttyS1"])
  }

  @Test func `two adapters without serial number are known by their sockets`() throws {
    let system = try FakeSystem()
    for (name, socket) in [("ttyUSB0", "1-1"), ("ttyUSB1", "1-4")] {
      // both want this one name, the later one has it
      try system.plug(
        name, socket: socket, vendor: "1a86", product: "7523", driver: "ch341-uart",
        id: "usb-1a86_USB_Serial-if00-port0")
    }
    let listing = PortListing(system.root)
    #expect(listing.ports.map(\.kind) == [.ch340, .ch340])
    let sockets = ["1-1", "1-4"].map { system.folder + "/dev/serial/by-path/pci-usb-\($0)" }
    #expect(listing.ports.map(\.identity) == sockets.map { .socket(link: $0) })
    #expect(listing.ports.map(\.lastingPath) == sockets)
    let facts = PortFact.all(of: listing, user: SystemUser(id: 0, groups: []))
    #expect(facts.contains(.sharedName(USBIdentity(vendor: 0x1A86, product: 0x7523), count: 2)))
    #expect(facts.contains { if case .knownBySocket = $0 { true } else { false } })
  }

  @Test func `a container without the folders still shows its nodes and says what is missing`() throws {
    let system = try FakeSystem()
    try system.remove("/sys/class")
    try system.remove("/dev/serial")
    try system.write("/dev/ttyACM0", "")
    try system.write("/dev/tty1", "")
    let listing = PortListing(system.root)
    #expect(listing.missingFolders == ["/dev/serial", "/sys/class/tty"])
    #expect(listing.ports.map(\.name) == ["ttyACM0"])
    #expect(listing.ports.first?.kind == .cdcACM)
    #expect(listing.ports.first?.identity == .name(system.folder + "/dev/ttyACM0"))
  }

  @Test func `without links the USB ids and the serial number name a device`() throws {
    let system = try FakeSystem()
    try ftdi(system)
    try system.remove("/dev/serial")
    let usb = USBIdentity(vendor: 0x0403, product: 0x6001, serialNumber: "A50285BI")
    #expect(PortListing(system.root).ports.first?.identity == .usb(usb))
  }

  @Test func `who has a port open is named, by descriptor and by lock file`() throws {
    let system = try FakeSystem()
    try ftdi(system)
    try system.plug("ttyACM0", socket: "1-3", vendor: "2341", product: "8037", driver: "cdc_acm")
    try system.run("screen", process: 812, opened: "/dev/ttyUSB0")
    try system.run("minicom", process: 900)
    try system.write("/run/lock/LCK..ttyACM0", "       900 minicom user\n")
    let holders = PortListing(system.root).ports.map(\.holders)
    #expect(holders.map { $0.map(\.text) } == [["minicom (process 900)"], ["screen (process 812)"]])
  }

  @Test func `a lock file of a dead process counts for nothing`() throws {
    let system = try FakeSystem()
    try ftdi(system)
    try system.write("/run/lock/LCK..ttyUSB0", "4711\n")
    #expect(PortListing(system.root).ports.first?.holders == [])
  }

  @Test(arguments: [
    (mode: UInt32(0o660), user: SystemUser(id: 1000, groups: [20]), allowed: true),
    (0o660, SystemUser(id: 1000, groups: [100]), false), (0o640, SystemUser(id: 1000, groups: [20]), false),
    (0o666, SystemUser(id: 1000, groups: []), true), (0o060, SystemUser(id: 33, groups: [20]), false),
    (0o000, SystemUser(id: 0, groups: []), true),
  ])
  func `rights are those of the owner, else the group, else all`(
    mode: UInt32, user: SystemUser, allowed: Bool
  ) {
    let rights = NodeRights(mode: mode, owner: 33, group: 20, groupName: "dialout", ownerName: "root")
    #expect(rights.allow(user) == allowed)
  }

  @Test func `rights are printed as ls prints them`() {
    let rights = NodeRights(mode: 0o660, owner: 0, group: 20, groupName: "dialout", ownerName: "root")
    #expect(rights.text == "root:dialout 0660")
  }
}

@Suite struct PortFactTests {
  private let user = SystemUser(id: 1000, groups: [1000])

  private func facts(_ system: FakeSystem) -> [PortFact] {
    PortFact.all(of: PortListing(system.root), user: user)
  }

  @Test func `a port that may not be opened comes first`() throws {
    let system = try FakeSystem()
    try system.plug("ttyUSB0", socket: "1-2", vendor: "10c4", product: "ea60", serial: "1", driver: "cp210x")
    guard case .notPermitted(let port, false)? = facts(system).first else {
      Issue.record("\(facts(system))")
      return
    }
    #expect(port.name == "ttyUSB0")
  }

  @Test func `a serial chip without a port points to brltty where that is installed`() throws {
    let system = try FakeSystem()
    try system.write("/sys/devices/usb/1-5/idVendor", "1a86\n")
    try system.write("/sys/devices/usb/1-5/idProduct", "7523\n")
    try system.link("/sys/bus/usb/devices/1-5", to: system.folder + "/sys/devices/usb/1-5")
    let usb = USBIdentity(vendor: 0x1A86, product: 0x7523)
    #expect(facts(system).contains(.chipWithoutPort(usb, kind: .ch340, brltty: false)))
    try system.write("/usr/lib/udev/rules.d/85-brltty.rules", "")
    #expect(facts(system).contains(.chipWithoutPort(usb, kind: .ch340, brltty: true)))
  }

  @Test func `an Xsens adapter that the kernel does not know is named`() throws {
    let system = try FakeSystem()
    try system.write("/sys/devices/usb/1-5/idVendor", "2639\n")
    try system.write("/sys/devices/usb/1-5/idProduct", "0300\n")
    try system.link("/sys/bus/usb/devices/1-5", to: system.folder + "/sys/devices/usb/1-5")
    #expect(facts(system).contains(.xsensUnknown(USBIdentity(vendor: 0x2639, product: 0x0300))))
  }

  @Test func `services are named with the ports that they may take`() throws {
    let system = try FakeSystem()
    try system.plug("ttyACM0", socket: "1-3", vendor: "2341", product: "8037", serial: "7", driver: "cdc_acm")
    try system.run("ModemManager", process: 555)
    try system.run("brltty", process: 556)
    let services = facts(system).compactMap { fact -> [String]? in
      if case .service(let holder, let ports) = fact { [holder.text] + ports } else { nil }
    }
    #expect(services == [["ModemManager (process 555)", "ttyACM0"], ["brltty (process 556)"]])
  }

  @Test(arguments: [("5.4.0-170-generic", true), ("5.5.0", false), ("6.1.0-18-amd64", false)])
  func `a CH340 on an old kernel is slow`(release: String, isOld: Bool) throws {
    let system = try FakeSystem()
    try system.write("/proc/sys/kernel/osrelease", release + "\n")
    try system.plug(
      "ttyUSB0", socket: "1-2", vendor: "1a86", product: "7523", driver: "ch341-uart", mode: 0o666)
    let found = facts(system).compactMap { if case .ch340(_, let old) = $0 { old } else { nil } }
    #expect(found == [isOld])
    #expect(facts(system).contains { if case .openToAll = $0 { true } else { false } })
  }

  @Test func `the latency of an FTDI adapter is told, that of a CP210x cannot be set`() throws {
    let system = try FakeSystem()
    try system.plug(
      "ttyUSB0", socket: "1-2", vendor: "0403", product: "6015", serial: "2", driver: "ftdi_sio")
    try system.write("/sys/bus/usb-serial/devices/ttyUSB0/latency_timer", "16\n")
    try system.plug("ttyUSB1", socket: "1-3", vendor: "10c4", product: "ea60", serial: "3", driver: "cp210x")
    let timers = facts(system).compactMap { if case .latencyTimer(_, let timer) = $0 { timer } else { nil } }
    #expect(timers == [16])
    #expect(
      facts(system).contains {
        if case .fixedLatency(let port) = $0 { port.name == "ttyUSB1" } else { false }
      })
  }

  @Test func `a port that vanishes half a second after it appeared was taken away`() {
    var watch = PortWatch()
    watch.look(["/dev/ttyUSB0"], at: 0)
    watch.look(["/dev/ttyUSB0", "/dev/ttyUSB1"], at: 1_000_000_000)
    watch.look(["/dev/ttyUSB0"], at: 1_500_000_000)
    // pulled out after ten seconds, and one that was there from the start
    watch.look(["/dev/ttyUSB0", "/dev/ttyUSB2"], at: 2_000_000_000)
    watch.look([], at: 12_000_000_000)
    #expect(watch.vanished.map(\.path) == ["/dev/ttyUSB1"])
    #expect(watch.vanished.map(\.life) == [500_000_000])
  }
}
