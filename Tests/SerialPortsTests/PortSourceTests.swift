import Foundation
import IMUProtocols
import Testing

@testable import SerialPorts

/// A server on a free port of this computer that sends a line to whoever connects, and hangs up.
private final class Greeter: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(number, pointer, size) == 0 && listen(number, 4) == 0 && getsockname(number, pointer, &size) == 0
      }
    }
    try #require(bound)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let client = accept(number, nil, nil), client >= 0 {
        _ = "hello\n".withCString { write(client, $0, 6) }
        usleep(20_000)
        close(client)
      }
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

@Suite(.serialized) struct PortSourceTests {
  @Test(arguments: [
    ("/dev/ttyACM0", PortSource.serial(path: "/dev/ttyACM0")), ("-", .standardInput),
    ("tcp:localhost:7000", .tcp(host: "localhost", port: 7000)),
    ("tcp:[::1]:80", .tcp(host: "::1", port: 80)),
    ("./tcp", .serial(path: "./tcp")),
  ])
  func `a source is a path, an address or standard input`(text: String, source: PortSource) throws {
    #expect(try PortSource(text) == source)
    #expect(source.text == text)
  }

  @Test(arguments: [
    "tcp:", "tcp:host", "tcp::7000", "tcp:host:0", "tcp:host:70000", "tcp:host:x", "tcp:[]:1",
  ])
  func `an address without host or port is refused`(text: String) {
    #expect(throws: SerialPortError.notAnAddress(text)) { _ = try PortSource(text) }
  }

  @Test func `a socket is read like a port, and connected again after it was lost`() throws {
    let server = try Greeter()
    var reader = try PortReader(
      PortSetup(.tcp(host: "127.0.0.1", port: server.port), patience: .init(retry: 20_000_000)))
    for _ in 0..<2 {
      let records = try take(&reader) { $0.isData }
      #expect(records.last?.content == .received(Array("hello\n".utf8)))
      let lost = try take(&reader) { $0.isLost }
      #expect(lost.last?.isLost == true)
      // a socket is no USB device
      #expect(!lost.contains { $0.note != nil })
    }
  }

  @Test func `an address where nobody listens is an error at once, and an unknown host is named`() throws {
    let server = try Greeter()
    let port = server.port
    _ = consume server
    usleep(50_000)
    let text = "tcp:127.0.0.1:\(port)"
    #expect(throws: SerialPortError.notConnected(path: text, code: ECONNREFUSED)) {
      _ = try PortReader(PortSetup(try PortSource(text)))
    }
    #expect(
      throws: SerialPortError.unknownHost(path: "tcp:no.such.host.invalid:1", host: "no.such.host.invalid")
    ) {
      _ = try PortReader(PortSetup(.tcp(host: "no.such.host.invalid", port: 1)))
    }
  }
}
