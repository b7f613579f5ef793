import Foundation
import IMUProtocols
import Inertial
import JSONText
import TestSupport
import Testing

/// A raw log of two ports whose sensors are bumped together; the shank's clock says `late` [s] more.
private func bumpedLog(late: Double, bumps: [Double], rate: Double = 100, seconds: Double = 7) -> [UInt8] {
  let configuration =
    #"{"columns":["t","ax","ay","az","gx","gy","gz"],"units":{"t":"us","acc":"m/s2","gyr":"rad/s"},"hz":100}"#
  let ports = [("a", BodySegment.thigh), ("b", .shank)].map { name, segment in
    RawLogHeader.Port(
      path: name, line: "115200 8N1", decoder: "text", configuration: configuration, segments: ["": segment])
  }
  var bytes: [UInt8] = []
  let header = RawLogHeader(
    product: "test", startWallClock: 0, startMonotonic: 0, side: "left", ports: ports)
  RawLogEncoder.appendHeader(header, to: &bytes)
  for port in 0..<2 as Range<UInt8> {
    RawLogEncoder.append(RawLogRecord(time: 0, port: port, .event(.opened(path: "p"))), to: &bytes)
    RawLogEncoder.append(RawLogRecord(time: 0, port: port, .received([0x0A])), to: &bytes)
  }
  for row in 1...Int(seconds * rate) {
    for port in 0..<2 as Range<UInt8> {
      let time = Double(row) / rate, felt = time - (port == 1 ? late : 0)
      let jolts = bumps.filter { $0 < felt }.map {
        30 * Double.exp((($0 - felt) / 0.02)) * Double.sin((felt - $0) * 90)
      }
      let force = 9.81 + jolts.reduce(0, +)
      let turn = 0.2 * Double.sin(time)
      // Of equal length: a longer line takes longer on the wire.
      let line = String(format: "%010d,0,%+09.4f,0,%+08.4f,0,0\n", Int(time * 1e6), force, turn)
      RawLogEncoder.append(
        RawLogRecord(time: Int64(time * 1e9) + 1_000_000, port: port, .received(Array(line.utf8))), to: &bytes
      )
    }
  }
  return bytes
}

private func tap(_ output: JSONOutput) throws -> JSONObject {
  guard case .object(let object)? = output["tap"] else { throw NoTap() }
  return object
}
private struct NoTap: Error {}

@Suite(.serialized) struct `A tap check` {
  @Test(arguments: [-0.006, 0.004]) func `of a log says how far apart the ports tell of one bump`(
    late: Double
  ) throws {
    let folder = try TestFolder()
    try folder.write("tap.log", bumpedLog(late: late, bumps: [2.0031, 3.1068, 4.2012, 5.3047, 6.0984]))
    let output = try JSONOutput(flexion("stream tap.log --tap --json", in: folder, timeout: 240))
    #expect(output.faults == [])
    let tap = try tap(output)
    #expect(tap["first"] == .string("thigh") && tap["second"] == .string("shank"))
    guard case .number(let offset)? = tap["offset_ms"], case .integer(let taps)? = tap["taps"] else {
      Issue.record("no offset: \(tap)")
      return
    }
    #expect(taps == 5 && abs(offset - late * 1e3) < 1.5, "\(offset)")
    let text = try flexion("stream tap.log --tap", in: folder, timeout: 240).output
    #expect(
      text.contains("taps: shank is ") && text.contains("\(late < 0 ? "ahead of" : "behind") thigh (5 taps"))
    #expect(try JSONOutput(flexion("stream tap.log --json", in: folder, timeout: 240))["tap"] == nil)
  }

  @Test func `hears no bump behind the time for taps`() throws {
    let folder = try TestFolder()
    try folder.write("tap.log", bumpedLog(late: 0, bumps: [13, 14], rate: 30, seconds: 15))
    let tap = try tap(JSONOutput(flexion("stream tap.log --tap --json", in: folder, timeout: 240)))
    #expect(tap["taps"] == .integer(0) && tap["offset_ms"] == .null)
  }

  @Test func `of a live stream asks for taps, then for the straps, and measures what follows`() throws {
    let folder = try TestFolder()
    let rig = try RunningProgram(
      "simulate device --devices 2 --rate 30 --link {}/thigh --link {}/shank", in: folder, name: "rig")
    _ = try rig.port()
    let run = try flexion(
      "stream thigh shank --tap --record s.log --until 1 --json", in: folder, timeout: 240)
    #expect(run.errors.contains("tap them on something hard"), "\(run.errors)")
    #expect(run.errors.contains("taps: none was felt by both sensors") && run.errors.contains("press Enter"))
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    let again = try JSONOutput(flexion("stream s.log --tap --json", in: folder, timeout: 240))
    #expect(try tap(output) == tap(again))
    guard case .array(let measured)? = output["recordings"], case .object(let first)? = measured.first else {
      return
    }
    // 12 s for the taps are no part of it.
    #expect(!first.compactDescription.contains("noUsableRow"))
    rig.send(SIGTERM)
  }
}

extension JSONObject {
  fileprivate var compactDescription: String { JSONValue.object(self).compactText }
}
