import Foundation
import IMUProtocols
import Synchronization
import Testing

@testable import SerialPorts

@Suite(.serialized) struct PortDetectionTests {
  /// Whole lines "ok" are the one protocol that this test knows.
  private let recognize: Recognizer = { received, baud in
    let bytes = received.flatMap { record -> [UInt8] in
      if case .received(let bytes) = record.content { bytes } else { [] }
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let good = lines.count { $0 == "ok" }
    let isMatch = good > 3 && good * 4 > lines.count * 3
    return Recognition(protocolName: isMatch ? "test" : nil, evidence: "\(good) of \(lines.count) lines")
  }

  private let ok = Array("ok\nok\nok\nok\nok\nok\nok\nok\n".utf8)

  private func detect(
    _ device: EmulatedDevice, _ change: (inout DetectionPlan) -> Void = { _ in }
  ) throws -> (isFound: Bool, report: DetectionReport, records: [RawLogRecord]) {
    var plan = DetectionPlan()
    change(&plan)
    var detection = try PortDetection(
      PortSetup(.serial(path: device.path)), plan: plan, recognize: recognize)
    let isFound = try detection.run()
    let report = detection.report
    return (isFound, report, detection.dialogue().records)
  }

  @Test func `what speaks at the first speed is found within three seconds`() throws {
    let device = try EmulatedDevice { [ok] _, _, _ in ok }
    let (isFound, report, records) = try detect(device)
    #expect(isFound && report.seconds < 3)
    print("detected after \(report.seconds) s")
    #expect(report.match?.baud == 115_200 && report.match?.recognition?.protocolName == "test")
    #expect(device.received.isEmpty)
    #expect(records.contains { $0.isData })
    #expect(records.contains { $0.content == .event(.entered(.detecting)) })
    device.pull()
  }

  @Test func `a board that boots for two seconds and greets first is found at its first try`() throws {
    let device = try EmulatedDevice { [ok] _, time, _ in
      time < 1.5 ? [] : time < 1.53 ? Array("boot: heap 12345\n".utf8) : ok
    }
    let (isFound, report, _) = try detect(device)
    #expect(isFound && report.seconds < 3 && report.trials.count == 1, "\(report)")
    device.pull()
  }

  @Test
  func `a slower device is found by its speed, slower ones tried first where the port fills with 00 and FF`()
    throws
  {
    let device = try EmulatedDevice { [ok] _, _, baud in
      baud == 38_400 ? ok : baud > 38_400 ? [0, 0xFF, 0, 0xFE, 0, 0xFF, 0, 0x80] : [0x3B, 0xA7, 0x91, 0x4D]
    }
    let (isFound, report, records) = try detect(device) { $0.scansSpeeds = true }
    #expect(isFound, "\(report)")
    #expect(report.baudsTried == [115_200, 9600, 57_600, 38_400])
    #expect(report.seconds < 20)
    // bytes of the wrong speeds are no part of what goes on
    #expect(
      records.allSatisfy {
        if case .received(let bytes) = $0.content { bytes.contains(UInt8(ascii: "o")) } else { true }
      })
    device.pull()
  }

  @Test func `a pseudo terminal is not scanned unless asked, and the report says what came`() throws {
    let device = try EmulatedDevice { _, _, _ in Array("what is this\n".utf8) }
    let (isFound, report, _) = try detect(device) { $0.first = 300_000_000 }
    #expect(!isFound && report.baudsTried == [115_200])
    let trial = try #require(report.nearest)
    #expect(trial.bytes > 500 && trial.printableShare > 0.99 && trial.edgeShare == 0)
    #expect(trial.recognition?.evidence.hasPrefix("0 of") == true)
    #expect(device.received.isEmpty)
    device.pull()
  }

