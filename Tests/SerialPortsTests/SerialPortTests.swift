import Foundation
import IMUProtocols
import SerialPorts
import Testing

@Suite(.serialized) struct SerialPortTests {
  private func read(_ port: inout SerialPort, upTo count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<100 where bytes.count < count {
      guard
        case .bytes(let read) = try buffer.withUnsafeMutableBytes({ try port.read(into: $0, timeout: 50) })
      else { continue }
      bytes += buffer[..<read]
    }
    return bytes
  }

  @Test func `all byte values pass both ways unchanged`() throws {
    var terminal = try PseudoTerminal()
    var port = try SerialPort(path: terminal.path)
    let all = (0...255).map { UInt8($0) }
    let taken = try terminal.write(all[...])
    #expect(taken == 256)
    let arrived = try read(&port, upTo: 256)
    #expect(arrived == all)
    let isSent = try port.write(all)
    let answered = try terminal.read()
    #expect(isSent)
    #expect(answered == all)
  }

  @Test func `what piled up before opening is dropped`() throws {
    var terminal = try PseudoTerminal()
    var written = 0
    while case let count = try terminal.write([UInt8](repeating: 0x41, count: 1000)[...]), count > 0 {
      written += count
    }
    #expect(written > 4096)
    var port = try SerialPort(path: terminal.path)
    _ = try terminal.write(Array("new\n".utf8)[...])
    let arrived = try read(&port, upTo: 4)
    #expect(arrived == Array("new\n".utf8))
  }

  @Test func `a second opener is refused and told who holds the port`() throws {
    let terminal = try PseudoTerminal()
    let first = try SerialPort(path: terminal.path)
    #expect(throws: SerialPortError.busy(path: terminal.path, holder: getpid())) {
      _ = try SerialPort(path: terminal.path)
    }
    _ = consume first
    _ = try SerialPort(path: terminal.path)
  }

  @Test func `a port that is not there is named`() {
    #expect(throws: SerialPortError.noSuchPort(path: "/dev/flexion-none")) {
      _ = try SerialPort(path: "/dev/flexion-none")
    }
  }

  @Test(arguments: ["/dev/null", "/etc/hostname"])
  func `what is no port is refused`(path: String) {
    #expect(throws: SerialPortError.notAPort(path: path)) { _ = try SerialPort(path: path) }
  }

  @Test(arguments: [9600, 115_200, 921_600, 123_456])
  func `every speed is accepted by a pseudo terminal`(baud: Int) throws {
    let terminal = try PseudoTerminal()
    _ = try SerialPort(path: terminal.path, settings: LineSettings(baud: baud, keepsControlLinesLow: true))
  }

  @Test func `a pulled device reads as gone, not as silence`() throws {
    let terminal = try PseudoTerminal()
    var port = try SerialPort(path: terminal.path)
    _ = consume terminal
    var buffer = [UInt8](repeating: 0, count: 16)
    let reading = try buffer.withUnsafeMutableBytes { try port.read(into: $0, timeout: 1000) }
    guard case .gone = reading else {
      Issue.record("\(reading)")
      return
    }
  }

  @Test func `the wire carries 261 samples of 44 bytes at 115200 baud`() {
    #expect(Int(LineSettings().highestRate(bytesPerSample: 44)) == 261)
  }

  @Test func `a link is gone when its terminal is closed`() throws {
    let link = freshLink()
    let terminal = try PseudoTerminal(link: link)
    #expect(access(link, F_OK) == 0)
    _ = consume terminal
    #expect(access(link, F_OK) != 0)
  }
}
