import Foundation
import IMUProtocols
import JSONText
import TestSupport
import Testing

/// What the port of a raw log sent, as another program would have caught it.
private func capture(_ log: String, in folder: TestFolder) throws -> [UInt8] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(log))))
  var records = try RawLogDecoder(bytes), caught: [UInt8] = []
  while let record = records.next() {
    if case .received(let chunk) = record.content { caught += chunk }
  }
  return caught
}

private func range(_ output: JSONOutput) -> JSONValue? {
  guard case .array(let recordings)? = output["recordings"], case .object(let first)? = recordings.first,
    case .array(let measured)? = first["measurements"], case .object(let knee)? = measured.first
  else { return nil }
  return knee["numbers"]
}

@Suite(.serialized) struct `A capture of bytes without times` {
  @Test func `is streamed as fast as possible, by the clock of its device`() throws {
    let folder = try TestFolder()
    #expect(try flexion("simulate device --rate 50 --duration 12 --log s.log", in: folder).exit == 0)
    try folder.write("caught.bin", try capture("s.log", in: folder))
    let run = try flexion("stream caught.bin --record c.log --side left --json", in: folder, timeout: 240)
    #expect(run.exit == 0, "\(run.errors)")
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    #expect(run.errors.contains("caught.bin: text lines, acc+gyro, sensors T S, 50.0 Hz"), "\(run.errors)")
    let numbers = try #require(range(output))
    let again = try JSONOutput(flexion("process c.log --side left --json --quiet", in: folder))
    #expect(range(again) == numbers)
  }

  @Test func `needs a rate where its device tells no time`() throws {
    let folder = try TestFolder()
    #expect(
      try flexion("simulate device --protocol witmotion --rate 50 --duration 5 --log s.log", in: folder).exit
        == 0)
    try folder.write("caught.bin", try capture("s.log", in: folder))
    let line = "stream caught.bin --protocol witmotion --record c.log --json"
    let without = try flexion(line, in: folder)
    #expect(without.exit == 65)
    #expect(try JSONOutput(without).errorCode == "noTime")
    #expect(!folder.has("c.log"))
    let run = try flexion(line + " --rate 100", in: folder, timeout: 240)
    #expect(run.output.contains("\"rate_hz\":100.0"), "\(run.output) \(run.errors)")
  }
}

@Suite(.serialized) struct `A board that prints bare numbers` {
  @Test func `is listened to until it says what they are`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50 --link {}/board", in: folder, name: "board")
    _ = try board.port()
    // The first look begins with the board's first words, the others somewhere between two of its descriptions.
    for _ in 0..<3 {
      let run = try flexion("ports {}/board --json", in: folder)
      #expect(run.exit == 0 && run.output.contains("sensors T S"), "\(run.output)")
      #expect(run.output.contains("\"device_file\":null"))
    }
    board.send(SIGTERM)
  }
}

@Suite(.serialized) struct `The wire of a simulated device` {
  @Test func `is budgeted before a port appears, and the highest rate is one that fits`() throws {
    let folder = try TestFolder()
    let refused = try flexion("simulate device --rate 100 --baud 115200 --duration 2", in: folder)
    #expect(refused.exit == 65 && refused.output == "", "\(refused.output)")
    let words = try #require(refused.errors.components(separatedBy: "the highest rate that fits is ").last)
    let highest = try #require(words.split(separator: " ").first)
    let run = try flexion("simulate device --rate \(highest) --baud 115200 --duration 2", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(run.output.contains("bytes a sample, at most \(highest) Hz at 115200 baud"), "\(run.output)")
    #expect(run.errors.contains(" 0 rows that found the wire full"), "\(run.errors)")
    let json = try flexion("simulate device --rate 10 --baud 115200 --duration 1 --json", in: folder)
    #expect(try JSONOutput(json).faults == [])
    #expect(json.output.contains("\"highest_hz\":"))
  }
}

@Suite struct `Two sensors at one place` {
  @Test func `are refused when the device file is read`() throws {
    let folder = try TestFolder()
    try folder.write("d.json", #"{"sensors":{"T":"thigh","U":"thigh"}}"#)
    for line in ["stream /dev/nowhere --device d.json", "simulate device --duration 1 --device d.json"] {
      let run = try flexion(line + " --json", in: folder)
      #expect(run.exit == 65 && run.errorLines.count == 1, "\(run.errors)")
      #expect(try JSONOutput(run).errorCode == "invalidDevice")
      #expect(run.errors.contains("`T` and `U` cannot both sit on the thigh"), "\(run.errors)")
    }
  }

  @Test func `are refused in --map`() throws {
    let run = try flexion("stream /dev/nowhere --map T=shank --map U=shank", in: TestFolder())
    #expect(run.exit == 2 && run.errors.contains("cannot both sit on the shank"), "\(run.errors)")
  }
}

@Suite struct `A connection that is no serial port` {
  @Test func `is told of without cables and speeds`() throws {
    let folder = try TestFolder()
    let listener = try #require(SilentListener())
    let run = try flexion("ports tcp:127.0.0.1:\(listener.port)", in: folder)
    #expect(run.exit == 69)
    #expect(run.output.contains("a program that passes a device on"), "\(run.output)")
    #expect(!run.output.contains("cable") && !run.output.contains("baud"), "\(run.output)")
    let stream = try flexion("stream - --record s.log", in: folder, input: "")
    #expect(stream.errors.contains("no byte came") && !stream.errors.contains("cable"), "\(stream.errors)")
  }
}

/// A TCP port at which nobody says anything.
private final class SilentListener {
  let port: UInt16
  private let descriptor: Int32

  init?() {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 && listen(number, 4) == 0 && getsockname(number, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { return nil }
  }

  deinit { close(descriptor) }
}
