import Foundation
import JSONText
import TestSupport
import Testing

/// A /dev, /sys and /proc of its own for `--root`.
private func plug(_ name: String, _ usb: String, driver: String, in folder: TestFolder, node: String? = nil)
  throws
{
  let words = usb.split(separator: ":").map(String.init)
  try folder.write("root/sys/devices/\(name)/idVendor", words[0])
  try folder.write("root/sys/devices/\(name)/idProduct", words[1])
  if words.count > 2 { try folder.write("root/sys/devices/\(name)/serial", words[2]) }
  try folder.write("root/sys/drivers/\(driver)/bind", "")
  try folder.write("root/sys/devices/\(name)/if0/\(name)/dev", "")
  let manager = FileManager.default
  try manager.createSymbolicLink(
    atPath: folder.file("root/sys/devices/\(name)/if0/\(name)/driver"),
    withDestinationPath: folder.file("root/sys/drivers/\(driver)"))
  try folder.write("root/sys/class/tty/\(name)/dev", "")
  try manager.createSymbolicLink(
    atPath: folder.file("root/sys/class/tty/\(name)/device"),
    withDestinationPath: folder.file("root/sys/devices/\(name)/if0/\(name)"))
  try folder.write("root/dev/serial/by-id/.keep", "")
  if let node {
    try manager.createSymbolicLink(atPath: folder.file("root/dev/\(name)"), withDestinationPath: node)
  } else {
    try folder.write("root/dev/\(name)", "")
  }
}

extension JSONOutput {
  /// The members of a list that are objects.
  fileprivate func objects(_ key: String) -> [JSONObject] {
    guard case .array(let values)? = self[key] else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}

private func number(_ object: JSONObject, _ key: String) -> Double? {
  switch object[key] {
  case .integer(let value)?: Double(value)
  case .number(let value)?: value
  default: nil
  }
}

@Suite(.serialized) struct `The ports` {
  @Test func `are found with what speaks there, and remembered`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50 --link {}/board", in: folder, name: "board")
    try plug("ttyUSB0", "0403:6001:A5", driver: "ftdi_sio", in: folder, node: try board.port())
    let port = "{}/root/dev/ttyUSB0 --root {}/root"
    let run = try flexion("ports \(port) --probe --json", in: folder)
    #expect(run.exit == 0, "\(run.errors)")
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    let found = try #require(output.objects("ports").first)
    #expect(found["state"] == .string("found") && found["protocol"] == .string("text"), "\(run.output)")
    #expect(try folder.read(".cache/flexion/ports").hasPrefix("usb 0403:6001 serial A5\ttext\t115200"))
    #expect(try flexion("ports \(port) --jsonl", in: folder).output.contains("as last time"))
    board.send(SIGTERM)
  }

  @Test func `are remembered only when the name means the same device tomorrow`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    #expect(try flexion("ports \(try board.port())", in: folder).exit == 0)
    #expect(!folder.has(".cache/flexion/ports"))
    board.send(SIGTERM)
  }

  @Test func `with a sensor that can be told send at the rate asked, beside what the line carries`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --protocol witmotion --wiring shank --rate 50", in: folder, name: "board")
    let port = try board.port()
    let before = try #require(
      try JSONOutput(flexion("ports \(port) --json", in: folder)).objects("ports").first)
    #expect(before["asked_hz"] == .null && abs((number(before, "rate_hz") ?? 0) - 50) < 5)
    let run = try flexion("ports \(port) --rate 100 --json", in: folder)
    #expect(run.exit == 0 && run.errors == "", "\(run.errors)")
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    let after = try #require(output.objects("ports").first)
    #expect(number(after, "asked_hz") == 100)
    let rate = try #require(number(after, "rate_hz")), limit = try #require(number(after, "wire_limit_hz"))
    #expect(abs(rate - 100) < 5)
    // three frames of 11 bytes at 115200 baud
    #expect(abs(limit - 349.1) < 0.1)
    #expect(abs((number(after, "wire_percent") ?? 0) - 100 * rate / limit) < 0.1)
    let text = try flexion("ports \(port) --rate 20", in: folder).output
    #expect(text.contains("20.0 Hz asked") && text.contains("the line carries 349.1 Hz"), "\(text)")
    board.send(SIGTERM)
  }

  @Test func `whose sensor does not obey are told with the rate that they still have`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --protocol witmotion --wiring shank --rate 50 --faults deaf", in: folder, name: "board"
    )
    let run = try flexion("ports \(try board.port()) --rate 100", in: folder)
    #expect(run.exit == 0)
    #expect(run.errors.contains("asked for 100.0 Hz, the sensor still sends at"), "\(run.errors)")
    board.send(SIGTERM)
  }

  @Test func `refuse a rate that the line cannot carry, and name the highest that it can`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --protocol ximu3_ascii --wiring shank --rate 50", in: folder, name: "board")
    let port = try board.port()
    let run = try flexion("ports \(port) --rate 200", in: folder)
    #expect(run.exit == 65)
    #expect(
      run.output == "" && run.errors.contains("the highest rate that fits is 133.3 Hz"), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    board.send(SIGTERM)
  }

  @Test func `are named one at a time where a rate is set`() throws {
    let folder = try TestFolder()
    for line in ["ports --rate 100", "ports a b --rate 100", "ports a --rate 100 --list"] {
      #expect(try flexion(line, in: folder).exit == 2, "\(line)")
    }
  }

  @Test func `that are silent are asked, and are sent nothing if so told`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --protocol xsens --faults asleep --link {}/board", in: folder, name: "board")
    _ = try board.port()
    let quiet = try flexion("ports {}/board --no-probe --json", in: folder)
    #expect(quiet.exit == 69)
    #expect(try JSONOutput(quiet).objects("ports").first?["state"] == .string("silent"))
    #expect(quiet.output.contains("nothing was sent"))
    let asked = try flexion("ports {}/board --json", in: folder)
    #expect(asked.exit == 0, "\(asked.output)")
    #expect(try JSONOutput(asked).objects("ports").first?["protocol"] == .string("xsens"))
    #expect(asked.output.contains("after the Xsens GoToMeasurement"))
    board.send(SIGTERM)
  }

  @Test func `that are not there, or that nobody listened to, say so`() throws {
    let folder = try TestFolder()
    let none = try flexion("ports {}/board --no-probe", in: folder)
    #expect(none.exit == 69)
    #expect(none.output.contains("not used: there is no such port"))
    let listed = try flexion("ports --list {}/board --scan never --json", in: folder)
    #expect(try JSONOutput(listed).objects("ports").first?["state"] == .string("notTried"))
  }

  @Test func `in use are named with their holder, and are exit 75`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram("simulate device --rate 50", in: folder, name: "board")
    let port = try board.port()
    let stream = try RunningProgram("stream \(port) --record a.log", in: folder, name: "stream")
    stream.wait { _ in folder.has("a.log") }
    let run = try flexion("ports \(port) --json", in: folder)
    #expect(run.exit == 75)
    let found = try #require(try JSONOutput(run).objects("ports").first)
    #expect(found["state"] == .string("busy"))
    #expect(found["reason"]?.compactText.contains("flexion (process") == true, "\(run.output)")
    stream.send(SIGTERM)
    _ = try stream.end()
    board.send(SIGTERM)
  }

  @Test func `of a system are listed with kind, ids and advice`() throws {
    let folder = try TestFolder()
    try plug("ttyUSB0", "0403:6001:A5", driver: "ftdi_sio", in: folder)
    try folder.write("root/sys/bus/usb-serial/devices/ttyUSB0/latency_timer", "16")
    try plug("ttyACM0", "2341:8037:77", driver: "cdc_acm", in: folder)
    let run = try flexion("ports --root {}/root --list --built-in --json", in: folder)
    #expect(run.exit == 0)
    let output = try JSONOutput(run)
    #expect(output.faults == [])
    #expect(output.objects("ports").map { $0["kind"] } == [.string("CDC-ACM"), .string("FTDI")])
    #expect(output.objects("findings").contains { $0["code"] == .string("latencyTimer") })
    let text = try flexion("ports --root {}/root --list", in: folder).output
    #expect(text.contains("ttyUSB0, FTDI 0403:6001 serial A5, latency timer 16 ms"), "\(text)")
    #expect(text.contains("ATTR{latency_timer}=\"1\""))
  }

  @Test func `contradicting flags are a usage error`() throws {
    #expect(try flexion("ports --probe --no-probe", in: TestFolder()).exit == 2)
  }
}

