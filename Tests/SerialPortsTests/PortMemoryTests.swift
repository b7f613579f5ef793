import Foundation
import Testing

@testable import SerialPorts

@Suite struct PortMemoryTests {
  private let path = NSTemporaryDirectory() + "flexion-memory-" + UUID().uuidString + "/flexion/ports"

  @Test func `what was found is there the next time`() {
    var memory = PortMemory(path: path)
    let port = RememberedPort(protocolName: "witmotion", baud: 9600, rate: 10.017)
    let thigh = PortIdentity.device(link: "/dev/serial/by-id/usb-A"),
      shank = PortIdentity.socket(link: "/dev/serial/by-path/2")
    let isKept = memory.remember(port, for: thigh)
    #expect(isKept)
    memory.remember(RememberedPort(protocolName: "text", baud: 115_200), for: shank)
    let again = PortMemory(path: path)
    #expect(again[thigh] == port)
    #expect(again[shank] == RememberedPort(protocolName: "text", baud: 115_200))
    #expect(again[.socket(link: "/dev/other")] == nil)
  }

  @Test func `only what means the same device tomorrow is remembered`() {
    var memory = PortMemory(path: path)
    let port = RememberedPort(protocolName: "witmotion", baud: 9600)
    for name in ["/dev/pts/4", "-", "tcp:localhost:7000"] {
      let isKept = memory.remember(port, for: .name(name))
      #expect(!isKept && memory[.name(name)] == nil, "\(name)")
    }
    let board = PortIdentity.usb(USBIdentity(vendor: 0x2341, product: 0x8037, serialNumber: "77"))
    for identity in [board, .device(link: "/by-id/a"), .socket(link: "/by-path/b")] {
      let isKept = memory.remember(port, for: identity)
      #expect(isKept && PortMemory(path: path)[identity] == port, "\(identity)")
    }
  }

  @Test func `a damaged file is no memory, and its whole lines still count`() throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = "\u{0}\u{1}\nusb\twitmotion\nx\ttext\tfast\t\ny\ttext\t9600\t10000\nz\ttext\t-5\t\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let memory = PortMemory(path: path)
    #expect(memory[.socket(link: "y")] == RememberedPort(protocolName: "text", baud: 9600, rate: 10))
    for name in ["x", "z", "usb"] { #expect(memory[.socket(link: name)] == nil) }
  }

  @Test func `a folder that cannot be written costs nothing but the memory`() {
    var memory = PortMemory(path: "/proc/flexion/ports")
    let isKept = memory.remember(RememberedPort(protocolName: "text", baud: 9600), for: .device(link: "x"))
    #expect(!isKept)
    #expect(memory[.device(link: "x")] != nil)
  }

  @Test func `it lies where things lie that may be lost`() {
    #expect(PortMemory.path(environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/flexion/ports")
    #expect(PortMemory.path(environment: ["HOME": "/h"]) == "/h/.cache/flexion/ports")
    #expect(PortMemory.path(environment: [:]) == nil)
  }
}
