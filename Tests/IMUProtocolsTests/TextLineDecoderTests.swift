import IMUProtocols
import Inertial
import Testing

@Suite struct TextLineDecoderTests {
  private func decode(
    _ text: String, _ configuration: TextLineConfiguration = boardConfiguration()
  ) -> (samples: [RawSample], decoder: TextLineDecoder) {
    var decoder = TextLineDecoder(configuration: configuration)
    let samples = decoder.samples(Array(text.utf8))
    return (samples.map(\.sample), decoder)
  }

  private func configuration(
    _ columns: [String], acceleration: PhysicalUnit = .metrePerSecondSquared,
    angularRate: PhysicalUnit = .radianPerSecond
  ) -> TextLineConfiguration {
    var configuration = TextLineConfiguration()
    configuration.columns = columns
    configuration.acceleration = acceleration
    configuration.angularRate = angularRate
    configuration.magneticField = .microtesla
    return configuration
  }

  // MARK: Good lines

  @Test func `a row becomes a sample in SI`() {
    let (samples, decoder) = decode("123456,T,0.01,-0.02,9.81,0.1,-0.2,0.3\r\n")
    #expect(samples.count == 1)
    #expect(samples[0].deviceTime == 123_456_000)
    #expect(samples[0].accelerometer == Vector3(0.01, -0.02, 9.81))
    #expect(samples[0].gyroscope == Vector3(0.1, -0.2, 0.3))
    #expect(decoder.sensors[0] == DecodedSensor(name: "T", segment: .thigh))
  }

  @Test(arguments: [",", ";", "\t", " ", ", ", "  ", " \t "])
  func `the separator is found`(separator: String) {
    let fields = ["5000", "S", "1", "2", "3", "4", "5", "6"]
    let (samples, _) = decode(fields.joined(separator: separator) + "\n")
    #expect(samples.map(\.gyroscope) == [Vector3(4, 5, 6)])
  }

  @Test(arguments: [";", "\t"])
  func `a decimal comma is read where the separator allows it`(separator: String) {
    let fields = ["5000", "S", "1,5", "2", "-3,25", "4", "5,0", "6"]
    let (samples, _) = decode(fields.joined(separator: separator) + "\n")
    #expect(samples.map(\.accelerometer) == [Vector3(1.5, 2, -3.25)])
  }

  @Test func `a trailing separator is allowed and one more field is not`() {
    let (samples, decoder) = decode("1,T,1,2,3,4,5,6,\n2,T,1,2,3,4,5,6,7\n3,T,1,2,3,4,5,6,,\n")
    #expect(samples.count == 1)
    #expect(decoder.statistics.rejected(.fieldCount) == 2)
  }

  @Test func `fields may carry their names`() {
    let line = "t_us=1000,id=T,ax=0.1,ay=0.2,az:9.8,gx=1,GY=2,gz=3\n"
    let (samples, _) = decode(line)
    #expect(samples.map(\.gyroscope) == [Vector3(1, 2, 3)])
  }

  @Test(arguments: [",", ", ", " ", "\t", ";"]) func `a name may stand a blank before its value`(
    separator: String
  ) {
    let fields = ["ax: 0.5", "ay: 0", "az: 1", "gx: 180", "gy: 0", "gz: -90"]
    var open = TextLineConfiguration()
    open.acceleration = .standardGravity
    open.angularRate = .radianPerSecond
    let (samples, _) = decode(fields.joined(separator: separator) + "\n", open)
    #expect(samples.map(\.gyroscope) == [Vector3(180, 0, -90)])
  }

  @Test func `named fields bring their own columns`() {
    var open = TextLineConfiguration()
    open.acceleration = .standardGravity
    open.angularRate = .degreePerSecond
    let (samples, _) = decode("ax:0.5\tay:0\taz:1\tgx:180\tgy:0\tgz:-90\n", open)
    #expect(samples.count == 1)
    #expect(samples[0].accelerometer == Vector3(0.5, 0, 1) * .standardGravity)
    #expect(abs(samples[0].gyroscope.x - .pi) < 1e-12)
  }

  @Test func `a field under a wrong name is refused`() {
    let (samples, decoder) = decode("t_us=1000,id=T,ax=0.1,az=0.2,ay=9.8,gx=1,gy=2,gz=3\n")
    #expect(samples.isEmpty)
    #expect(decoder.statistics.rejected(.columnName) == 1)
  }

