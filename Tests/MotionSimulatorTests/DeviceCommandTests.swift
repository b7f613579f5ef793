import IMUProtocols
import Inertial
import Testing

@testable import MotionSimulator

@Suite struct DeviceCommandTests {
  private static func witMotion() -> WitMotionFirmware {
    WitMotionFirmware(hasLongReplies: false, rate: 100, baud: 115_200, types: [0x51, 0x52])
  }

  private static let unlock: [UInt8] = [0xFF, 0xAA, 0x69, 0x88, 0xB5]
  private static let setRate: [UInt8] = [0xFF, 0xAA, 0x03, 0x08, 0x00]
  private static let readRate: [UInt8] = [0xFF, 0xAA, 0x27, 0x03, 0x00]

  /// 55 5F, four registers, sum.
  private static func reply(_ first: UInt16, _ reactions: [DeviceReaction]) -> Bool {
    guard reactions.count == 1, case .answer(let bytes) = reactions[0], bytes.count == 11 else {
      return false
    }
    let sum: UInt8 = bytes.dropLast().reduce(0, &+)
    return bytes.starts(with: [0x55, 0x5F, UInt8(first & 0xFF), UInt8(first >> 8)]) && sum == bytes[10]
  }

  @Test func `a WitMotion register is written only when unlocked, and read back`() {
    var device = Self.witMotion()
    #expect(device.receive(Self.setRate) == [])
    #expect(Self.reply(9, device.receive(Self.readRate)))
    #expect(device.receive(Self.unlock + Self.setRate) == [.rate(50)])
    #expect(Self.reply(8, device.receive(Self.readRate)))
  }

  @Test func `what a WitMotion device did not save is gone with its power`() {
    var device = Self.witMotion()
    _ = device.receive(Self.unlock + Self.setRate)
    device.restart()
    #expect(Self.reply(9, device.receive(Self.readRate)))
    _ = device.receive(Self.unlock + Self.setRate + [0xFF, 0xAA, 0, 0, 0])
    device.restart()
    #expect(Self.reply(8, device.receive(Self.readRate)))
  }

  @Test func `commands may come in any split and between noise`() {
    var whole = Self.witMotion(), split = Self.witMotion()
    let bytes = [0x00, 0xFF, 0x12] + Self.unlock + [0xFF] + Self.setRate
    let expected = whole.receive(bytes)
    #expect(expected == [.rate(50)])
    #expect(bytes.flatMap { split.receive([$0]) } == expected)
  }

