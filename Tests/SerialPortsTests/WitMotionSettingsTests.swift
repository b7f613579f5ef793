import Foundation
import IMUProtocols
import Synchronization
import Testing

@testable import SerialPorts

@Suite(.serialized) struct WitMotionSettingsTests {
  private func dialogue(_ emulator: WitMotionEmulator) throws -> (EmulatedDevice, PortSetup) {
    let device = try EmulatedDevice { received, time, _ in emulator.behave(received, time) }
    return (device, PortSetup(.serial(path: device.path)))
  }

  @Test func `settings are unlocked, written, read back between the data, and saved`() throws {
    let emulator = WitMotionEmulator()
    let (device, setup) = try dialogue(emulator)
    var port = try PortDialogue(setup)
    try WitMotionSettings(rate: 100, content: [0x51, 0x52], withoutField: true).write(to: &port)
    usleep(20_000)
    let state = emulator.state.withLock { $0 }
    #expect(state.registers[0x03] == 9 && state.registers[0x02] == 0b110 && state.registers[0x24] == 1)
    #expect(state.isSaved)
    let sent = port.records.compactMap(\.sent)
    #expect(sent.first == [0xFF, 0xAA, 0x69, 0x88, 0xB5])
    #expect(sent.last == [0xFF, 0xAA, 0x00, 0x00, 0x00])
    #expect(device.received == sent.flatMap { $0 })
    device.pull()
  }

  @Test func `an answer that is lost is asked for again`() throws {
    let emulator = WitMotionEmulator(deafFor: 1)
    let (device, setup) = try dialogue(emulator)
    var port = try PortDialogue(setup)
    try WitMotionSettings(rate: 20).write(to: &port)
    #expect(emulator.state.withLock { $0.registers[0x03] } == 7)
    device.pull()
  }

  @Test func `a value that does not read back is an error`() throws {
    let emulator = WitMotionEmulator(isStubborn: true)
    let (device, setup) = try dialogue(emulator)
    var port = try PortDialogue(setup)
    do {
      try WitMotionSettings(rate: 100).write(to: &port)
      Issue.record("a stubborn sensor was configured")
    } catch {
      #expect(error as? SerialPortError == .notReadBack(register: 3, wanted: 9, found: 6))
    }
    device.pull()
  }

  @Test func `what the line cannot carry is refused before anything is sent`() throws {
    let emulator = WitMotionEmulator()
    let (device, setup) = try dialogue(emulator)
    var slow = setup
    slow.settings.baud = 9600
    var port = try PortDialogue(slow)
    do {
      try WitMotionSettings(rate: 100, content: [0x51, 0x52, 0x53, 0x54]).write(to: &port)
      Issue.record("100 Hz of 44 bytes do not fit 9600 baud")
    } catch {
      // 21.8 Hz fit, and the highest rate of the sensor below is 20 Hz
      #expect(error as? SerialPortError == .doesNotFit(rate: 100, baud: 9600, highest: 20))
    }
    let sent = port.records.compactMap(\.sent)
    #expect(sent.isEmpty)
    do {
      try WitMotionSettings(rate: 90).write(to: &port)
    } catch {
      #expect(error as? SerialPortError == .unknownRate(90, nearest: 100))
    }
    device.pull()
  }

  @Test func `a command without effect shows in the measured rate`() throws {
    let emulator = WitMotionEmulator(rate: 11)
    let (device, setup) = try dialogue(emulator)
    var port = try PortDialogue(setup)
    try WitMotionSettings(rate: 100).write(to: &port)
    let decoder = try SerialProtocol.named("witmotion")!.makeDecoder("")
    let check = RateCheck(asked: 100, measured: try port.measuredRate(decoder, seconds: 2))
    let measured = try #require(check.measured)
    #expect(!check.hasEffect)
    // A busy computer reads late what came before; strictly, the 11 Hz that the sensor has.
    let widest = QuietMachine.isPromised ? 2.0 : 39
    #expect(abs(measured - 11) < widest, "\(measured) Hz, load \(QuietMachine.load)")
    #expect(RateCheck(asked: 11, measured: 10.4).hasEffect)
    #expect(!RateCheck(asked: 11, measured: nil).hasEffect)
    device.pull()
  }

  @Test func `the speed is changed on both sides`() throws {
    let emulator = WitMotionEmulator()
    let speed = Mutex(0)
    let device = try EmulatedDevice { received, time, baud in
      speed.withLock { $0 = baud }
      return emulator.behave(received, time)
    }
    var port = try PortDialogue(PortSetup(.serial(path: device.path)))
    try WitMotionSettings(baud: 921_600).write(to: &port)
    usleep(20_000)
    #expect(speed.withLock { $0 } == 921_600)
    #expect(emulator.state.withLock { $0.registers[0x04] } == 9)
    device.pull()
  }
}