  @Test(arguments: [
    ("ax,ay,az,gx,gy,gz,mx,my,mz", "1,2,3,4,5,6,7,8,9"),
    ("aX,aY,aZ,gX,gY,gZ,mX,mY,mZ", "1,2,3,4,5,6,7,8,9"),
    ("accX,accY,accZ,gyroX,gyroY,gyroZ,magX,magY,magZ", "1,2,3,4,5,6,7,8,9"),
    ("AccelX,AccelY,AccelZ,GyroX,GyroY,GyroZ,mx,my,mz", "1,2,3,4,5,6,7,8,9"),
    ("acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z,mag_x,mag_y,mag_z", "1,2,3,4,5,6,7,8,9"),
    ("gz,gy,gx,_,az,ay,ax,temperature,mx,my,mz", "6,5,4,,3,2,1,25.1,7,8,9"),
  ])
  func `columns are known by their names`(header: String, row: String) {
    var open = configuration([])
    open.columns = nil
    let (samples, decoder) = decode(header + "\r\n" + row + "\r\n", open)
    #expect(samples.map(\.accelerometer) == [Vector3(1, 2, 3)])
    #expect(samples.map(\.gyroscope) == [Vector3(4, 5, 6)])
    #expect(samples.map(\.magnetometer) == [Vector3(7, 8, 9)])
    #expect(decoder.statistics.rejected == 0)
  }

  @Test(arguments: [
    ("ax1,ay1,az1,gx1,gy1,gz1,ax2,ay2,az2,gx2,gy2,gz2", ["1", "2"]),
    ("ax_1,ay_1,az_1,gx_1,gy_1,gz_1,ax_2,ay_2,az_2,gx_2,gy_2,gz_2", ["1", "2"]),
    ("ax@T,ay@T,az@T,gx@T,gy@T,gz@T,ax@S,ay@S,az@S,gx@S,gy@S,gz@S", ["T", "S"]),
  ])
  func `a wide row is one sample of each sensor`(header: String, names: [String]) {
    let wide = configuration(header.split(separator: ",").map(String.init))
    var decoder = TextLineDecoder(configuration: wide)
    let samples = decoder.samples(Array("1,2,3,4,5,6,7,8,9,10,11,12\n".utf8))
    #expect(samples.map(\.sensor) == [0, 1])
    #expect(samples.map(\.sample.gyroscope) == [Vector3(4, 5, 6), Vector3(10, 11, 12)])
    #expect(decoder.sensors.map(\.name) == names)
    #expect(decoder.sensors.map(\.segment) == (names == ["T", "S"] ? [.thigh, .shank] : [nil, nil]))
  }

  @Test(arguments: [
    (PhysicalUnit.standardGravity, 1.0), (.milliGravity, 1000), (.metrePerSecondSquared, 9.80665),
    (.countsPerGravity(16_384), 16_384),
  ])
  func `one g is one g in every unit`(unit: PhysicalUnit, printed: Double) {
    let columns = ["ax", "ay", "az", "gx", "gy", "gz"]
    let (samples, _) = decode("0,0,\(printed),0,0,0\n", configuration(columns, acceleration: unit))
    #expect(samples.map(\.accelerometer) == [Vector3(0, 0, 9.80665)])
  }

  @Test(arguments: [
    (PhysicalUnit.radianPerSecond, Double.pi / 6), (.degreePerSecond, 30), (.millidegreePerSecond, 30_000),
    (.countsPerDegreePerSecond(131), 3930),
  ])
  func `thirty degrees a second are the same in every unit`(unit: PhysicalUnit, printed: Double) {
    let columns = ["ax", "ay", "az", "gx", "gy", "gz"]
    let (samples, _) = decode("0,0,1,0,0,\(printed)\n", configuration(columns, angularRate: unit))
    #expect(abs(samples[0].gyroscope.z - .pi / 6) < 1e-12)
  }

  @Test(arguments: [
    ("t_us", "1234567", 1_234_567_000), ("millis", "1234", 1_234_000_000),
    ("t_s", "1.234567891", 1_234_567_891),
  ])
  func `time columns become nanoseconds exactly`(column: String, printed: String, time: Int64) {
    let columns = [column, "ax", "ay", "az", "gx", "gy", "gz"]
    let (samples, _) = decode(printed + ",0,0,1,0,0,0\n", configuration(columns))
    #expect(samples.map(\.deviceTime) == [time])
  }

  @Test func `a counter counts periods`() {
    var counted = configuration(["t", "ax", "ay", "az", "gx", "gy", "gz"])
    counted.timeSource = .counter
    counted.nominalRate = 50
    let (samples, _) = decode("7,0,0,1,0,0,0\n", counted)
    #expect(samples.map(\.deviceTime) == [140_000_000])
  }