@Suite(.serialized) struct `The doctor` {
  @Test func `prints a line a finding and changes nothing`() throws {
    let folder = try TestFolder()
    let run = try flexion("doctor", in: folder)
    #expect(run.exit == 0, "\(run.output)")
    for section in ["build", "libraries", "store", "clock", "ports", "locale", "terminal", "configuration"] {
      #expect(run.output.contains("  \(section): "), "\(section)")
    }
    #expect(folder.names == [])
  }

  @Test func `examines the store, and fails with its code`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    #expect(try flexion("plan apply plan.json --store sqlite:{}/s.db", in: folder).exit == 0)
    let before = folder.names
    let run = try flexion("doctor --store sqlite:{}/s.db --json", in: folder)
    #expect(run.exit == 0)
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains("schema 3 of 3") && run.output.contains("every page is in order"))
    #expect(folder.names == before)
    let none = try flexion("doctor --store sqlite:{}/none.db", in: folder)
    #expect(none.exit == 66)
    #expect(none.output.contains("fail  store: "))
    try folder.write(
      "text.db", "no database at all, and longer than a header of one hundred bytes by far, far, far")
    #expect(try flexion("doctor --store sqlite:{}/text.db", in: folder).exit == 65)
  }

  @Test func `names brltty and its cure for a chip without a port`() throws {
    let folder = try TestFolder()
    try folder.write("root/sys/bus/usb/devices/1-5/idVendor", "1a86")
    try folder.write("root/sys/bus/usb/devices/1-5/idProduct", "7523")
    try folder.write("root/sys/class/tty/tty0/dev", "")
    try folder.write("root/usr/lib/udev/rules.d/85-brltty.rules", "")
    let run = try flexion("doctor --root {}/root --json", in: folder)
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains("takenByBrltty") && run.output.contains("sudo apt remove brltty"))
    #expect(run.output.contains("folderMissing"))
  }

  @Test func `sees a port that vanishes half a second after it appeared`() throws {
    let folder = try TestFolder()
    try folder.write("root/sys/class/tty/tty0/dev", "")
    let doctor = try RunningProgram("doctor --root {}/root --watch 2 --jsonl", in: folder, name: "doctor")
    usleep(600_000)
    try plug("ttyUSB0", "1a86:7523", driver: "ch341-uart", in: folder)
    usleep(500_000)
    try FileManager.default.removeItem(atPath: folder.file("root/dev/ttyUSB0"))
    let run = try doctor.end()
    #expect(run.output.contains("\"vanished\"") && run.output.contains("brltty"), "\(run.output)")
  }

  @Test func `names temporary files that were left behind`() throws {
    let folder = try TestFolder()
    try folder.write(".flexion-abc.tmp", "")
    let run = try flexion("doctor", in: folder)
    #expect(run.exit == 0)
    #expect(run.output.contains("warn  files: ./.flexion-abc.tmp"))
  }
}