@Suite(.serialized) struct PortPollTests {
  @Test func `the next question waits for the whole answer`() {
    var poll = PortPoll(PollSchedule(questions: [[1], [2]], rate: 100), answerLength: 4)
    #expect(poll.question(0) == [1])
    poll.hear(3)
    #expect(poll.question(1) == nil)
    #expect(poll.wait(1) > 0)
    poll.hear(1)
    #expect(poll.question(2) == [2])
  }

  @Test func `a Modbus sensor is polled through the port, and its samples come`() throws {
    let lost = Mutex(0)
    let device = try EmulatedDevice { received, _, _ in
      guard received.count == 8 else { return [] }
      // every fifth answer is lost
      let isLost = lost.withLock { count in
        count += 1
        return count % 5 == 0
      }
      if isLost { return [] }
      var reply: [UInt8] = [received[0], 3, 24] + [UInt8](repeating: 0, count: 24)
      var sum: UInt16 = 0xFFFF
      for byte in reply {
        sum ^= UInt16(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
      }
      reply += [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
      return reply
    }
    var setup = PortSetup(.serial(path: device.path))
    let spoken = SerialProtocol.named("witmotion_modbus")!
    let json = #"{"sensors":{"50":"thigh","51":"shank"}}"#
    setup.adopt(spoken, decoder: json)
    var reader = try PortReader(setup)
    var stream = SensorStream(decoder: try spoken.makeDecoder(json))
    var samples = [0, 0]
    _ = try take(&reader) { record in
      stream.push(record) { samples[$0.sensor] += 1 }
      return samples[0] + samples[1] >= 40
    }
    #expect(samples[0] >= 15 && samples[1] >= 15)
    device.pull()
  }
}

@Suite(.serialized) struct RateSettingTests {
  /// An Xsens that sends at the rate it was told last, and answers each command between its data.
  private func xsens() throws -> (EmulatedDevice, @Sendable () -> Int) {
    let rate = Mutex(0)
    let sent = Mutex(0.0)
    let device = try EmulatedDevice { received, time, _ in
      var bytes: [UInt8] = []
      for start in received.indices where received[start...].starts(with: [0xFA, 0xFF]) {
        guard start + 4 < received.count else { continue }
        let id = received[start + 2]
        if id == 0xC0 { rate.withLock { $0 = Int(received[start + 15]) } }
        bytes += [0xFA, 0xFF, id + 1, 0x00, 0 &- (0xFF &+ (id + 1))]
      }
      let hertz = Double(rate.withLock { $0 })
      return sent.withLock { last in
        guard hertz > 0, time - last > 1 / hertz else { return bytes }
        last = last == 0 ? time : last + 1 / hertz
        return bytes + Self.message
      }
    }
    return (device, { rate.withLock { $0 } })
  }

  /// Rate and force of zero and one g.
  private static let message: [UInt8] = {
    var message: [UInt8] = [0xFF, 0x36, 30, 0x40, 0x20, 12] + [UInt8](repeating: 0, count: 8)
    message += [0x41, 0x1C, 0xE8, 0x0A, 0x80, 0x20, 12] + [UInt8](repeating: 0, count: 12)
    return [0xFA] + message + [0 &- message.reduce(0, &+)]
  }()

  @Test func `an Xsens is set up, answers between its data, and sends at the rate it was told`() throws {
    let (device, told) = try xsens()
    var port = try PortDialogue(PortSetup(.serial(path: device.path)))
    let check = try RateSetting(rate: 50, protocolName: "xsens").write(to: &port, measuring: 1)
    #expect(told() == 50)
    #expect(check.hasEffect, "\(check)")
    let sent = port.records.compactMap(\.sent).map { $0[2] }
    #expect(sent == [0x30, 0xC0, 0x10])
    device.pull()
  }

  @Test func `what no device of the kind can do is refused before anything is sent`() throws {
    let device = try EmulatedDevice { _, _, _ in [] }
    var setup = PortSetup(.serial(path: device.path))
    setup.settings.baud = 9600
    var port = try PortDialogue(setup)
    func error(_ rate: Double, _ name: String) -> SerialPortError? {
      do {
        _ = try RateSetting(rate: rate, protocolName: name).write(to: &port)
        return nil
      } catch { return error as? SerialPortError }
    }
    let errors = [error(70, "xsens"), error(100, "xsens"), error(300, "ximu3_binary"), error(9, "text")]
    #expect(
      errors == [
        .unknownRate(70, nearest: 80), .doesNotFit(rate: 100, baud: 9600, highest: 16),
        .unknownRate(300, nearest: 400), .notSettable("text"),
      ])
    #expect(device.received.isEmpty)
    device.pull()
  }
}
