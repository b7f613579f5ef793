import Foundation
import IMUProtocols
import Testing

@Suite(.serialized) struct `The verb simulate device` {
  @Test func `names two ports, which is thigh and which is shank, and its seed`() throws {
    let folder = try TestFolder()
    let device = try RunningProgram(
      "simulate device --protocol witmotion --devices 2 --link {}/thigh --link {}/shank --seed 5", in: folder,
      name: "device")
    device.wait { $0.output.contains("wire") && $0.output.hasSuffix("\n") }
    let lines = device.output.split(separator: "\n").map(String.init)
    let (thigh, shank) = (folder.file("thigh"), folder.file("shank"))
    #expect(
      lines == ["port \(thigh)", "port \(shank)", "thigh \(thigh)", "shank \(shank)", "seed 5"] + [lines.last]
    )
    #expect(lines.last?.hasPrefix("wire 33 bytes a sample") ?? false)
    device.send(SIGTERM)
    #expect(try device.end().exit == 143)
    #expect(!folder.has("thigh") && !folder.has("shank"))
  }

  @Test func `says as JSON what it plays`() throws {
    let run = try flexion(
      "simulate device --protocol xsens --devices 2 --baud 115200 --rate 50 --duration 1 --json",
      in: TestFolder())
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains(#""segment":"thigh""#) && run.output.contains(#""baud":115200"#))
  }

  @Test func `writes the same log on every run, without waiting for it`() throws {
    let folder = try TestFolder()
    let line = "simulate device --wiring wide --duration 120 --faults batch:16ms,stall:2@20,byte-loss --json"
    let first = try flexion(line + " --log a.log --truth a.csv", in: folder, timeout: 300)
    #expect(first.exit == 0, "\(first.errors)")
    #expect(try JSONOutput(first).faults == [])
    #expect(try flexion(line + " --log b.log", in: folder, timeout: 300).exit == 0)
    let logs = try ["a.log", "b.log"].map { try Data(contentsOf: URL(fileURLWithPath: folder.file($0))) }
    #expect(logs[0] == logs[1] && logs[0].count > 500_000)
    #expect(try folder.read("a.csv").split(separator: "\n").count == 12_002)
    #expect(try flexion(line + " --log a.log", in: folder).exit == 73)
  }

  @Test(arguments: SerialProtocol.all.map(\.name)) func `plays every protocol so that its log is read`(
    name: String
  ) throws {
    let folder = try TestFolder()
    let made = try flexion(
      "simulate device --protocol \(name) --devices 2 --duration 12 --log s.log --json", in: folder)
    #expect(made.exit == 0, "\(made.errors)")
    let read = try flexion("inspect s.log", in: folder)
    for segment in ["thigh", "shank"] {
      let found = read.output.firstMatch(of: try Regex("port simulated-\(segment): (\\d+) frames"))
      let frames = try #require(
        found?[1].substring.flatMap { Int($0) }, "\(name): \(read.output)\(read.errors)")
      #expect(frames > 1150, "\(name)")
    }
  }

  @Test func `sends what a device file says`() throws {
    let folder = try TestFolder()
    try folder.write(
      "board.json",
      #"{"columns":["t","id","ax","ay","az","gx","gy","gz"],"line":{"checksum":"xor"},"#
        + #""units":{"t":"ms","acc":"g","gyr":"deg/s"},"sensors":{"T":"thigh","S":"shank"}}"#)
    let run = try flexion("simulate device --device board.json --duration 2 --log s.log", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file("s.log"))), as: UTF8.self)
    #expect(text.contains(/\d+,T,[-0-9.]+,[-0-9.]+,[-0-9.]+,[-0-9.]+,[-0-9.]+,[-0-9.]+\*[0-9A-F]{2}/))
  }

  @Test(arguments: [
    ("--faults byte-lost", "did you mean byte-loss?"), ("--faults stall:soon", "seconds from 0"),
    ("--faults batch@3", "all the time"), ("--protocol semaphore", "witmotion_ble20"),
    ("--protocol witmotion --wiring ids", "--devices 2"), ("--devices 2 --wiring ids", "two ports"),
    ("--link a --link b", "once a port"), ("--log s.log", "--duration"),
  ]) func `refuses what it cannot play in one line`(flags: String, says: String) throws {
    let run = try flexion("simulate device \(flags)", in: TestFolder())
    #expect(run.exit == 2)
    #expect(run.errors.contains(says), "\(run.errors)")
    #expect(run.errorLines.count <= 2 && run.output.isEmpty)
  }
}
