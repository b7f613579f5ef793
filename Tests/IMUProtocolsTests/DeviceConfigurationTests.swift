import IMUProtocols
import Inertial
import Testing

@Suite struct DeviceConfigurationTests {
  private static let example = """
    { "protocol": "text", "baud": 57600, "dtr": "low", "settle_ms": 2500, "start": ["s\\n", "\\u00ff\\u00aa"], "stop": [],
      "line":    { "prefix": "", "separator": "auto", "decimal": ".", "checksum": "none" },
      "columns": ["t", "id", "ax", "ay", "az", "gx", "gy", "gz", "_"],
      "units":   { "t": "us", "acc": "m/s2", "gyr": "rad/s", "quat": "wxyz", "angle": "deg" },
      "time":    { "source": "column", "wrap": 4294967296, "nominal_hz": 100 },
      "sensors": { "T": "thigh", "S": "shank" },
      "axes":    { "thigh": "x,y,z", "shank": "-y,x,z" } }
    """

  @Test func `the example of the specification says port and decoder`() throws {
    let device = try DeviceConfiguration(json: Self.example)
    #expect(device.protocolName == "text")
    #expect(device.baud == 57_600)
    #expect(device.terminalReady == .low)
    #expect(device.settleMilliseconds == 2500)
    #expect(device.start == [Array("s\n".utf8), [0xFF, 0xAA]])
    #expect(device.stop == [])
    let line = try TextLineConfiguration(json: device.decoder)
    #expect(line.columns?.count == 9)
    #expect(line.nominalRate == 100)
    #expect(line.angleUnit == .degrees)
    #expect(line.quaternionOrder == .wxyz)
    #expect(line.axes[.shank] == AxisMap("-y,x,z"))
    #expect(line.sensors.map(\.segment) == [.thigh, .shank])
  }

  @Test func `an empty file leaves everything open`() throws {
    #expect(try DeviceConfiguration(json: "{}") == DeviceConfiguration())
    #expect(try DeviceConfiguration(json: "\u{FEFF}{}") == DeviceConfiguration())
    #expect(DeviceConfiguration().spoken.name == "text")
  }

  @Test(arguments: SerialProtocol.all.map(\.name)) func `a file may name every protocol`(name: String) throws
  {
    #expect(try DeviceConfiguration(json: "{\"protocol\":\"\(name)\"}").spoken.name == name)
  }

  @Test func `a protocol has the name that people give it`() throws {
    #expect(try DeviceConfiguration(json: #"{"protocol":"razor"}"#).protocolName == "razor_text")
  }

  private static let units = ExpectedValue.oneOf(["m/s2", "g", "mg", "lsb:16384"])

  @Test(arguments: [
    ("[]", DeviceConfigurationError.notAnObject), ("{", .damaged(line: 1)), ("", .damaged(line: 1)),
    ("{\n\"baud\": 9600,\n\"dtr\" \"low\"}", .damaged(line: 3)),
    ("{\n\"baud\": 9600\n\"dtr\": \"low\"}", .damaged(line: 3)),
    ("{\n\"baud\": 9600,\n\"dtr\": \"low\n\"}", .damaged(line: 3)), ("{}\n\n x", .damaged(line: 3)),
    ("{\"hz\":1,\n\"hz\":2}", .damaged(line: 2)),
    (#"{"columns":[1]}"#, .badValue(key: "columns", expected: .names(maximum: 64))),
    (#"{"columns":["ax","AX"]}"#, .badValue(key: "columns", expected: .names(maximum: 64))),
    (#"{"units":{"acc":"rad/s"}}"#, .badValue(key: "units.acc", expected: units)),
    (
      #"{"columns":["z","ax","ay","az"],"time":{"source":"counter"}}"#,
      .badValue(key: "columns", expected: .counterColumn)
    ),
    (#"{"hz":0}"#, .badValue(key: "hz", expected: .number(0.001...100_000))),
    (#"{"hz":1e99}"#, .badValue(key: "hz", expected: .number(0.001...100_000))),
    (#"{"units":{"acc":"lsb:0"}}"#, .badValue(key: "units.acc", expected: units)),
    (#"{"units":{"quat":"wxzy"}}"#, .badValue(key: "units.quat", expected: .oneOf(["wxyz", "xyzw"]))),
    (#"{"units":{"angle":"turn"}}"#, .badValue(key: "units.angle", expected: .oneOf(["deg", "rad"]))),
    (
      #"{"line":{"checksum":"md5"}}"#,
      .badValue(key: "line.checksum", expected: .oneOf(["none", "xor", "crc16"]))
    ),
    (#"{"time":{"wrap":-1}}"#, .badValue(key: "time.wrap", expected: .wholeNumber(2 ... .max))),
    (#"{"axes":{"thigh":"x,y,-z"}}"#, .badAxes(segment: "thigh")),
    (#"{"axes":{"thigh":"y,x,z"}}"#, .badAxes(segment: "thigh")),
    (#"{"sensors":{"T":"arm"}}"#, .badValue(key: "sensors.T", expected: .oneOf(["thigh", "shank"]))),
    (#"{"baud":"fast"}"#, .badValue(key: "baud", expected: .wholeNumber(300...4_000_000))),
    (#"{"start":"s"}"#, .badValue(key: "start", expected: .commands)),
    (#"{"start":["€"]}"#, .badValue(key: "start", expected: .commands)),
    (#"{"dtr":1}"#, .badValue(key: "dtr", expected: .oneOf(["default", "low", "high"]))),
    (#"{"protocol":"razor_binary"}"#, .withoutHeader(protocol: "razor_binary")),
  ])
  func `a bad file names place and what was expected`(json: String, error: DeviceConfigurationError) {
    #expect(throws: error) { _ = try DeviceConfiguration(json: json) }
  }

  @Test(arguments: [
    (#"{"bauds":9600}"#, "bauds"), (#"{"line":{"seperator":","}}"#, "line.seperator"),
    (#"{"time":{"hz":100}}"#, "time.hz"), (#"{"units":{"temperature":"K"}}"#, "units.temperature"),
    (#"{"axes":{"foot":"x,y,z"}}"#, "axes.foot"),
  ])
  func `a key that nothing reads is named`(json: String, key: String) {
    let error = #expect(throws: DeviceConfigurationError.self) { _ = try DeviceConfiguration(json: json) }
    guard case .unknownKey(key, _)? = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test func `an unknown protocol is answered with the known ones`() {
    #expect(
      throws: DeviceConfigurationError.badValue(
        key: "protocol", expected: .oneOf(SerialProtocol.all.map(\.name)))
    ) { _ = try DeviceConfiguration(json: #"{"protocol":"morse"}"#) }
  }
}
