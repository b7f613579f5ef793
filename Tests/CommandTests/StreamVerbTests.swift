import Foundation
import JSONText
import TestSupport
import Testing

@Suite(.serialized) struct `A simulated board` {
  @Test func `prints its port first, and is read by stream`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --motion squats --rate 50 --seed 3", in: folder, name: "board")
    let port = try board.port()
    #expect(port.hasPrefix("/dev/pts/"))

    let run = try flexion("stream \(port) --until 4 --record s.log --side left --jsonl", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count > 100)
    let check = try SchemaCheck(shape: "flexion/stream-line/1")
    let lineFaults = try lines.dropLast().flatMap { try check.faults(in: JSONValue(parsing: Array($0.utf8))) }
    #expect(lineFaults == [])
    let last = BuiltProgram.Outcome(exit: run.exit, output: (lines.last ?? "") + "\n", errors: "")
    #expect(try JSONOutput(last).faults == [])

    board.send(SIGTERM)
    #expect(try board.end().exit == 143)
  }

  @Test func `has a name of its own, faults on its wire, and a truth at its end`() throws {
    let folder = try TestFolder()
    let line =
      "simulate device --link {}/board --faults garbage --faults byte-loss --duration 2 --truth t.csv"
    let board = try RunningProgram("\(line) --side right --motion walking", in: folder, name: "board")
    #expect(try board.port() == folder.file("board"))
    let run = try flexion("stream board --until 1 --record s.log --json", in: folder)
    #expect([0, 65].contains(run.exit))
    #expect(try JSONOutput(run).faults == [])
    #expect(try board.end().exit == 0)
    #expect(!folder.has("board"))
    let truth = try folder.read("t.csv").split(separator: "\n")
    #expect(truth[0] == "time_s,flexion_deg" && (150...210).contains(truth.count))
  }

  @Test func `announces itself as one JSON value too`() throws {
    let run = try flexion("simulate device --duration 1 --json", in: TestFolder())
    #expect(run.exit == 0)
    #expect(try JSONOutput(run).faults == [])
  }
}

@Suite(.serialized) struct `A stream` {
  @Test func `whose port disappears keeps what arrived, measures it, and is exit 69`() throws {
    let folder = try TestFolder()
    // By a name of its own: the number of a terminal may be another one's a moment later.
    let board = try RunningProgram("simulate device --rate 50 --link {}/board", in: folder, name: "board")
    let port = try board.port()
    #expect(port == folder.file("board"))
    let stream = try RunningProgram(
      "stream \(port) --wait 1 --record s.log --json", in: folder, name: "stream")
    stream.wait { _ in
      (try? FileManager.default.attributesOfItem(atPath: folder.file("s.log"))[.size] as? Int) ?? 0 > 8000
    }
    board.send(SIGTERM)
    let run = try stream.end()
    #expect(run.exit == 69, "\(run.errors)")
    #expect(run.errorLines.filter { $0.hasPrefix("flexion: \(port)") }.count == 1, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    // The log is whole: it can be replayed as it is.
    let replay = try flexion("stream s.log --json", in: folder)
    #expect([0, 65].contains(replay.exit))
    #expect(try flexion("inspect s.log", in: folder).output.contains("thigh"))
  }

  @Test func `that is interrupted ends with its measurement and exit 130`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    let stream = try RunningProgram(
      "stream \(try board.port()) --record s.log --json", in: folder, name: "stream")
    stream.wait { _ in
      (try? FileManager.default.attributesOfItem(atPath: folder.file("s.log"))[.size] as? Int) ?? 0 > 20_000
    }
    stream.send(SIGINT)
    let run = try stream.end()
    #expect([130, 65].contains(run.exit), "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
  }

  @Test func `of a port in use is exit 75`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    let port = try board.port()
    let first = try RunningProgram("stream \(port) --record a.log", in: folder, name: "first")
    first.wait { _ in folder.has("a.log") }
    let run = try flexion("stream \(port) --record b.log --json", in: folder)
    #expect(run.exit == 75, "\(run.errors)")
    #expect(try JSONOutput(run).errorCode == "portBusy")
    #expect(run.errorLines.count == 1)
    first.send(SIGTERM)
    _ = try first.end()
  }

  @Test func `of no port is exit 69, of something else 66, of no device's bytes 65`()
    throws
  {
    let folder = try TestFolder()
    #expect(try flexion("stream /dev/nowhere", in: folder).exit == 69)
    try folder.write("notes.txt", "no log")
    let run = try flexion("stream notes.txt --json", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).errorCode == "unknownProtocol")
    #expect(try flexion("process notes.txt", in: folder).exit == 65)
    let null = try flexion("stream /dev/null --json", in: folder)
    #expect(null.exit == 66)
    #expect(try JSONOutput(null).errorCode == "notAPort")
  }

  @Test func `follows the description of a device, which must be right`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    let port = try board.port()
    try folder.write("device.json", #"{"units":{"acc":"stone"}}"#)
    let run = try flexion(
      "stream \(port) --baud 115200 --device device.json --record s.log --until 1", in: folder)
    #expect(run.exit == 65)
    #expect(run.errors.contains("device.json") && run.errors.contains("units.acc"), "\(run.errors)")
  }

  @Test func `reads standard input`() throws {
    let run = try flexion("stream - --record s.log --json", in: TestFolder(), input: "no sensor here\n")
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).faults == [])
  }
}