  @Test func `a silent device is asked gently, one question at a time, until it answers`() throws {
    let isAwake = Mutex(false)
    let device = try EmulatedDevice { [ok] received, _, _ in
      isAwake.withLock { awake in
        if received.starts(with: [0x75, 0x65]) { awake = true }
        return awake ? ok : []
      }
    }
    let (isFound, report, records) = try detect(device) { plan in
      plan.first = 100_000_000
      plan.answer = 100_000_000
    }
    #expect(isFound)
    #expect(report.match?.wakeUp == "MIP ping")
    let asked = WakeUp.all.prefix(5).map(\.bytes)
    #expect(records.compactMap(\.sent) == asked)
    #expect(device.received == asked.flatMap { $0 })
    device.pull()
  }

  /// Byte for byte as serial.md section 6 writes them.
  @Test func `the questions are the known ones, the gentle first`() {
    #expect(
      WakeUp.all.map(\.bytes) == [
        [0x0A], Array("{\"ping\":null}\r\n".utf8), [0xFA, 0xFF, 0x10, 0x00, 0xF1],
        Array("$VNRRG,01*72\r\n".utf8), [0x75, 0x65, 0x01, 0x02, 0x02, 0x01, 0xE0, 0xC6],
        [0xAA, 0x01, 0x00, 0x01], [0xFF, 0xAA, 0x27, 0x34, 0x00], [0xF7, 0x55, 0x55],
      ])
  }

  @Test func `silence stays silent where nothing may be sent`() throws {
    let device = try EmulatedDevice { _, _, _ in [] }
    let (isFound, report, _) = try detect(device) { plan in
      plan.first = 100_000_000
      plan.probes = false
    }
    #expect(!isFound && report.isSilent && device.received.isEmpty)
    device.pull()
  }

  @Test func `a device that never answers costs less than twenty seconds`() throws {
    var plan = DetectionPlan()
    // every stretch at its longest: the first, eight questions, then eight speeds
    let speeds = plan.other * Int64(DetectionPlan.bauds.count - 1)
    #expect(plan.first + plan.settled + speeds <= 20_000_000_000 || plan.limit < 20_000_000_000)
    plan.limit = 400_000_000
    let device = try EmulatedDevice { _, _, _ in [] }
    let begin = HostClock.monotonic()
    _ = try detect(device) { $0 = plan }
    #expect(HostClock.monotonic() - begin < 900_000_000)
    device.pull()
  }

  @Test func `the speed of the last time is tried first`() throws {
    let device = try EmulatedDevice { [ok] _, _, baud in baud == 9600 ? ok : [0, 0, 0, 0] }
    let (isFound, report, _) = try detect(device) {
      $0.remembered = RememberedPort(protocolName: "test", baud: 9600)
    }
    #expect(isFound && report.baudsTried == [9600] && report.remembered == "as last time")
    #expect(report.seconds < 1.5)
    device.pull()
  }

  @Test func `a memory that is stale costs at most a second`() throws {
    let device = try EmulatedDevice { [ok] _, _, baud in baud == 115_200 ? ok : [] }
    let (isFound, report, _) = try detect(device) {
      $0.remembered = RememberedPort(protocolName: "old", baud: 9600)
    }
    #expect(isFound && report.baudsTried == [9600, 115_200])
    #expect(report.trials[0].seconds < 1.1)
    #expect(report.remembered == "last time old at 9600 baud")
    device.pull()
  }

  @Test func `reading goes on with the port that was detected, without opening it again`() throws {
    let device = try EmulatedDevice { [ok] _, _, _ in ok }
    var detection = try PortDetection(PortSetup(.serial(path: device.path)), recognize: recognize)
    _ = try detection.run()
    let setup = detection.setup
    var reader = try detection.dialogue().reader(setup)
    let records = try take(&reader) { $0.isData }
    #expect(records.first?.content == .event(.entered(.opening)))
    let opened = records.count { if case .event(.opened) = $0.content { true } else { false } }
    #expect(opened == 1)
    let more = try take(&reader) { $0.isData }
    #expect(more.last?.isData == true)
    device.pull()
  }
}