  @Test func `axes are turned by segment`() throws {
    var turned = boardConfiguration()
    turned.axes = [.shank: try #require(AxisMap("-y,x,z"))]
    let (samples, _) = decode("1,T,1,2,3,4,5,6\n1,S,1,2,3,4,5,6\n", turned)
    #expect(samples.map(\.gyroscope) == [Vector3(4, 5, 6), Vector3(-5, 4, 6)])
  }

  @Test(arguments: ["x,y,-z", "y,x,z", "x,x,z", "x,y", "x,y,w", ""])
  func `axes that mirror or repeat are refused`(text: String) {
    #expect(AxisMap(text) == nil)
  }

  // MARK: Damaged lines

  @Test(arguments: [
    ("1,T,1,2,3,4,5", RejectionReason.fieldCount), ("1,T,1,2,,4,5,6", .emptyField),
    ("1,T,1,2,nan,4,5,6", .notANumber), ("1,T,1,2,inf,4,5,6", .notANumber), ("1,T,1,2,-,4,5,6", .notANumber),
    ("1,T,1,2,3.4.5,4,5,6", .notANumber), ("1,T,1,2,1e999,4,5,6", .notANumber),
    ("1,T,1,2,0x10,4,5,6", .notANumber),
    ("T,T,1,2,3,4,5,6", .notANumber), ("1,T,1,2,3,4,5\u{7},6", .unprintable),
    ("1,T,1,2,3,4,5,é", .unprintable),
    ("1,T,1,2,3,4,5,6*00", .checksum), ("1,ABCDEFGHIJKLMNOPQ,1,2,3,4,5,6", .unknownSensor),
    ("nan,nan,nan,nan,nan,nan,nan,nan", .notANumber), (",,,,,,,", .emptyField),
  ])
  func `a damaged line gives nothing and is counted by its reason`(line: String, reason: RejectionReason) {
    var open = boardConfiguration()
    open.checksum = nil
    let (samples, decoder) = decode(line + "\n", open)
    #expect(samples.isEmpty)
    #expect(decoder.statistics.rejectedByReason.map(\.reason) == [reason])
    #expect(decoder.rejected.entries.map(\.reason) == [reason])
  }

  @Test func `a line of 513 bytes is dropped whole and the next is read`() {
    let long = String(repeating: "1,", count: 256) + "1"
    for line in [long, long + long + long] {
      let (samples, decoder) = decode(line + "\n1,T,1,2,3,4,5,6\n")
      #expect(samples.count == 1)
      #expect(decoder.statistics.rejectedByReason.map(\.reason) == [.tooLong])
      #expect(decoder.statistics.bytesSkipped == line.utf8.count)
    }
  }

  @Test func `a line without an end is dropped when the input ends`() {
    let (samples, decoder) = decode("1,T,1,2,3,4,5,6\n2,T,1,2,3,4,5,6")
    #expect(samples.count == 1)
    #expect(decoder.statistics.rejected(.incomplete) == 1)
  }

  @Test func `the last twenty damaged lines are kept with their time`() {
    var decoder = TextLineDecoder(configuration: boardConfiguration())
    for number in 0..<50 {
      decoder.push(Array("\(number),bad\n".utf8), arrivalTime: Int64(number)) { _ in }
    }
    #expect(decoder.rejected.entries.map(\.arrivalTime) == Array(30..<50))
    #expect(decoder.rejected.entries.last?.bytes == Array("49,bad".utf8))
  }

  // MARK: What boards say

  @Test func `a board that describes itself needs no configuration`() {
    let line = boardConfiguration(.xor).descriptionLine
    let rows = String(decoding: boardRows(4, checksum: .xor).bytes, as: UTF8.self)
    let (samples, decoder) = decode(line + "\n" + rows, TextLineConfiguration())
    #expect(samples.count == 4)
    #expect(decoder.nominalRate == 100)
    #expect(decoder.configuration.columns == boardConfiguration().columns)
  }

  @Test func `the description of the specification is read`() {
    let line =
      ##"#flexion {"columns":["t","ax","ay","az","gx","gy","gz"],"units":{"t":"ms","acc":"g","gyr":"deg/s"},"hz":100,"fw":"1.2"}"##
    let (samples, decoder) = decode(line + "\n250,0,0,1,0,0,180\n", TextLineConfiguration())
    #expect(samples.map(\.deviceTime) == [250_000_000])
    #expect(samples[0].accelerometer.z == .standardGravity)
    #expect(decoder.configuration.firmware == "1.2")
  }

  @Test func `what the user says beats what the board says, and the contradiction is told`() {
    var user = boardConfiguration()
    user.acceleration = .standardGravity
    var decoder = TextLineDecoder(configuration: user)
    let text = boardConfiguration().descriptionLine + "\n1,T,0,0,1,0,0,0\n"
    let samples = decoder.samples(Array(text.utf8))
    #expect(samples[0].sample.accelerometer.z == .standardGravity)
    #expect(decoder.takeEvents().contains(.contradiction("units.acc")))
  }

  @Test func `a changed description is believed when it comes twice`() {
    var other = boardConfiguration()
    other.acceleration = .standardGravity
    var decoder = TextLineDecoder()
    let first = boardConfiguration().descriptionLine + "\n", second = other.descriptionLine + "\n"
    var samples = decoder.samples(Array((first + second + "1,T,0,0,1,0,0,0\n").utf8), finish: false)
    #expect(samples.map(\.sample.accelerometer.z) == [1])
    samples = decoder.samples(Array((first + second + second + "2,T,0,0,1,0,0,0\n").utf8))
    #expect(samples.map(\.sample.accelerometer.z) == [.standardGravity])
  }

  @Test func `no unit is guessed`() {
    var open = boardConfiguration()
    open.angularRate = nil
    var decoder = TextLineDecoder(configuration: open)
    let samples = decoder.samples(Array("1,T,1,2,3,4,5,6\n".utf8))
    #expect(samples.isEmpty)
    #expect(decoder.statistics.rejected(.unitsUnknown) == 1)
    #expect(decoder.takeEvents() == [.unitsMissing(["gyr"])])
  }

  @Test func `a stream without a gyroscope is refused by name`() {
    var decoder = TextLineDecoder(configuration: configuration(["t_us", "ax", "ay", "az", "gx"]))
    #expect(decoder.samples(Array("1,1,2,3,4\n".utf8)).isEmpty)
    #expect(decoder.takeEvents() == [.columnsMissing(["gy", "gz"])])
  }

  @Test(arguments: [
    "FIFO overflow!", "MPU6050 connection successful", "# calibrating", "rst:0x1 (POWERON_RESET),boot:0x13",
    "ets Jul 29 2019 12:21:46",
  ])
  func `what is no row is a message of the device`(text: String) {
    var decoder = TextLineDecoder(configuration: boardConfiguration())
    #expect(decoder.samples(Array((text + "\r\n").utf8)).isEmpty)
    #expect(decoder.takeEvents() == [.message(text)])
    #expect(decoder.statistics.rejected == 0)
  }

  @Test func `lines without the prefix are messages`() {
    var prefixed = configuration(["ax", "ay", "az", "gx", "gy", "gz"])
    prefixed.prefix = "IMU "
    let (samples, decoder) = decode("IMU 1,2,3,4,5,6\n1,2,3,4,5,6\n", prefixed)
    #expect(samples.count == 1)
    #expect(decoder.statistics.messages == 1)
  }

  // MARK: Sensors

  @Test func `configured sensors are the only ones`() {
    var named = boardConfiguration()
    named.sensors = [.init(name: "0", segment: .shank), .init(name: "1", segment: .thigh)]
    var decoder = TextLineDecoder(configuration: named)
    let samples = decoder.samples(Array("1,1,0,0,1,0,0,0\n1,0,0,0,1,0,0,0\n1,2,0,0,1,0,0,0\n".utf8))
    #expect(samples.map { decoder.sensors[$0.sensor].segment } == [.thigh, .shank])
    #expect(decoder.takeEvents() == [.unknownSensor("2")])
    #expect(decoder.statistics.rejected(.unknownSensor) == 1)
  }

  @Test func `a damaged id makes no third sensor and a real one does`() {
    var open = boardConfiguration()
    open.sensors = []
    let damaged = "1,T,0,0,1,0,0,0\n1,S,0,0,1,0,0,0\n2,V,0,0,1,0,0,0\n2,R,0,0,1,0,0,0\n"
    var (samples, decoder) = decode(damaged, open)
    #expect(samples.count == 2)
    #expect(decoder.sensors.map(\.name) == ["T", "S"])
    (samples, decoder) = decode(damaged + String(repeating: "3,V,0,0,1,0,0,0\n", count: 3), open)
    #expect(decoder.sensors.map(\.name) == ["T", "S", "V"])
  }

  @Test func `unknown ids are named 64 times at most`() {
    var decoder = TextLineDecoder(configuration: boardConfiguration())
    var names: Set<DecoderEvent> = []
    for number in 0..<5000 {
      _ = decoder.samples(Array("\(number),x\(number % 2500),0,0,1,0,0,0\n".utf8))
      for event in decoder.takeEvents() { #expect(names.insert(event).inserted) }
    }
    #expect(names.count == 64)
    #expect(decoder.statistics.rejected(.unknownSensor) == 5000)
  }
}