  @Test func `an Xsens device is configured in its own state only`() {
    var device = XsensFirmware()
    let output = XsensFirmware.frame(0xC0, [0x40, 0x20, 0x00, 0xC8, 0x10, 0x60, 0xFF, 0xFF])
    #expect(device.receive(output) == [.answer(XsensFirmware.frame(0x42, [4]))])
    #expect(
      device.receive([0xFA, 0xFF, 0x30, 0x00, 0xD1]) == [.stop, .acknowledge([0xFA, 0xFF, 0x31, 0, 0xD0])])
    let set = device.receive(output)
    #expect(set.last == .rate(200))
    #expect(
      device.receive([0xFA, 0xFF, 0x10, 0x00, 0xF1]) == [.acknowledge([0xFA, 0xFF, 0x11, 0, 0xF0]), .start])
  }

  @Test func `an x-IMU3 answers a ping and obeys its divisor`() {
    var device = XIMU3Firmware(isBinary: false)
    let ping = device.receive(Array("{\"ping\":null}\r\n".utf8))
    guard case .answer(let bytes)? = ping.first else {
      Issue.record("no answer")
      return
    }
    #expect(bytes.starts(with: "{\"ping\":".utf8) && bytes.last == 0x0A)
    #expect(device.receive(Array("{\"inertial_message_rate_divisor\":4}\r\n".utf8)).last == .rate(100))
    #expect(device.receive(Array("nonsense\r\n".utf8)) == [])
  }

  @Test func `MIP and VectorNav acknowledge with right sums`() {
    var mip = MIPFirmware(), vector = VectorNavFirmware()
    let ping = mip.receive([0x75, 0x65, 0x01, 0x02, 0x02, 0x01, 0xE0, 0xC6])
    #expect(ping == [.acknowledge(MIPFirmware.packet(1, [4, 0xF1, 1, 0]))])
    #expect(mip.receive([0x75, 0x65, 0x01, 0x02, 0x02, 0x02, 0xE1, 0xC7]).contains(.stop))
    #expect(mip.receive([0x75, 0x65, 0x01, 0x02, 0x02, 0x02, 0xE1, 0xC8]) == [])
    let command = Array("$VNWRG,07,100*6C\r\n".utf8)
    #expect(vector.receive(command) == [.acknowledge(command), .rate(100)])
    #expect(vector.receive(Array("$VNWRG,07,100*6D\r\n".utf8)) == [])
  }

  @Test func `an x-IMU3 changes its form when it is told to`() throws {
    var device = try SimulatedDevice(DeviceSetting(protocolName: "ximu3_ascii", wiring: .shank, seed: 1))
    #expect(device.bytes(until: 1).allSatisfy { $0 < 0x80 })
    device.receive(Array("{\"binary_mode_enabled\":true}\r\n".utf8), at: 1_000_000_000)
    _ = device.bytes(until: 1.1)
    let binary = device.bytes(until: 2)
    #expect(binary.contains { $0 >= 0x80 })
  }

  @Test func `a register that sets rate and content changes what is sent`() throws {
    var device = try SimulatedDevice(DeviceSetting(protocolName: "witmotion", wiring: .shank, seed: 1))
    #expect(device.bytes(until: 0.995).count == 100 * 33)
    let commands: [WitMotionCommand] = [.unlock, .write(0x03, 8), .write(0x02, 0x06), .save]
    device.receive(commands.flatMap(\.bytes), at: 1_000_000_000)
    _ = device.bytes(until: 2)
    // 50 Hz with acceleration and rate.
    #expect(device.bytes(until: 3).count == 50 * 22)
  }

  @Test func `a polled sensor answers its address only`() throws {
    var device = try SimulatedDevice(DeviceSetting(protocolName: "witmotion_modbus", seed: 1))
    #expect(device.bytes(until: 1) == [])
    func ask(_ address: UInt8, at time: Int64) -> [UInt8] {
      let request = WitMotionModbusRequest.read(address: address, first: 0x34, count: 12)
      device.receive(request.bytes, at: time)
      return device.bytes(until: Double(time) * 1e-9 + 0.01)
    }
    let first = ask(0x50, at: 1_000_000_000), second = ask(0x51, at: 1_100_000_000)
    #expect(first.starts(with: [0x50, 3, 24]) && first.count == 29)
    #expect(second.starts(with: [0x51, 3, 24]) && second != first)
    #expect(ask(0x52, at: 1_200_000_000) == [])
  }

  @Test func `a board that sleeps sends when it is told to`() throws {
    var device = try SimulatedDevice(DeviceSetting(seed: 1, faults: try DeviceFaults("asleep")))
    #expect(device.bytes(until: 2) == [])
    device.receive(Array("s\n".utf8), at: 2_000_000_000)
    #expect(device.bytes(until: 3).count > 5000)
    device.receive(Array("x\n".utf8), at: 3_000_000_000)
    _ = device.bytes(until: 3.1)
    #expect(device.bytes(until: 4) == [])
  }

  @Test func `a deaf board does nothing that it is told`() throws {
    var device = try SimulatedDevice(DeviceSetting(seed: 1, faults: try DeviceFaults("asleep,deaf")))
    device.receive(Array("s\n".utf8), at: 1_000_000_000)
    #expect(device.bytes(until: 3) == [])
  }
}
